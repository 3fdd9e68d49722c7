import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { CarrierKey, carrierKeyList, carrierKeyMake } from "#app/contract/carrier-key.ts";
import { CODE_CONFLICT, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { DAY_MS, instantToWire } from "#app/lib/date-time.ts";
import { makeKey } from "../call/key.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { recordSecurity, type SecuritySubject } from "../security-log/record.ts";

const KEY_PREFIX = "flk_";
/** A carrier's keys that work at the same time. */
const KEYS_MAX = 2;

/** Who makes or ends a key. */
export interface KeyKeeper {
  db: Kysely<Database>;
  now: Date;
  clientAddress: string;
  /** Null: an operator on the command line. */
  person: SecuritySubject | null;
}

const nameOf = ({ person }: KeyKeeper) => person?.userName ?? "operator";

/**
 * Makes a key for a carrier. Only its hash is stored: the answer is the only place where it is told.
 * @throws Refusal CODE_INVALID for an unknown carrier, CODE_CONFLICT when two keys work already
 */
export async function makeCarrierKey(
  { carrierCode, overlapDays, ...limits }: z.output<typeof carrierKeyMake.request>,
  keeper: KeyKeeper,
): Promise<CarrierKey & { key: string }> {
  const { db, now } = keeper;
  // Locked, so that of two people who make a key at once each sees the other's.
  const carrier = await db
    .selectFrom("carrier")
    .select(["code", "name"])
    .where("code", "=", carrierCode)
    .forUpdate()
    .executeTakeFirst();
  if (!carrier) throw new Refusal(CODE_INVALID, "carrierUnknown");
  const working = await db
    .selectFrom("carrier_key")
    .select(["id"])
    .where("carrier_code", "=", carrierCode)
    .where("revoked_at", "is", null)
    .where(({ or, eb }) => or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .execute();
  if (working.length >= KEYS_MAX) throw new Refusal(CODE_CONFLICT, "carrierKeysTwo");
  if (overlapDays !== undefined && working.length > 0)
    await db
      .updateTable("carrier_key")
      .set({ expires_at: new Date(now.getTime() + overlapDays * DAY_MS) })
      .where("id", "=", working[0]!.id)
      .execute();
  const { key, keyHash, hint } = makeKey(KEY_PREFIX);
  const { id } = await db
    .insertInto("carrier_key")
    .values({
      carrier_code: carrierCode,
      key_hash: keyHash,
      hint,
      requests_per_minute: limits.requestsPerMinute,
      events_per_minute: limits.eventsPerMinute,
      body_bytes: limits.bodyBytes,
      made_by: nameOf(keeper),
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordSecurity(keeper, "carrierKey.made", keeper.person, { carrier: carrierCode, key: id });
  const [made] = (await listCarrierKeys({ carrierCode }, db)).rows.filter((row) => row.id === id);
  return { ...made!, key };
}

/** Ends a key at once. @throws Refusal CODE_NOT_FOUND when there is none, or none that still works */
export async function revokeCarrierKey({ id }: { id: string }, keeper: KeyKeeper): Promise<null> {
  const ended = await keeper.db
    .updateTable("carrier_key")
    .set({ revoked_at: keeper.now })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returning("carrier_code")
    .executeTakeFirst();
  if (!ended) throw new Refusal(CODE_NOT_FOUND, "notFound");
  await recordSecurity(keeper, "carrierKey.revoked", keeper.person, { carrier: ended.carrier_code, key: id });
  return null;
}

/** Keys with their limits and use, the newest first. */
export async function listCarrierKeys(
  { carrierCode }: z.output<typeof carrierKeyList.request>,
  db: Kysely<Database>,
): Promise<{ rows: CarrierKey[] }> {
  const { rows } = await sql<
    Omit<Database["carrier_key"], "id"> & { id: string; name: string; used: string; sent: string }
  >`
    select k.*, c.name, k.request_count::text as used, k.event_count::text as sent
    from carrier_key k join carrier c on c.code = k.carrier_code
    where ${carrierCode ?? null}::text is null or k.carrier_code = ${carrierCode ?? null}
    order by k.id desc`.execute(db);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      carrierCode: row.carrier_code,
      carrierName: row.name,
      hint: row.hint,
      requestsPerMinute: row.requests_per_minute,
      eventsPerMinute: row.events_per_minute,
      bodyBytes: row.body_bytes,
      madeBy: row.made_by,
      createdAt: instantToWire(row.created_at)!,
      expiresAt: instantToWire(row.expires_at),
      revokedAt: instantToWire(row.revoked_at),
      lastUsedAt: instantToWire(row.last_used_at),
      requestCount: Number(row.used),
      eventCount: Number(row.sent),
    })),
  };
}
