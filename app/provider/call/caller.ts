import { createHash, randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { ADMIN_ROLE, DESK_ROLE } from "#app/contract/access.ts";
import {
  CODE_AWAITING_APPROVAL,
  CODE_AWAITING_CONFIRMATION,
  CODE_DISABLED,
  CODE_NOT_LOGGED_IN,
  CODE_SESSION_EXPIRED,
} from "#app/contract/code.ts";
import type { FactorGroup } from "#app/contract/second-factor.ts";
import { cachedPlan } from "../db/kept-plan.ts";
import { positionColumn } from "../db/primary-position.ts";
import type { Database } from "../db/schema.ts";
import type { Caller } from "./context.ts";
import { Refusal } from "./refusal.ts";

/** A bearer token or the token of a link: 32 random bytes as base64url. Only `hashToken` of it is stored. */
export function makeToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: hashToken(token) };
}

/** SHA-256 without a salt: tokens are random, so a table of known hashes is of no use. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Null for a header without a bearer token. */
export function bearerTokenOf(authorization: string | undefined): string | null {
  return /^Bearer ([\x21-\x7e]{1,200})$/i.exec(authorization ?? "")?.[1] ?? null;
}

interface PersonRow {
  user_id: string;
  user_name: string;
  name: string;
  status: string;
  company_id: string;
  is_forwarder: boolean;
  role_code: string;
  /** Each entry starts with its menuFlag: 1 for a menu, 0 for a button. */
  menu_items: string[];
  resource_codes: string[];
  resource_urls: string[];
}

interface CallerRow extends PersonRow {
  expires_at: Date;
  revoked_at: Date | null;
  session_id: string;
  last_used_at: Date;
  proved_at: Date | null;
  has_factor: boolean;
  requires_factor: boolean;
  /** Id of the staff session in which this one was opened; null for all others. */
  seer_id: string | null;
  seer_user_name: string | null;
  seer_name: string | null;
  is_seen: boolean;
  is_seer_here: boolean | null;
  position?: string | null;
}

/** Refuses the call when the account may not be used at present (product 4.5). */
export function refuseByStatus(status: string): void {
  if (status === "DISABLED") throw new Refusal(CODE_DISABLED, "disabled");
  if (status === "AWAITING_CONFIRMATION")
    throw new Refusal(CODE_AWAITING_CONFIRMATION, "awaitingConfirmation");
  if (status === "AWAITING_APPROVAL") throw new Refusal(CODE_AWAITING_APPROVAL, "awaitingApproval");
}

/** Who may see the portal as somebody else does, as `isDesk`. */
const deskRoles = [DESK_ROLE, ADMIN_ROLE];

function isRequiredOf(group: FactorGroup | undefined, row: CallerRow): boolean {
  if (group === undefined || group === "all") return group === "all";
  return row.is_forwarder || (group === "administrators" && row.role_code === ADMIN_ROLE);
}

/** Of the account `u` with its company `c` and role `r`. */
const personColumns = sql`
  u.id as user_id, u.user_name, u.name, u.status, u.company_id, c.is_forwarder, r.code as role_code,
  array(select m.menu_flag || m.name from role_menu rm join menu m on m.id = rm.menu_id
    where rm.role_id = u.role_id) as menu_items,
  array(select a.res_code from company_access a where a.company_id = u.company_id) as resource_codes,
  array(select url from role_resource where role_id = u.role_id) as resource_urls`;

/**
 * Finds the holder of a token, by one query on primary keys.
 * @param isStandbyRead asks where the database stands as well
 * @param factorGroup of whom the operator requires a second factor; of nobody without it
 * @throws Refusal with the state of token or account: not logged in (no token, unknown or revoked), expired,
 * disabled, ...
 */
