import { type Kysely, sql } from "kysely";
import type { SearchHit } from "#app/contract/search.ts";
import type { SearchedKind } from "#app/contract/search-code.ts";
import type { CallerContext } from "../call/context.ts";
import { type Scope, seenRows } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { containing, searchText } from "../db/search-text.ts";
import { messageNeeds } from "./permission.ts";
import { seenTeams } from "./team.ts";
import { readSubjects } from "./team-subject.ts";

/** So many of the latest conversations with a title are read for a text in it. */
const TITLES_READ = 5_000;
const TEXT_MIN = 2;

/** Records by whose numbers the list of conversations finds them. */
const subjectKinds = ["shipment", "booking", "quote"] as const satisfies readonly SearchedKind[];
type SubjectKind = (typeof subjectKinds)[number];

interface Sought {
  text: string;
  most: number;
  /** What was found by its number. */
  records: Record<SubjectKind, SearchHit[]>;
}

/** Conversations about records that were found, and those whose title has the text, the latest first. */
export const conversationSearch = { needs: messageNeeds, find };

async function find({ text, most, records }: Sought, { db, scope }: CallerContext): Promise<SearchHit[]> {
  const found = subjectKinds.flatMap((kind) =>
    records[kind].filter(isOfConversations).map(({ id, isWhole }) => ({ kind, id, isWhole })),
  );
  const idsOf = (wanted: SubjectKind) => found.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
  const { rows } = await sql<{ id: string } & Record<`${SubjectKind}_id`, string | null>>`
    select t.id, t.shipment_id, t.booking_id, t.quote_id from team t where t.id in (
      select id from team where shipment_id = any(${idsOf("shipment")}::bigint[])
      union all select id from team where booking_id = any(${idsOf("booking")}::bigint[])
      union all select id from team where quote_id = any(${idsOf("quote")}::bigint[])
      union all select unnest(${await titledIds(db, scope, text, most)}::bigint[]))
    and ${seenTeams(scope)} order by t.last_message_at desc, t.id desc limit ${most}`.execute(db);
  const subjects = await readSubjects(
    db,
    rows.map(({ id }) => id),
    scope,
  );
  const hits = rows.flatMap((row): SearchHit[] => {
    const subject = subjects.get(row.id);
    if (!subject) return [];
    const houseNumber = subject.shipment?.houseNumber ?? null;
    const own = houseNumber ?? subject.booking?.bookingNumber ?? subject.quote?.quoteNumber ?? "";
    return [
      {
        kind: "conversation",
        id: row.id,
        title: subject.subject || own,
        isWhole: found.some(({ kind, id, isWhole }) => isWhole && row[`${kind}_id`] === id),
        houseNumber: subject.subject ? houseNumber : null,
        ...(scope.isEveryCompany ? { company: subject.companyName } : {}),
      },
    ];
  });
  return hits.sort((a, b) => Number(b.isWhole) - Number(a.isWhole));
}

/** By container and booking number of the shipment, the list of conversations finds none. */
const isOfConversations = ({ kind, number }: SearchHit) =>
  kind !== "shipment" || !number || number.kind === "M" || number.kind === "PO";

async function titledIds(db: Kysely<Database>, scope: Scope, typed: string, most: number): Promise<string[]> {
  const text = searchText(typed).trim();
  if (text.length < TEXT_MIN) return [];
  const { rows } = await sql<{ id: string }>`
    select id from (select t.id, t.search_text, t.last_message_at from team t
      where t.subject <> '' and ${seenRows(scope, "t.company_id")}
      order by t.last_message_at desc, t.id desc limit ${TITLES_READ}) latest
    where search_text like ${containing(text)} order by last_message_at desc, id desc limit ${most}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
