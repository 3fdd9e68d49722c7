import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { ADMIN_ROLE } from "#app/contract/access.ts";
import { CODE_CONFLICT, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import {
  SHARE_LIMITS,
  type ShareLink,
  type shareList,
  type shareMake,
  type shareRenew,
  shareStates,
} from "#app/contract/share.ts";
import { shipmentDocument } from "#app/contract/shipment.ts";
import { DAY_MS, instantToWire } from "#app/lib/date-time.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import { makeToken } from "../call/caller.ts";
import type { CallerContext } from "../call/context.ts";
import { listOf, statusViews } from "../call/list-of.ts";
import { Refusal } from "../call/refusal.ts";
import { givenIds } from "../db/listed-ids.ts";
import type { Database } from "../db/schema.ts";
import { recordSecurity } from "../security-log/record.ts";
import { inScope, shipmentScopeOf } from "../shipments/filter.ts";
import { type MessageKey, message, personName } from "../texts/message.ts";

/** Links of one person that work at the same time. */
const LINKS_MAX = 200;

function fieldFault(
  path: string,
  key: MessageKey,
  { language }: CallerContext,
  values: Record<string, string | number> = {},
): Refusal {
  const fields = [{ path, message: message(key, language, values) }];
  return new Refusal(CODE_INVALID, key, { values, data: { fields } });
}

const addressOf = (publicUrl: string, token: string) => `${publicUrl}/shared?token=${token}`;
const endOf = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS);

/** House numbers of shipments that the caller sees, in the order of the ids; others are left out. */
export async function houseNumbersOf(
  { ids }: { ids: readonly string[] },
  { db, scope }: CallerContext,
): Promise<{ houseNumbers: string[]; ids: string[] }> {
  const { rows } = await sql<{ id: string; house_number: string }>`
    select s.id, s.house_number from shipment s
    where s.id = any(${[...ids]}::bigint[]) and ${inScope(await shipmentScopeOf(db, scope))}
    order by array_position(${[...ids]}::bigint[], s.id)`.execute(db);
  return { houseNumbers: rows.map((row) => row.house_number), ids: rows.map((row) => row.id) };
}

/** Ids of the named shipments. @throws Refusal that names the numbers without a shipment of the caller */
async function shipmentsNamed(numbers: readonly string[], context: CallerContext): Promise<string[]> {
  const { db } = context;
  const scope = await shipmentScopeOf(db, context.scope);
  const keys = [...new Set(numbers.map(referenceKey))];
  const { rows } = await sql<{ id: string; key: string }>`
    select s.id, r.value_key as key
    from shipment_reference r join shipment s on s.id = r.shipment_id
    where r.kind = 'H' and r.value_key = any(${keys}::text[]) and ${inScope(scope)}
    order by array_position(${keys}::text[], r.value_key), s.id`.execute(db);
  const knownKeys = new Set(rows.map((row) => row.key));
  const unknown = numbers.filter((number) => !knownKeys.has(referenceKey(number)));
  if (unknown.length > 0)
    throw fieldFault("houseNumbers", "shareUnknown", context, { numbers: unknown.slice(0, 10).join(", ") });
  if (rows.length > SHARE_LIMITS.shipments)
    throw fieldFault("houseNumbers", "shareTooMany", context, { most: SHARE_LIMITS.shipments });
  return rows.map((row) => row.id);
}

/**
 * Makes a link. What it shows is fixed, and only a hash of its token is stored.
 * @throws Refusal CODE_INVALID for unknown shipments and a choice that the caller may not make, CODE_CONFLICT
 * for too many links
 */