export async function loadCaller(
  db: Kysely<Database>,
  token: string | null,
  now: Date,
  isStandbyRead = false,
  factorGroup?: FactorGroup,
): Promise<Caller> {
  if (!token) throw new Refusal(CODE_NOT_LOGGED_IN, "notLoggedIn");
  const tokenHash = hashToken(token);
  const { rows } = await sql<CallerRow>`
    ${cachedPlan} select ${personColumns},
      t.expires_at, t.revoked_at, t.id as session_id, t.last_used_at, t.proved_at,
      exists(select from second_factor f where f.user_id = u.id and f.confirmed_at is not null) as has_factor,
      c.requires_second_factor as requires_factor,
      v.id as seer_id, v.user_name as seer_user_name, v.name as seer_name,
      t.seen_by_token is not null as is_seen,
      (o.revoked_at is null and o.expires_at > ${now} and v.status = 'ACTIVE'
        and exists(select from role s join company f on f.id = v.company_id
          where s.id = v.role_id and f.is_forwarder and s.code = any(${deskRoles}))) as is_seer_here
      ${positionColumn(isStandbyRead)}
    from auth_token t
    left join auth_token o on o.token_hash = t.seen_by_token
    left join app_user v on v.id = o.user_id
    join app_user u on u.id = t.user_id
    join company c on c.id = u.company_id
    join role r on r.id = u.role_id
    where t.token_hash = ${tokenHash}`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal(CODE_NOT_LOGGED_IN, "notLoggedIn");
  refuseByStatus(row.status);
  if (row.revoked_at || (row.is_seen && !row.is_seer_here))
    throw new Refusal(CODE_NOT_LOGGED_IN, "notLoggedIn");
  if (row.expires_at <= now) throw new Refusal(CODE_SESSION_EXPIRED, "sessionExpired");
  const isFactorRequiredByOperator = isRequiredOf(factorGroup, row);
  return {
    ...callerFrom(row),
    tokenHash,
    program: null,
    ...(isStandbyRead && { position: row.position ?? null }),
    session: {
      id: row.session_id,
      lastUsedAt: row.last_used_at,
      provedAt: row.proved_at,
      hasFactor: row.has_factor,
      isFactorRequiredByOperator,
      isFactorDue: (row.requires_factor || isFactorRequiredByOperator) && !row.has_factor && !row.is_seen,
      seenBy: row.is_seen
        ? { userId: row.seer_id!, userName: row.seer_user_name!, name: row.seer_name! }
        : null,
    },
  };
}

/**
 * A person as a caller without a session, for what runs on their behalf while they are away: with the rights of this
 * moment.
 * @throws Refusal with the state of the account
 */
export async function loadAbsentCaller(db: Kysely<Database>, userId: string): Promise<Caller> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns} from app_user u join company c on c.id = u.company_id join role r on r.id = u.role_id
    where u.id = ${userId}`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal(CODE_NOT_LOGGED_IN, "notLoggedIn");
  refuseByStatus(row.status);
  return { ...callerFrom(row), tokenHash: Buffer.alloc(0), session: null, program: null };
}

/** Like `loadAbsentCaller`; null for somebody whose account may not be used, or is gone. */
export async function findAbsentCaller(db: Kysely<Database>, userId: string): Promise<Caller | null> {
  try {
    return await loadAbsentCaller(db, userId);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const callerFrom = (row: PersonRow) => ({
  userId: row.user_id,
  userName: row.user_name,
  name: row.name,
  companyId: row.company_id,
  isForwarder: row.is_forwarder,
  roles: [row.role_code],
  menus: namesOf(row.menu_items, "1"),
  buttons: namesOf(row.menu_items, "0"),
  resourceCodes: row.resource_codes,
  resourceUrls: row.resource_urls,
});

const USE_NOTED_MS = 5 * 60_000;

/**
 * Stores when and from where a session was last used: every five minutes, so that a read seldom writes. The
 * session that has ended meanwhile stays as it is.
 */
export async function noteUse(
  db: Kysely<Database>,
  { session }: Pick<Caller, "session">,
  { now, clientAddress, userAgent }: { now: Date; clientAddress: string; userAgent: string },
): Promise<void> {
  if (!session || session.seenBy || now.getTime() - session.lastUsedAt.getTime() < USE_NOTED_MS) return;
  await db
    .updateTable("auth_token")
    .set({ last_used_at: now, client_address: clientAddress, user_agent: userAgent })
    .where("id", "=", session.id)
    .where("last_used_at", "=", session.lastUsedAt)
    .where("revoked_at", "is", null)
    .execute();
}

function namesOf(items: readonly string[], flag: "0" | "1"): string[] {
  return items.filter((item) => item.startsWith(flag)).map((item) => item.slice(1));
}
