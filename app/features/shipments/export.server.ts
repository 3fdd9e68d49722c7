import { href, redirect } from "react-router";
import { answerFor } from "#app/access/answer.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { type ShipmentColumn, shipmentExport } from "#app/contract/shipment-export.ts";
import { callForFile } from "#app/upstream/client.server.ts";
import { UpstreamAccountState, UpstreamRefused, UpstreamUnavailable } from "#app/upstream/error.ts";
import { exportRequest } from "./list.server.ts";
import type { ListQuery } from "./list-query.server.ts";

const DEFAULT_NAME = 'attachment; filename="list.xlsx"';

/**
 * The list as a spreadsheet, passed on as it arrives, under the name that the provider gives or list.xlsx (product 7.6).
 * A failure is a sentence for the red toast of product 8.4: the provider's message, or 'Error'.
 */
export async function exportList(
  visit: Visit,
  query: ListQuery,
  columnsOfPerson: ShipmentColumn[] | null,
): Promise<{ file: Response } | { failure: string }> {
  try {
    const request = await exportRequest(visit, query, columnsOfPerson);
    const { body, contentType, contentDisposition } = await callForFile(
      shipmentExport,
      request,
      visit.caller,
    );
    const headers = {
      "content-type": contentType,
      "content-disposition": contentDisposition ?? DEFAULT_NAME,
    };
    return { file: new Response(body, { headers }) };
  } catch (error) {
    if (error instanceof UpstreamRefused) return { failure: error.message || "Error" };
    if (error instanceof UpstreamUnavailable)
      return { failure: visit.t(`errors:unavailable.${error.reason}.title`) };
    // The list shows the alert of an ended session in the frame; here there is no page.
    if (error instanceof UpstreamAccountState) throw redirect(href("/shipments/index"));
    throw answerFor(error);
  }
}
