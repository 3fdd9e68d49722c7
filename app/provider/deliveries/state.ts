import { Readable } from "node:stream";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { DeliveryUpdate, deliveryState } from "#app/contract/delivery.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { Database } from "../db/schema.ts";
import type { FileStore } from "../file-store/store.ts";
import { cleanFileName, storeIncoming } from "../files/incoming.ts";
import { insertFile } from "../files/stored-file.ts";
import { message } from "../texts/message.ts";
import {
  contentHash,
  type DeliveryShipment,
  findShipments,
  readUpdate,
  type Sound,
  stateOf,
} from "./update.ts";

type Report = z.output<typeof deliveryState.response>;

interface Sender {
  /** Carrier whose key sent it; empty: the forwarder. */
  sender: string;
  now: Date;
  files: FileStore;
}

const PROOF_BYTES = 5 * 1024 * 1024;
const isProofKind = (type: string): boolean => type === "application/pdf" || type.startsWith("image/");

/** Takes what hauliers say of deliveries (`lastMile.state`), each update judged by itself. Call it in a transaction. */
export async function takeUpdates(
  db: Kysely<Database>,
  items: readonly unknown[],
  by: Sender,
): Promise<Report> {
  const report: Report = { accepted: 0, repeated: 0, rejected: [] };
  const sound: Sound[] = [];
  for (const [index, each] of items.entries()) {
    const read = readUpdate(each, by.now);
    if (typeof read === "string") report.rejected.push({ index, reason: read });
    else sound.push({ index, update: read });
  }
  const shipments = await findShipments(db, sound);
  const matched = sound.flatMap((each) => {
    const shipment = shipments.get(each.index);
    if (!shipment) report.rejected.push({ index: each.index, reason: unknownReason(each.update) });
    return shipment ? [{ ...each, shipment }] : [];
  });
  const ids = [...new Set(matched.map(({ shipment }) => shipment.shipment_id))];
  await sql`select id from shipment where id = any(${ids}::bigint[]) order by id for no key update`.execute(
    db,
  );
  const changed = new Set<string>();
  for (const { index, update, shipment } of matched) {
    const deliveryId = await ensureDelivery(db, update, shipment);
    const outcome = await keepUpdate(db, deliveryId, update, by);
    if (outcome === "accepted" || outcome === "repeated") report[outcome]++;
    else report.rejected.push({ index, reason: outcome.refused });
    if (outcome === "accepted") changed.add(deliveryId);
  }
  for (const id of changed) await settle(db, id);
  // A delivery whose only update was refused says nothing.
  await sql`
    delete from delivery d where shipment_id = any(${ids}::bigint[])
      and not exists (select from delivery_update u where u.delivery_id = d.id)`.execute(db);
  report.rejected.sort((a, b) => a.index - b.index);
  return report;
}

const unknownReason = ({ houseNumber, containerNumber }: DeliveryUpdate): string =>
  `no shipment has house number ${houseNumber}${containerNumber ? ` and container ${containerNumber}` : ""}`;

async function ensureDelivery(
  db: Kysely<Database>,
  { deliveryNumber }: DeliveryUpdate,
  { shipment_id, company_id }: DeliveryShipment,
): Promise<string> {
  const key = { shipment_id, number_key: referenceKey(deliveryNumber) };
  const { id } = await db
    .insertInto("delivery")
    .values({ ...key, company_id, number: deliveryNumber })
    .onConflict((conflict) => conflict.columns(["shipment_id", "number_key"]).doUpdateSet(key))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function keepUpdate(
  db: Kysely<Database>,
  deliveryId: string,
  update: DeliveryUpdate,
  { sender, now, files }: Sender,
): Promise<"accepted" | "repeated" | { refused: string }> {
  const { proof, ...content } = update;
  const hash = contentHash(update);
  const known = await db
    .selectFrom("delivery_update")
    .select("id")
    .where("delivery_id", "=", deliveryId)
    .where("sender", "=", sender)
    .where("stated_at", "=", new Date(update.statedAt))
    .where("content_hash", "=", hash)
    .executeTakeFirst();
  if (known) return "repeated";
  if (proof) {
    const refused = await keepProof(db, deliveryId, proof, { sender, now, files });
    if (refused) return { refused };
  }
  await db
    .insertInto("delivery_update")
    .values({
      delivery_id: deliveryId,
      sender,
      stated_at: new Date(update.statedAt),
      received_at: now,
      content: JSON.stringify(content),
      content_hash: hash,
    })
    .execute();
  return "accepted";
}

/** Checks, scans and stores the file as any other that comes in. @returns why it is refused */
async function keepProof(
  db: Kysely<Database>,
  deliveryId: string,
  { fileName, contentBase64 }: NonNullable<DeliveryUpdate["proof"]>,
  { now, files }: Sender,
): Promise<string | null> {
  const content = Buffer.from(contentBase64, "base64");
  const name = cleanFileName(fileName);
  const incoming = {
    fileName: name,
    content: Readable.from([content]),
    isTooLarge: () => content.length > PROOF_BYTES,
  };
  const stored = await storeIncoming(incoming, name, files);
  if ("refused" in stored)
    return `proof: ${message(stored.refused, "en", { megabytes: PROOF_BYTES / 1024 / 1024 })}`;
  if (!isProofKind(stored.content_type)) {
    await files.remove(stored.storage_key);
    return "proof: a picture or a PDF is needed";
  }
  const uploaded = { uploaded_by: null, uploaded_by_name: null, uploaded_at: now, upload_key: null };
  await insertFile(db, { kind: "delivery", id: deliveryId }, { ...stored, ...uploaded, file_name: name });
  return null;
}

/** Brings the columns of a delivery up to what was said of it. */
async function settle(db: Kysely<Database>, id: string): Promise<void> {
  const updates = await db
    .selectFrom("delivery_update")
    .select("content")
    .where("delivery_id", "=", id)
    .orderBy("stated_at")
    .orderBy("content_hash")
    .execute();
  await db
    .updateTable("delivery")
    .set(stateOf(updates.map(({ content }) => content)))
    .where("id", "=", id)
    .execute();
}
