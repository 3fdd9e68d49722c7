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
 * The list as a spreadsheet, streamed, under the provider's file name or list.xlsx (product 7.6). A failure
 * is a text for the red toast of product 8.4: the provider's message, or 'Error'.
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
    // There is no page here, so the list shows the alert of an ended session.
    if (error instanceof UpstreamAccountState) throw redirect(href("/shipments/index"));
    throw answerFor(error);
  }
}
