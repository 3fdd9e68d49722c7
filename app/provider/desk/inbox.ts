import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { deskInbox } from "#app/contract/desk.ts";
import {
  type DeskKind,
  type DeskPile,
  type DeskSortKey,
  deskKinds,
  deskPiles,
} from "#app/contract/desk-code.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { containing, searchText } from "../db/search-text.ts";
import { readItems } from "./item.ts";
import { readColleagues } from "./people.ts";
import { standingOf } from "./standing.ts";

/** Counts stop here, so that a pile of ten thousand costs as little as one of a hundred. */
const COUNTED_MAX = 200;
/** How long what has ended is listed. */
const DONE_SHOWN_MS = 14 * DAY_MS;

/** The inbox: a page of a pile, how much is in each pile, and the people to hand over to. */
export async function listInbox(
  { page, pageSize, pile, kind, keyword, sort, direction }: z.output<typeof deskInbox.request>,
  context: CallerContext,
): Promise<z.input<typeof deskInbox.response>> {
  const { db, caller, now } = context;
  const { isOpen, isMine, isFree, isSnoozed } = standingOf(caller.userId, now);
  // Of a sender of events whose events have all found their shipments, or were removed, nothing waits.
  const isThere = sql<boolean>`(i.kind <> 'EVENT' or ${eventsWait})`;
  const inPile: Record<DeskPile, RawBuilder<boolean>> = {
    OPEN: sql<boolean>`${isOpen} and not ${isSnoozed} and ${isThere}`,
    MINE: sql<boolean>`${isOpen} and not ${isSnoozed} and ${isMine} and ${isThere}`,
    FREE: sql<boolean>`${isOpen} and not ${isSnoozed} and ${isFree} and ${isThere}`,
    SNOOZED: sql<boolean>`${isOpen} and ${isSnoozed} and ${isThere}`,
    DONE: sql<boolean>`i.done_at > ${new Date(now.getTime() - DONE_SHOWN_MS)}`,
  };
  const matchesKeyword = keyword ? sql<boolean>`${isFound(keyword)}` : sql<boolean>`true`;
  const ofKind = kind ? sql<boolean>`i.kind = ${kind}` : sql<boolean>`true`;
  const where = sql`${inPile[pile]} and ${ofKind} and ${matchesKeyword}`;
  const down = direction === "desc" ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ id: string }>`
    select i.id from desk_item i ${sort === "company" ? sql`left join company c on c.id = i.company_id` : sql``}
    where ${where} order by ${orderOf(sort, pile)} ${down} nulls last, i.id ${down}
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  const count = (condition: RawBuilder<unknown>) =>
    sql`(select count(*)::int from (select from desk_item i where ${condition} limit ${COUNTED_MAX}) x)`;
  const { rows: counted } = await sql<{ total: number; piles: number[]; kinds: number[] }>`
    select ${count(where)} as total,
      array[${sql.join(deskPiles.map((each) => count(inPile[each])))}] as piles,
      array[${sql.join(deskKinds.map((each) => count(sql`${inPile[pile]} and i.kind = ${each}`)))}] as kinds`.execute(
    db,
  );
  const { total, piles, kinds } = counted[0]!;
  return {
    rows: await readItems(
      context,
      rows.map(({ id }) => id),
    ),
    total,
    isTotalCapped: total === COUNTED_MAX,
    piles: Object.fromEntries(deskPiles.map((each, place) => [each, piles[place]!])) as Record<
      DeskPile,
      number
    >,
    kinds: Object.fromEntries(deskKinds.map((each, place) => [each, kinds[place]!])) as Record<
      DeskKind,
      number
    >,
    colleagues: await readColleagues(db, now),
  };
}

const eventsWait = sql`case split_part(i.subject_key, ':', 1)
  when 'waiting' then exists (select from event_waiting w where w.sender = split_part(i.subject_key, ':', 2))
  else exists (
    select from event_quarantine w where coalesce(w.sender, '') = split_part(i.subject_key, ':', 2)) end`;

function orderOf(sort: DeskSortKey, pile: DeskPile): RawBuilder<unknown> {
  if (sort === "opened") return sql`i.opened_at`;
  if (sort === "company") return sql`lower(c.name)`;
  if (sort === "kind") return sql`array_position(array[${sql.join([...deskKinds])}], i.kind)`;
  return pile === "DONE" ? sql`i.done_at` : sql`i.due_at`;
}

/** By the number or name of the item, its company, or the numbers of its conversation. */
function isFound(keyword: string): RawBuilder<boolean> {
  const text = containing(searchText(keyword).trim());
  return sql<boolean>`(lower(i.label) like ${text}
    or exists (select from company c where c.id = i.company_id and lower(c.name) like ${text})
    or (i.kind = 'CONVERSATION' and exists (
      select from channel h join team t on t.id = h.team_id where h.id = i.subject_id and t.search_text like ${text})))`;
}