export async function makeShareLink(
  input: z.output<typeof shareMake.request>,
  context: CallerContext,
): Promise<{ id: string; url: string; expiresAt: string }> {
  const { db, caller, now, publicUrl } = context;
  const { label, showsParties, showsDocuments, days } = input;
  if (showsDocuments && !caller.resourceUrls.includes(shipmentDocument.path))
    throw fieldFault("showsDocuments", "shareNoDocuments", context);
  if (showsDocuments && !showsParties) throw fieldFault("showsParties", "sharePartiesToo", context);
  const shipmentIds = await shipmentsNamed(input.houseNumbers, context);
  const { rows } = await sql<{ live: number }>`
    select count(*)::int as live from share_link
    where owner_id = ${caller.userId} and revoked_at is null and expires_at > ${now}`.execute(db);
  if (rows[0]!.live >= LINKS_MAX)
    throw new Refusal(CODE_CONFLICT, "shareTooManyLinks", { values: { most: LINKS_MAX } });
  const { token, tokenHash } = makeToken();
  const expiresAt = endOf(now, days);
  const { id } = await db
    .insertInto("share_link")
    .values({
      company_id: caller.companyId,
      owner_id: caller.userId,
      label,
      token_hash: tokenHash,
      shows_parties: showsParties,
      shows_documents: showsDocuments,
      created_at: now,
      expires_at: expiresAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("share_link_shipment")
    .values(shipmentIds.map((shipment_id, line) => ({ link_id: id, shipment_id, line })))
    .execute();
  await recordSecurity(context, "share.made", caller, { link: id, shipments: shipmentIds.length });
  return { id, url: addressOf(publicUrl, token), expiresAt: instantToWire(expiresAt)! };
}

/** Links that the caller may see and end: the own ones, for administrators all of their company. */
function keptBy({ caller }: CallerContext): RawBuilder<boolean> {
  const isOwn = caller.roles.includes(ADMIN_ROLE) ? sql`true` : sql`l.owner_id = ${caller.userId}`;
  return sql<boolean>`l.company_id = ${caller.companyId} and ${isOwn}`;
}

const stateAt = (now: Date) => sql<ShareLink["state"]>`
  case when l.revoked_at is not null then 'REVOKED' when l.expires_at <= ${now} then 'EXPIRED' else 'LIVE' end`;

type Filter = Pick<z.output<typeof shareList.request>, "id" | "state">;

interface ListedLink {
  id: string;
  label: string;
  house_numbers: string[];
  shows_parties: boolean;
  shows_documents: boolean;
  state: ShareLink["state"];
  owner_name: string | null;
  created_at: Date;
  expires_at: Date;
  seen_count: number;
  last_seen_at: Date | null;
}

/** The links with their state. */
const links = listOf({
  name: "shares",
  from: sql`share_link l`,
  id: sql`l.id`,
  where: ({ id }: Filter, context) => [keptBy(context), ...(id === undefined ? [] : [sql`l.id = ${id}`])],
  sorts: { made: sql`l.id` },
  views: statusViews(
    shareStates,
    ({ state }: Filter) => state,
    ({ now }) => stateAt(now),
  ),
  async read(ids, { db, now, language }) {
    const { rows } = await sql<ListedLink>`
      select l.*, ${stateAt(now)} as state, u.name as owner_name, array(
        select s.house_number from share_link_shipment ls join shipment s on s.id = ls.shipment_id
        where ls.link_id = l.id order by ls.line) as house_numbers
      from ${givenIds(ids)} join share_link l on l.id = given.id left join app_user u on u.id = l.owner_id
      order by given.place`.execute(db);
    return rows.map((row) => ({
      id: row.id,
      label: row.label,
      houseNumbers: row.house_numbers,
      showsParties: row.shows_parties,
      showsDocuments: row.shows_documents,
      state: row.state,
      ownerName: row.owner_name === null ? null : personName(row.owner_name, language),
      createdAt: instantToWire(row.created_at)!,
      expiresAt: instantToWire(row.expires_at)!,
      seenCount: row.seen_count,
      lastSeenAt: instantToWire(row.last_seen_at),
    }));
  },
});

/** The newest first. */
export const listShareLinks = (
  request: z.output<typeof shareList.request>,
  context: CallerContext,
): Promise<z.input<typeof shareList.response>> =>
  links.page({ ...request, sort: "made", direction: "desc" }, context);

/** Ends a link for good. @throws Refusal CODE_NOT_FOUND when the caller keeps no such link that is not ended */
export async function revokeShareLink({ id }: { id: string }, context: CallerContext): Promise<null> {
  const { db, caller, now } = context;
  const { rows } = await sql`
    update share_link l set revoked_at = ${now}
    where l.id = ${id} and l.revoked_at is null and ${keptBy(context)} returning 1`.execute(db);
  if (rows.length === 0) throw new Refusal(CODE_NOT_FOUND, "notFound");
  await recordSecurity(context, "share.revoked", caller, { link: id });
  return null;
}

/** Gives a link another token and another end. @throws as `revokeShareLink` */
export async function renewShareLink(
  { id, days }: z.output<typeof shareRenew.request>,
  context: CallerContext,
): Promise<{ id: string; url: string; expiresAt: string }> {
  const { db, caller, now, publicUrl } = context;
  const { token, tokenHash } = makeToken();
  const expiresAt = endOf(now, days);
  const { rows } = await sql`
    update share_link l set token_hash = ${tokenHash}, renewed_at = ${now}, expires_at = ${expiresAt}
    where l.id = ${id} and l.revoked_at is null and ${keptBy(context)} returning 1`.execute(db);
  if (rows.length === 0) throw new Refusal(CODE_NOT_FOUND, "notFound");
  await recordSecurity(context, "share.renewed", caller, { link: id });
  return { id, url: addressOf(publicUrl, token), expiresAt: instantToWire(expiresAt)! };
}

/**
 * Gives the links of a member who leaves to an administrator of the company: to who removes the member, if they
 * are one, else to the one who has been there longest. The links go on working.
 */
export async function handOverShareLinks(
  context: CallerContext,
  member: { id: string; company_id: string },
): Promise<void> {
  const { db, caller } = context;
  const { rows } = await sql<{ id: string }>`
    update share_link set owner_id = (
      select u.id from app_user u join role r on r.id = u.role_id
      where u.company_id = ${member.company_id} and r.code = ${ADMIN_ROLE} and u.status = 'ACTIVE'
        and u.id <> ${member.id}
      order by u.id = ${caller.userId} desc, u.id limit 1)
    where owner_id = ${member.id} returning id`.execute(db);
  const subject = { ...caller, companyId: member.company_id };
  if (rows.length > 0)
    await recordSecurity(context, "share.handedOver", subject, { links: rows.length, from: member.id });
}

/** A link that works at present; null for any other token. */
export async function liveShareLink(db: Kysely<Database>, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom("share_link as l")
    .innerJoin("company as c", "c.id", "l.company_id")
    .select([
      "l.id",
      "l.company_id",
      "l.shows_parties",
      "l.shows_documents",
      "l.expires_at",
      "c.name as company",
      "c.is_forwarder",
    ])
    .where("l.token_hash", "=", tokenHash)
    .where("l.revoked_at", "is", null)
    .where("l.expires_at", ">", now)
    .where("c.closed_at", "is", null)
    .executeTakeFirst();
}
