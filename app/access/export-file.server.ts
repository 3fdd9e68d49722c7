import { redirect } from "react-router";
import type { z } from "zod";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { callForFile } from "#app/upstream/client.server.ts";
import { UpstreamAccountState, UpstreamRefused, UpstreamUnavailable } from "#app/upstream/error.ts";
import { answerFor } from "./answer.server.ts";
import type { Visit } from "./visit.server.ts";

const DEFAULT_NAME = 'attachment; filename="list.xlsx"';

/**
 * A list as a spreadsheet, streamed, under the provider's file name or list.xlsx (product 7.6). A failure is
 * a text for the red toast of product 8.4: the provider's message, or 'Error'. Without a session it
 * redirects to the list, which shows the alert.
 */
export async function exportFile<Req extends z.ZodType>(
  visit: Visit,
  endpoint: Endpoint<Req>,
  request: z.input<Req>,
  list: string,
): Promise<{ file: Response } | { failure: string }> {
  try {
    const { body, contentType, contentDisposition } = await callForFile(endpoint, request, visit.caller);
    const headers = {
      "content-type": contentType,
      "content-disposition": contentDisposition ?? DEFAULT_NAME,
    };
    return { file: new Response(body, { headers }) };
  } catch (error) {
    if (error instanceof UpstreamRefused) return { failure: error.message || "Error" };
    if (error instanceof UpstreamUnavailable)
      return { failure: visit.t(`errors:unavailable.${error.reason}.title`) };
    if (error instanceof UpstreamAccountState) throw redirect(list);
    throw answerFor(error);
  }
}
