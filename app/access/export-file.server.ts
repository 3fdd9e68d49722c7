import { redirect } from "react-router";
import type { z } from "zod";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { type FileFormat, fileFormats, type ReportFormat, reportFormats } from "#app/contract/list-file.ts";
import { callForExport } from "#app/upstream/client.server.ts";
import { UpstreamAccountState, UpstreamRefused, UpstreamUnavailable } from "#app/upstream/error.ts";
import { answerFor } from "./answer.server.ts";
import { download } from "./download.server.ts";
import type { Visit } from "./visit.server.ts";
import { refusal } from "./write-fault.server.ts";

const DEFAULT_NAME = "list.xlsx";

/** The format that the pressed button names. */
export const formatIn = (request: Request): Promise<FileFormat> => formatAmong(fileFormats, request);

/** `formatIn` of a report. */
export const reportFormatIn = (request: Request): Promise<ReportFormat> =>
  formatAmong(reportFormats, request);

async function formatAmong<Format extends ReportFormat>(
  formats: readonly Format[],
  request: Request,
): Promise<Format> {
  const wantedFormat = (await request.formData()).get("format");
  return formats.find((format) => format === wantedFormat) ?? formats[0]!;
}

/**
 * For a guard's refusal: an export has no frame for an error page, so its list, which will meet the same
 * error, shows it.
 */
export const showOnList =
  (list: string) =>
  (thrown: unknown): never => {
    throw thrown instanceof Response || thrown instanceof Error ? thrown : redirect(list);
  };

export type MadeExport = { file: Response } | { isQueued: true } | { failure: string };

/** The file; or on the list that a job makes it, with the way to it, or the failure as a toast. */
export function answerExport(visit: Visit, made: MadeExport, list: string) {
  if ("file" in made) return made.file;
  if ("isQueued" in made) {
    visit.session.flash({ kind: "success", key: "exports:queued", page: "exports" });
    return redirect(list);
  }
  visit.session.flash({ kind: "danger", text: made.failure });
  return redirect(list);
}

/**
 * A list as a file, streamed, under the provider's file name or list.xlsx (product 7.6). A failure is
 * a text for the red toast of product 8.4: the provider's message, or 'Error'. Without a session it
 * redirects to the list, which shows the alert.
 * @param mayShow a file that the provider sends to be shown is shown, if it is of a harmless kind
 */
export async function exportFile<Req extends z.ZodType>(
  visit: Visit,
  endpoint: Endpoint<Req>,
  request: z.input<Req>,
  list: string,
  { mayShow = false } = {},
): Promise<MadeExport> {
  try {
    const file = await callForExport(endpoint, request, visit.caller);
    if (!file) return { isQueued: true };
    return { file: download(file, { unnamed: DEFAULT_NAME, mayShow }) };
  } catch (error) {
    if (error instanceof UpstreamRefused) return { failure: refusal(error, visit.t).message };
    if (error instanceof UpstreamUnavailable)
      return { failure: visit.t(`trouble:unavailable.${error.reason}.title`) };
    if (error instanceof UpstreamAccountState) throw redirect(list);
    throw answerFor(error);
  }
}
