import { Readable } from "node:stream";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { FileAnswer } from "../call/route.ts";
import { sendFile } from "../files/stored-file.ts";
import { readDetail, readPaperLines } from "../shipments/detail.ts";
import { makeDocument } from "../shipments/document.ts";
import { shipmentScopeOf } from "../shipments/filter.ts";
import type { DocumentRecord } from "./read.ts";
import { versionOf } from "./versions.ts";

/**
 * Gives the content of documents one by one: what was uploaded as it is, and the forwarder's made from their
 * shipment, which is read once for neighbouring documents.
 * @param clock by which times are written in documents that are made
 */
export function documentContents(context: CallerContext, clock: string | undefined) {
  let last: { id: string; shipment: ReturnType<typeof readShipment> } | null = null;
  return async (document: DocumentRecord, version?: number): Promise<FileAnswer> => {
    if (document.is_uploaded)
      return sendFile(context, await versionOf(context.db, document.id, version ?? document.version));
    if (version !== undefined && version !== 1) throw new Refusal(CODE_NOT_FOUND, "notFound");
    const { shipment_id } = document;
    if (last?.id !== shipment_id) last = { id: shipment_id, shipment: readShipment(context, shipment_id) };
    const shipment = await last.shipment;
    const made = shipment && makeDocument(shipment, document.id, { ...context, clock });
    if (!made) throw new Refusal(CODE_NOT_FOUND, "notFound");
    return made;
  };
}

/** Lets go of a content that is not sent: unread, it would keep its file or the connection to its store open. */
export const letGo = ({ body }: FileAnswer): unknown =>
  body instanceof Readable ? body.destroy() : body.cancel();

async function readShipment(context: CallerContext, id: string) {
  const { db, scope } = context;
  const detail = await readDetail(db, await shipmentScopeOf(db, scope), id, {
    ...context,
    hasCharges: false,
  });
  return detail && { ...detail, lines: await readPaperLines(db, id) };
}
