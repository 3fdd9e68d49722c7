import { type Kysely, type RawBuilder, sql } from "kysely";
import type { TeamSubject } from "#app/contract/message.ts";
import { seenBookings } from "../access/seen-bookings.ts";
import type { Scope } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { containing, searchText } from "../db/search-text.ts";
import { isSpokenIn } from "./speaker.ts";
import { notFound, seenTeams } from "./team.ts";

type Sql = RawBuilder<unknown>;

export interface SubjectRow {
  id: string;
  subject: string;
  shipment_id: string | null;
  house_number: string | null;
  booking_id: string | null;
  booking_number: string | null;
  quote_id: string | null;
  quote_number: string | null;
  company_name: string;
}

/** Joins that give a team `t` its numbers; select them with `subjectColumns`. */
const subjectJoins = (scope: Scope) => sql`
  join company co on co.id = t.company_id
  left join shipment s on s.id = t.shipment_id
  left join booking b on b.id = t.booking_id and ${seenBookings(scope, "b")}
  left join quote q on q.id = t.quote_id`;
/** A team about a draft has only the draft's number. */
const subjectColumns = sql`t.id, t.shipment_id, s.house_number, b.id as booking_id, b.booking_number,
  t.quote_id, q.quote_number, co.name as company_name,
  coalesce(nullif(t.subject, ''), case when b.id is null and s.id is null and q.id is null
    then (select d.booking_number from booking d where d.id = t.booking_id) end, '') as subject`;

export function subjectOf(row: SubjectRow, scope: Scope): TeamSubject {
  return {
    shipment: row.shipment_id ? { id: row.shipment_id, houseNumber: row.house_number ?? "" } : null,
    booking: row.booking_id ? { id: row.booking_id, bookingNumber: row.booking_number ?? "" } : null,
    quote: row.quote_id ? { id: row.quote_id, quoteNumber: row.quote_number ?? "" } : null,
    subject: row.subject,
    companyName: scope.isEveryCompany ? row.company_name : "",
  };
}

export async function readSubjects(
  db: Kysely<Database>,
  teamIds: readonly string[],
  scope: Scope,
): Promise<Map<string, TeamSubject>> {
  const { rows } = await sql<SubjectRow>`
    select ${subjectColumns} from team t ${subjectJoins(scope)} where t.id = any(${[...teamIds]}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, subjectOf(row, scope)]));
}

/**
 * Teams of the caller's scope that match a keyword, one page of them, with their numbers (`subjectJoins`),
 * and the total.
 */
export async function findTeams(
  db: Kysely<Database>,
  scope: Scope,
  {
    keyword,
    isSpeakerFound = false,
    isWanted = sql`true`,
    order,
    limit,
    offset,
  }: {
    keyword: string | undefined;
    /** The keyword may be the name of a person who has written there. */
    isSpeakerFound?: boolean;
    isWanted?: Sql;
    order: Sql;
    limit: number;
    offset: number;
  },
): Promise<{ rows: SubjectRow[]; total: number }> {
  const matches = sql`${seenTeams(scope)} and ${matchesKeyword(keyword, scope, isSpeakerFound)} and ${isWanted}`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from team t where ${matches}`.execute(db);
  const { rows } = await sql<SubjectRow>`
    select ${subjectColumns} from team t ${subjectJoins(scope)} where ${matches}
    order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Reads one team that was just found; @throws Refusal when it was deleted meanwhile */
export async function readSubject(db: Kysely<Database>, teamId: string, scope: Scope): Promise<TeamSubject> {
  const subject = (await readSubjects(db, [teamId], scope)).get(teamId);
  if (!subject) throw notFound();
  return subject;
}

/**
 * Condition on a team `t`: the keyword matches its numbers, its subject or, for the forwarder, the customer's
 * name; with `isSpeakerFound` also the name of a person who has written there.
 */
function matchesKeyword(keyword: string | undefined, scope: Scope, isSpeakerFound: boolean) {
  const text = searchText(keyword ?? "").trim();
  if (!text) return sql`true`;
  const pattern = containing(text);
  const ofCompany = scope.isEveryCompany
    ? sql`or t.company_id in (select id from company where lower(name) like ${pattern})`
    : sql``;
  const bySpeaker = isSpeakerFound ? sql`or ${isSpokenIn(text, scope)}` : sql``;
  return sql`(t.search_text like ${pattern} ${ofCompany} ${bySpeaker})`;
}
