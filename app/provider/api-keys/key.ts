import { sql } from "kysely";
import type { z } from "zod";
import type * as contract from "#app/contract/api-key.ts";
import { API_KEYS_MAX, type ApiScope, type apiKeyStates, scopesFor } from "#app/contract/api-key-code.ts";
import { CODE_CONFLICT, CODE_FORBIDDEN, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { DAY_MS, instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { makeKey } from "../call/key.ts";
import { API_KEY_PREFIX } from "../call/program.ts";
import { Refusal } from "../call/refusal.ts";
import type { Route } from "../call/route.ts";
import { recordSecurity } from "../security-log/record.ts";
import { personName } from "../texts/message.ts";
import { openedScopes } from "./right.ts";

/** Ended keys are listed for so long: whoever finds a program stopped looks here first. */
const SHOWN_DAYS = 90;

/**
 * The scopes of customers open no call of the desk, and with them a key of the forwarder's would see all companies; those of the
 * forwarder are for nobody else.
 */
function refuseOthersScopes(scopes: readonly ApiScope[], { caller }: CallerContext): void {
  const own = scopesFor(caller);
  if (!scopes.every((scope) => own.includes(scope))) throw new Refusal(CODE_FORBIDDEN, "forbidden");
}

/** `apiKey/list`: those that work first, the newest first. @param routes all calls of the provider */
export async function listApiKeys(
  context: CallerContext,
  routes: readonly Route[],
): Promise<z.input<typeof contract.apiKeyList.response>> {
  const { db, caller, now, language } = context;
  const ended = new Date(now.getTime() - SHOWN_DAYS * DAY_MS);
  const { rows } = await sql<{
    id: string;
    user_id: string;
    name: string;
    hint: string;
    scopes: ApiScope[];
    state: (typeof apiKeyStates)[number];
    maker: string;
    created_at: Date;
    expires_at: Date;
    last_used_at: Date | null;
    last_used_from: string | null;
  }>`
    select k.id, k.user_id, k.name, k.hint, k.scopes, k.created_at, k.expires_at, k.last_used_at, k.last_used_from,
      u.name as maker,
      case when k.revoked_at is not null then 'REVOKED' when k.expires_at <= ${now} then 'EXPIRED'
        when u.status <> 'ACTIVE' then 'MAKER_GONE' else 'WORKS' end as state
    from api_key k join app_user u on u.id = k.user_id
    where k.company_id = ${caller.companyId} and coalesce(k.revoked_at, k.expires_at) > ${ended}
    order by (k.revoked_at is null and k.expires_at > ${now}) desc, k.id desc`.execute(db);
  const opened = new Map<string, ApiScope[]>();
  for (const row of rows)
    if (row.state === "WORKS")
      opened.set(row.id, await openedScopes(db, { userId: row.user_id, scopes: row.scopes }, routes));
  return {
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      hint: row.hint,
      scopes: row.scopes,
      closedScopes: row.scopes.filter((scope) => opened.get(row.id)?.includes(scope) === false),
      state: opened.get(row.id)?.length === 0 ? ("MAKER_LACKS_RIGHT" as const) : row.state,
      madeBy: personName(row.maker, language),
      createdAt: instantToWire(row.created_at)!,
      expiresAt: instantToWire(row.expires_at)!,
      lastUsedAt: instantToWire(row.last_used_at),
      lastUsedFrom: row.last_used_from,
    })),
  };
}

/** `apiKey/make`. Only the hash is stored: the answer is the only place where the key is told. */
export async function makeApiKey(
  { name, scopes, days }: z.output<typeof contract.apiKeyMake.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.apiKeyMake.response>> {
  refuseOthersScopes(scopes, context);
  const { db, caller, now } = context;
  // Locked, so that of two people who make a key at once each sees the other's.
  await sql`select from company where id = ${caller.companyId} for update`.execute(db);
  const { rows } = await sql<{ working: number }>`
    select count(*)::int as working from api_key
    where company_id = ${caller.companyId} and revoked_at is null and expires_at > ${now}`.execute(db);
  if (rows[0]!.working >= API_KEYS_MAX)
    throw new Refusal(CODE_CONFLICT, "apiKeysMost", { values: { most: API_KEYS_MAX } });
  const { key, keyHash, hint } = makeKey(API_KEY_PREFIX);
  const { id } = await db
    .insertInto("api_key")
    .values({
      company_id: caller.companyId,
      user_id: caller.userId,
      name,
      key_hash: keyHash,
      hint,
      scopes: [...new Set(scopes)],
      created_at: now,
      expires_at: new Date(now.getTime() + days * DAY_MS),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordSecurity(context, "apiKey.made", caller, { key: id, scopes: scopes.join(" "), days });
  return { id, key };
}

/** `apiKey/revoke`: for every administrator of the company, whoever made the key. */
export async function revokeApiKey(
  { id }: z.output<typeof contract.apiKeyRevoke.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, now } = context;
  const ended = await db
    .updateTable("api_key")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("company_id", "=", caller.companyId)
    .where("revoked_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!ended) throw new Refusal(CODE_NOT_FOUND, "notFound");
  await recordSecurity(context, "apiKey.revoked", caller, { key: id });
  return null;
}
