import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { MINUTE_MS, minuteToWire } from "#app/lib/date-time.ts";
import { isEndToTell, KEY_END_TOLD_MS } from "#app/lib/key-ending.ts";
import { startLoop } from "#app/lib/worker-loop.ts";
import { mailedManagers } from "../call/managers.ts";
import type { Route } from "../call/route.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { queueMail } from "../mail/outbox.ts";
import { mailTexts, message, personName } from "../texts/message.ts";
import { openedScopes } from "./right.ts";

/** A key ends after weeks: a quarter of an hour later is early enough for its mail, as for the purge. */
const EVERY_MS = 15 * MINUTE_MS;

export interface KeyWarningOptions {
  database: Kysely<Database>;
  log: Logger;
  publicUrl: string;
  /** What the scopes of a key open. */
  routes: readonly Route[];
  now?: () => Date;
}

/** Tells of keys that end soon, until it is stopped; any number of processes may do so. */
export function startKeyWarnings(options: KeyWarningOptions): { stop(): Promise<void> } {
  return startLoop(async (signal) => (await tellEndings(options, signal)) > 0, {
    name: "key-endings",
    pauseMs: EVERY_MS,
    onError: (error) => options.log.warn({ err: error }, "Ends of keys cannot be told at present"),
  });
}

const columns = [
  "k.id",
  "k.company_id",
  "k.user_id",
  "k.name",
  "k.hint",
  "k.scopes",
  "k.created_at",
  "k.expires_at",
  "k.last_used_at",
  "k.end_told_at",
  "u.name as maker",
] as const;

const keysNearEnd = (db: Kysely<Database>, now: Date) =>
  db
    .selectFrom("api_key as k")
    .innerJoin("app_user as u", "u.id", "k.user_id")
    .select(columns)
    .where("k.revoked_at", "is", null)
    .where("k.expires_at", ">", now)
    .where("k.expires_at", "<=", new Date(now.getTime() + KEY_END_TOLD_MS))
    .orderBy("k.expires_at")
    .orderBy("k.id")
    .execute();

type EndingKey = Awaited<ReturnType<typeof keysNearEnd>>[number];

/**
 * Tells of each key that ends soon those of its company who can make a new one. What nobody can be told yet stays due for as
 * long as the key works. @returns the number of keys
 */
export async function tellEndings(options: KeyWarningOptions, signal?: AbortSignal): Promise<number> {
  const { database, now = () => new Date() } = options;
  const at = now();
  let count = 0;
  for (const key of await keysNearEnd(database, at)) {
    if (signal?.aborted) break;
    const life = { createdAt: key.created_at, expiresAt: key.expires_at, toldAt: key.end_told_at };
    if (!isEndToTell(life, at) || !(await isOfUse(key, options))) continue;
    if (await transaction(database, (trx) => tell(trx, key, { now: at, publicUrl: options.publicUrl })))
      count++;
  }
  return count;
}

/** Whether the key opens anything by the rights that its maker has at this moment. */
async function isOfUse(
  key: Pick<EndingKey, "user_id" | "scopes">,
  { database, routes }: KeyWarningOptions,
): Promise<boolean> {
  const opened = await openedScopes(database, { userId: key.user_id, scopes: key.scopes }, routes);
  return opened.length > 0;
}

/** @returns false when nobody can be told, or another process has done so, or the key was revoked meanwhile */
async function tell(
  trx: Kysely<Database>,
  key: EndingKey,
  { now, publicUrl }: { now: Date; publicUrl: string },
): Promise<boolean> {
  const people = await mailedManagers(trx, key.company_id);
  if (people.length === 0) return false;
  const { numUpdatedRows } = await trx
    .updateTable("api_key")
    .set({ end_told_at: now })
    .where("id", "=", key.id)
    .where("company_id", "=", key.company_id)
    .where("revoked_at", "is", null)
    .where("end_told_at", "is not distinct from", key.end_told_at)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  const ends = minuteToWire(key.expires_at);
  for (const { name, email, language } of people) {
    const texts = mailTexts("mailKeyEnding", language, {
      name,
      key: key.name,
      hint: key.hint,
      ends,
      day: ends.slice(0, "YYYY-MM-DD".length),
      maker: personName(key.maker, language),
      used: key.last_used_at
        ? message("keyEndingUsed", language, { at: minuteToWire(key.last_used_at) })
        : message("keyEndingUnused", language),
      link: `${publicUrl}/account/apiKeys`,
    });
    await queueMail(trx, { recipient: email, companyId: key.company_id, ...texts }, now);
  }
  return true;
}
