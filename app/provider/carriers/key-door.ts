import { type Kysely, sql } from "kysely";
import { CODE_INVALID, CODE_NOT_LOGGED_IN, CODE_TOO_MANY } from "#app/contract/code.ts";
import { readImp } from "#app/lib/cargo-imp.ts";
import { hashToken } from "../call/caller.ts";
import { countedMinute, REFUSAL_NOTED_MS } from "../call/key.ts";
import type { KeyDoor, KeyHolder, KeyUse } from "../call/key-door.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { recordSecurity } from "../security-log/record.ts";
import { eventsOf } from "../shipments/event-store.ts";

/** Keys of carriers: who sends, and how much in this minute. Any number of processes count together. */
export const carrierKeys: KeyDoor = { admit, spend };

function refuseUntilNextMinute(now: Date): never {
  throw new Refusal(CODE_TOO_MANY, "tooMany", { values: { seconds: countedMinute(now).secondsLeft } });
}

async function admit(key: string, bodyBytes: number | null, use: KeyUse): Promise<KeyHolder> {
  const { database, now } = use;
  const { minute } = countedMinute(now);
  const { rows } = await sql<{
    id: string;
    carrier_code: string;
    minute_requests: number;
    requests_per_minute: number;
    body_bytes: number;
  }>`
    update carrier_key set request_count = request_count + 1, last_used_at = ${now},
      minute_requests = case when minute_at = ${minute} then minute_requests + 1 else 1 end,
      minute_events = case when minute_at = ${minute} then minute_events else 0 end,
      minute_at = ${minute}
    where key_hash = ${hashToken(key)} and revoked_at is null and (expires_at is null or expires_at > ${now})
    returning id, carrier_code, minute_requests, requests_per_minute, body_bytes`.execute(database);
  const carrierKey = rows[0];
  if (!carrierKey) {
    await noteEnded(key, use);
    throw new Refusal(CODE_NOT_LOGGED_IN, "keyNotValid");
  }
  if (carrierKey.minute_requests > carrierKey.requests_per_minute) refuseUntilNextMinute(now);
  // A body of unknown length would have to be read to be judged.
  if (bodyBytes === null) throw new Refusal(CODE_INVALID, "lengthNeeded", { status: 411 });
  if (bodyBytes > carrierKey.body_bytes) throw new Refusal(CODE_INVALID, "tooLarge", { status: 413 });
  return { name: carrierKey.carrier_code, keyId: carrierKey.id };
}

/** A key that worked once and still is used: its carrier has not changed over, or somebody else has it. */
async function noteEnded(key: string, { database, now, clientAddress }: KeyUse): Promise<void> {
  const noted = new Date(now.getTime() - REFUSAL_NOTED_MS);
  const { rows } = await sql<{ id: string; carrier_code: string }>`
    update carrier_key set last_refused_at = ${now}
    where key_hash = ${hashToken(key)} and (last_refused_at is null or last_refused_at < ${noted})
    returning id, carrier_code`.execute(database);
  for (const { id, carrier_code } of rows)
    await recordSecurity({ db: database, now, clientAddress }, "carrierKey.refused", null, {
      carrier: carrier_code,
      key: id,
    });
}

async function spend({ keyId }: KeyHolder, input: unknown, { database, now }: KeyUse): Promise<void> {
  const lists = input as Partial<Record<"statuses" | "statements" | "updates", unknown[]>> & {
    text?: string;
  };
  const lines = lists.text === undefined ? undefined : readImp(lists.text);
  const count = (lists.statuses ?? lists.statements ?? lists.updates ?? lines ?? eventsOf(input)).length;
  if (!(await take(database, keyId, count, now))) refuseUntilNextMinute(now);
}

async function take(db: Kysely<Database>, keyId: string, count: number, now: Date): Promise<boolean> {
  const { minute } = countedMinute(now);
  const used = sql`case when minute_at = ${minute} then minute_events else 0 end`;
  const { rows } = await sql<{ id: string }>`
    update carrier_key set event_count = event_count + ${count}, minute_events = ${used} + ${count},
      minute_requests = case when minute_at = ${minute} then minute_requests else 0 end, minute_at = ${minute}
    where id = ${keyId} and ${used} + ${count} <= events_per_minute
    returning id`.execute(db);
  return rows.length > 0;
}
