import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { deskItem } from "#app/contract/desk.ts";
import { bookingSteps, type DeskKind } from "#app/contract/desk-code.ts";
import { instantToWire, MINUTE_MS } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { deskDay } from "./standing.ts";

/** Characters of a message that a line shows. */
const SUMMARY_LENGTH = 160;
/** Who has not shown a sign of life for so long does not look any more. */
const WATCH_MS = 2 * MINUTE_MS;

interface ItemRow {
  id: string;
  kind: DeskKind;
  subject_id: string;
  subject_key: string;
  label: string;
  company_id: string | null;
  company_name: string | null;
  opened_at: Date;
  promised_minutes: string | null;
  running_since: Date | null;
  due_at: Date | null;
  taken_by: string | null;
  taken_name: string | null;
  held_until: Date | null;
  is_away: boolean;
  substitute_id: string | null;
  substitute_name: string | null;
  snoozed_until: Date | null;
  done_at: Date | null;
  done_name: string | null;
  version: number;
  team_id: string | null;
  booking_id: string | null;
  invoice_id: string | null;
  name: string | null;
  summary: string | null;
}

/** The items of these ids as the desk sees them, in the order of the ids. */
export async function readItems(
  { db, caller, now }: Pick<CallerContext, "db" | "caller" | "now">,
  ids: readonly string[],
): Promise<z.input<typeof deskItem>[]> {
  const { rows } = await sql<ItemRow>`
    select i.*, c.name as company_name, u.name as taken_name, d.name as done_name,
      p.user_id is not null as is_away, p.substitute_id, s.name as substitute_name,
      coalesce(q.booking_id, r.booking_id) as booking_id, v.invoice_id, t.id as team_id,
      coalesce(ts.house_number, tb.booking_number, tq.quote_number, t.subject) as name,
      left(case i.kind
        when 'QUOTE' then (q.request->>'origin') || ' → ' || (q.request->>'destination')
        when 'BOOKING' then b.origin || ' → ' || b.destination
        when 'CHANGE' then r.body
        when 'CONVERSATION' then m.body
        when 'DISPUTE' then v.body
        when 'ACCOUNT' then g.name || ', ' || g.country_code
        when 'PAPER' then i.detail
      end, ${SUMMARY_LENGTH}) as summary
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
    join desk_item i on i.id = wanted.id
    left join company c on c.id = i.company_id
    left join app_user u on u.id = i.taken_by
    left join app_user d on d.id = i.done_by
    left join desk_person p on p.user_id = i.taken_by and ${deskDay(now)} between p.away_from and p.away_until
    left join app_user s on s.id = p.substitute_id
    left join quote q on i.kind = 'QUOTE' and q.id = i.subject_id
    left join booking_change_request r on i.kind = 'CHANGE' and r.id = i.subject_id
    left join booking b on i.kind = 'BOOKING' and b.id = i.subject_id
    left join channel ch on i.kind = 'CONVERSATION' and ch.id = i.subject_id
    left join team t on t.id = ch.team_id
    left join shipment ts on ts.id = t.shipment_id
    left join booking tb on tb.id = t.booking_id
    left join quote tq on tq.id = t.quote_id
    left join lateral (
      select body from message where channel_id = ch.id and not is_forwarder order by sequence desc limit 1) m on true
    left join invoice_dispute v on i.kind = 'DISPUTE' and v.id = i.subject_id
    left join registration g on i.kind = 'ACCOUNT' and g.id = i.subject_id
    order by wanted.place`.execute(db);
  const watchers = await readWatchers(db, rows, { userId: caller.userId, now });
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    step: row.kind === "BOOKING" ? (bookingSteps.find((step) => step === row.subject_key) ?? "answer") : null,
    teamId: row.team_id,
    bookingId: row.kind === "BOOKING" ? row.subject_id : row.booking_id,
    invoiceId: row.invoice_id,
    label: row.label || (row.name ?? ""),
    company: row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? "" },
    summary: row.summary ?? "",
    openedAt: instantToWire(row.opened_at)!,
    dueAt: instantToWire(row.due_at),
    isPaused: row.done_at === null && row.promised_minutes !== null && row.running_since === null,
    ...heldBy(row, now),
    snoozedUntil: row.snoozed_until && row.snoozed_until > now ? instantToWire(row.snoozed_until) : null,
    doneAt: instantToWire(row.done_at),
    doneBy: row.done_name,
    version: row.version,
    watchers: watchers.get(`${row.kind} ${row.subject_id}`) ?? [],
  }));
}

/** Who works on it: nobody after a silence, and while the holder is away without a substitute. */
function heldBy(
  row: ItemRow,
  now: Date,
): Pick<z.input<typeof deskItem>, "holder" | "substitute" | "heldUntil"> {
  const isHeld = row.taken_by !== null && row.held_until !== null && row.held_until > now;
  if (!isHeld) return { holder: null, substitute: null, heldUntil: null };
  const isLeft = row.is_away && row.substitute_id === null;
  return {
    holder: isLeft ? null : { userId: row.taken_by!, name: row.taken_name ?? "" },
    substitute: row.substitute_id ? { userId: row.substitute_id, name: row.substitute_name ?? "" } : null,
    heldUntil: instantToWire(row.held_until),
  };
}

type Watcher = z.input<typeof deskItem>["watchers"][number];

/** By kind and subject, who else has the record's page open. */
async function readWatchers(
  db: Kysely<Database>,
  subjects: readonly { kind: string; subject_id: string }[],
  { userId, now }: { userId: string; now: Date },
): Promise<Map<string, Watcher[]>> {
  const { rows } = await sql<{
    kind: string;
    subject_id: string;
    user_id: string;
    name: string;
    since: Date;
    is_typing: boolean;
  }>`
    select w.kind, w.subject_id, w.user_id, u.name, w.since, w.is_typing
    from unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map((each) => each.subject_id)}::bigint[])
      as x (kind, subject_id)
    join desk_watch w on w.kind = x.kind and w.subject_id = x.subject_id
    join app_user u on u.id = w.user_id
    where w.user_id <> ${userId} and w.seen_at > ${new Date(now.getTime() - WATCH_MS)}
    order by w.since, w.user_id`.execute(db);
  const watchers = new Map<string, Watcher[]>();
  for (const row of rows) {
    const key = `${row.kind} ${row.subject_id}`;
    watchers.set(key, [
      ...(watchers.get(key) ?? []),
      { userId: row.user_id, name: row.name, since: instantToWire(row.since)!, isTyping: row.is_typing },
    ]);
  }
  return watchers;
}
