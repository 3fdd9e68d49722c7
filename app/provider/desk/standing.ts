import { type RawBuilder, sql } from "kysely";

/** How an item of the inbox stands for a reader at an instant, as conditions on `desk_item i`. */
export interface Standing {
  /** Work of somebody: taken, and not left alone for longer than the desk allows. */
  isHeld: RawBuilder<boolean>;
  /** Nobody works on it. */
  isFree: RawBuilder<boolean>;
  /** The reader's own, or that of somebody who is away and whom the reader stands in for. */
  isMine: RawBuilder<boolean>;
  isSnoozed: RawBuilder<boolean>;
  isOpen: RawBuilder<boolean>;
}

/** The day of the desk's calendar at an instant. */
export const deskDay = (now: Date) =>
  sql<string>`(select local_time(${now}::timestamptz, time_zone)::date from desk_calendar)`;

/** Whoever holds `i` is away; with the substitute, if there is one. */
const absence = (now: Date) => sql`
  select p.substitute_id from desk_person p
  where p.user_id = i.taken_by and ${deskDay(now)} between p.away_from and p.away_until`;

export function standingOf(userId: string, now: Date): Standing {
  const isHeld = sql<boolean>`(i.taken_by is not null and i.held_until > ${now})`;
  const isLeft = sql`exists (${absence(now)} and p.substitute_id is null)`;
  return {
    isHeld,
    isFree: sql<boolean>`(not ${isHeld} or ${isLeft})`,
    isMine: sql<boolean>`(${isHeld} and (i.taken_by = ${userId} or i.taken_by in (
      select p.user_id from desk_person p
      where p.substitute_id = ${userId} and ${deskDay(now)} between p.away_from and p.away_until)))`,
    isSnoozed: sql<boolean>`(i.snoozed_until is not null and i.snoozed_until > ${now})`,
    isOpen: sql<boolean>`i.done_at is null`,
  };
}
