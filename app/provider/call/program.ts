import { type Kysely, sql } from "kysely";
import { API_CALLS_PER_MINUTE, type ApiScope, scopesOfCall } from "#app/contract/api-key-code.ts";
import { CODE_FORBIDDEN, CODE_NOT_LOGGED_IN, CODE_TOO_MANY } from "#app/contract/code.ts";
import { positionColumn } from "../db/primary-position.ts";
import type { Database } from "../db/schema.ts";
import { recordSecurity } from "../security-log/record.ts";
import { hashToken, loadAbsentCaller } from "./caller.ts";
import type { Caller, Program } from "./context.ts";
import { countedMinute, REFUSAL_NOTED_MS } from "./key.ts";
import { Refusal } from "./refusal.ts";
import type { Route } from "./route.ts";

export const API_KEY_PREFIX = "fla_";

export interface ProgramUse {
  database: Kysely<Database>;
  now: Date;
  clientAddress: string;
  /** Called with what the key has left, before a refusal as well. */
  tellLimit(headers: Record<string, string>): void;
  /** Asks where the database stands as well. */
  isStandbyRead: boolean;
}

export const isApiKey = (token: string | null): token is string => token?.startsWith(API_KEY_PREFIX) ?? false;

/**
 * The person whose rights the key has, with their rights of this moment. Any number of processes count its calls together.
 * @throws Refusal of a key that does not work, of one call too many, and with the state of the person's account
 */
export async function loadProgram(key: string, use: ProgramUse): Promise<Caller> {
  const { database, now, clientAddress, isStandbyRead } = use;
  const { minute, secondsLeft: seconds } = countedMinute(now);
  const { rows } = await sql<{
    id: string;
    user_id: string;
    name: string;
    scopes: ApiScope[];
    minute_calls: number;
    position?: string | null;
  }>`
    update api_key set last_used_at = ${now}, last_used_from = ${clientAddress},
      minute_calls = case when minute_at = ${minute} then minute_calls + 1 else 1 end, minute_at = ${minute}
    where key_hash = ${hashToken(key)} and revoked_at is null and expires_at > ${now}
    returning id, user_id, name, scopes, minute_calls ${positionColumn(isStandbyRead)}`.execute(database);
  const apiKey = rows[0];
  if (!apiKey) {
    await noteEnded(key, use);
    throw new Refusal(CODE_NOT_LOGGED_IN, "keyNotValid");
  }
  use.tellLimit({
    "ratelimit-limit": String(API_CALLS_PER_MINUTE),
    "ratelimit-remaining": String(Math.max(0, API_CALLS_PER_MINUTE - apiKey.minute_calls)),
    "ratelimit-reset": String(seconds),
  });
  if (apiKey.minute_calls > API_CALLS_PER_MINUTE)
    throw new Refusal(CODE_TOO_MANY, "tooMany", { values: { seconds } });
  const program = { keyId: apiKey.id, name: apiKey.name, scopes: apiKey.scopes };
  const caller = await loadAbsentCaller(database, apiKey.user_id);
  return { ...caller, program, ...(isStandbyRead && { position: apiKey.position ?? null }) };
}

/** A key that worked once and still is used: its program was not told, or somebody else has it. */
async function noteEnded(key: string, { database, now, clientAddress }: ProgramUse): Promise<void> {
  const noted = new Date(now.getTime() - REFUSAL_NOTED_MS);
  const { rows } = await sql<{ id: string; user_id: string; user_name: string; company_id: string }>`
    update api_key k set last_refused_at = ${now} from app_user u
    where k.key_hash = ${hashToken(key)} and u.id = k.user_id
      and (k.last_refused_at is null or k.last_refused_at < ${noted})
    returning k.id, u.id as user_id, u.user_name, k.company_id`.execute(database);
  for (const { id, user_id, user_name, company_id } of rows) {
    const subject = { userId: user_id, userName: user_name, companyId: company_id };
    await recordSecurity({ db: database, now, clientAddress }, "apiKey.refused", subject, { key: id });
  }
}

/** Whether a refusal of the program is to be noted now. */
export async function isRefusalDue(
  { keyId }: Program,
  database: Kysely<Database>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("api_key")
    .set({ last_refused_at: now })
    .where("id", "=", keyId)
    .where(({ or, eb }) =>
      or([
        eb("last_refused_at", "is", null),
        eb("last_refused_at", "<", new Date(now.getTime() - REFUSAL_NOTED_MS)),
      ]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** @throws Refusal 403 that names the scopes that open the call, if any do */
export function refuseBeyondScopes({ endpoint }: Pick<Route, "endpoint">, { program }: Caller): void {
  if (!program) return;
  const scopes = scopesOfCall(endpoint.name);
  if (scopes.some((scope) => program.scopes.includes(scope))) return;
  throw scopes.length > 0
    ? new Refusal(CODE_FORBIDDEN, "scopeNeeded", { values: { scopes: scopes.join(", ") } })
    : new Refusal(CODE_FORBIDDEN, "notForPrograms");
}
