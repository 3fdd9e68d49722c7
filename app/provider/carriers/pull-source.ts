import { type Kysely, type Selectable, sql } from "kysely";
import type { z } from "zod";
import type { carrierPullList, carrierPullSave } from "#app/contract/carrier-pull.ts";
import { CODE_INVALID } from "#app/contract/code.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { Refusal } from "../call/refusal.ts";
import type { SecretBox } from "../call/secret-box.ts";
import type { Outside } from "../config.ts";
import type { Database } from "../db/schema.ts";
import { isAllowedAddress } from "../outside/fetch-outside.ts";
import { recordSecurity } from "../security-log/record.ts";
import type { KeyKeeper } from "./key.ts";

type Source = Selectable<Database["carrier_pull"]>;
type WirePull = z.output<typeof carrierPullSave.response>;

/** What the sealed credential of a carrier belongs to. */
export const credentialOf = (carrierCode: string) => `carrier pull ${carrierCode}`;

/**
 * Adds or changes a carrier whose lists are asked for. Another address starts from the beginning of its list.
 * @throws Refusal CODE_INVALID for an unknown carrier, and for plain http where it is not allowed
 */
export async function savePull(
  { carrierCode, credential, ...input }: z.output<typeof carrierPullSave.request>,
  { secrets, outside, ...keeper }: KeyKeeper & { secrets: SecretBox; outside: Outside },
): Promise<WirePull> {
  const { db, now } = keeper;
  const address = new URL(input.baseUrl);
  // A password in the address would be shown and logged with it.
  if (address.username || address.password || address.search || address.hash)
    throw new Refusal(CODE_INVALID, "addressPlain");
  if (!isAllowedAddress(address, outside.privateHosts)) throw new Refusal(CODE_INVALID, "httpsNeeded");
  const known = await db
    .selectFrom("carrier")
    .select("code")
    .where("code", "=", carrierCode)
    .executeTakeFirst();
  if (!known) throw new Refusal(CODE_INVALID, "carrierUnknown");
  const row = {
    base_url: input.baseUrl.replace(/\/+$/, ""),
    interval_minutes: input.intervalMinutes,
    page_size: input.pageSize,
    is_on: input.isOn,
    next_at: now,
    updated_at: now,
    failures: 0,
    last_error: null,
    credential_header: credential?.header ?? null,
    credential: credential ? secrets.seal(credential.value, credentialOf(carrierCode)) : null,
  };
  const saved = await db
    .insertInto("carrier_pull")
    .values({ carrier_code: carrierCode, ...row })
    .onConflict((conflict) =>
      conflict.column("carrier_code").doUpdateSet((eb) => {
        const isSame = eb("carrier_pull.base_url", "=", row.base_url);
        const unlessMoved = <
          T extends "cursor" | "known_until" | "run_until" | "etag" | "credential" | "credential_header",
        >(
          column: T,
        ) =>
          eb
            .case()
            .when(isSame)
            .then(eb.ref(`carrier_pull.${column}`))
            .end();
        return {
          ...row,
          cursor: unlessMoved("cursor"),
          known_until: unlessMoved("known_until"),
          run_until: unlessMoved("run_until"),
          etag: unlessMoved("etag"),
          // Never sent to another address than it was given for.
          ...(credential === undefined
            ? { credential: unlessMoved("credential"), credential_header: unlessMoved("credential_header") }
            : {}),
          seen_cursors: sql<string[]>`case when ${isSame} then carrier_pull.seen_cursors else '{}' end`,
        };
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordSecurity(keeper, "carrierPull.saved", keeper.person, {
    carrier: carrierCode,
    host: address.host,
    isOn: input.isOn,
  });
  return toWire(saved);
}

/** For staff. */
export async function listPulls(db: Kysely<Database>): Promise<z.output<typeof carrierPullList.response>> {
  const rows = await db.selectFrom("carrier_pull").selectAll().orderBy("carrier_code").execute();
  return { rows: rows.map(toWire) };
}

function toWire(row: Source): WirePull {
  return {
    carrierCode: row.carrier_code,
    baseUrl: row.base_url,
    credentialHeader: row.credential_header,
    intervalMinutes: row.interval_minutes,
    pageSize: row.page_size,
    isOn: row.is_on,
    nextAt: instantToWire(row.next_at)!,
    failures: row.failures,
    lastError: row.last_error,
    lastAskedAt: instantToWire(row.last_asked_at),
    lastAnsweredAt: instantToWire(row.last_answered_at),
    eventCount: Number(row.event_count),
    faultCount: Number(row.fault_count),
  };
}
