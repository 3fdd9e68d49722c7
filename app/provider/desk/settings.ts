import { type Kysely, type Selectable, sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_INVALID } from "#app/contract/code.ts";
import type * as contract from "#app/contract/desk.ts";
import { deskKinds } from "#app/contract/desk-code.ts";
import { isValidZone, minuteToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { message } from "../texts/message.ts";
import { readColleagues } from "./people.ts";

const MINUTES = 60;

type Calendar = Selectable<Database["desk_calendar"]>;

const readCalendar = (db: Kysely<Database>): Promise<Calendar> =>
  db.selectFrom("desk_calendar").selectAll().executeTakeFirstOrThrow();

/** Working hours, holidays and promises of the desk, and who is away now or later. */
export async function readSettings({
  db,
  now,
}: Pick<CallerContext, "db" | "now">): Promise<z.input<typeof contract.deskSettings.response>> {
  const calendar = await readCalendar(db);
  const { rows: away } = await sql<{
    user_id: string;
    name: string;
    away_from: string;
    away_until: string;
    substitute_id: string | null;
    substitute: string | null;
  }>`
    select p.user_id, u.name, p.away_from, p.away_until, p.substitute_id, s.name as substitute
    from desk_person p join app_user u on u.id = p.user_id left join app_user s on s.id = p.substitute_id
    where p.away_until >= local_time(${now}::timestamptz, ${calendar.time_zone})::date
    order by p.away_from, u.name`.execute(db);
  return {
    version: calendar.version,
    timeZone: calendar.time_zone,
    hours: calendar.hours,
    holidays: calendar.holidays,
    promises: Object.fromEntries(
      deskKinds.map((kind) => [
        kind,
        calendar.promises[kind] === undefined ? null : calendar.promises[kind] / MINUTES,
      ]),
    ) as z.input<typeof contract.deskSettings.response>["promises"],
    silenceHours: calendar.silence_minutes / MINUTES,
    away: away.map((row) => ({
      userId: row.user_id,
      name: row.name,
      from: row.away_from,
      until: row.away_until,
      substitute: row.substitute_id ? { userId: row.substitute_id, name: row.substitute ?? "" } : null,
    })),
    colleagues: (await readColleagues(db, now)).map(({ userId, name }) => ({ userId, name })),
  };
}

/**
 * Changes the calendar. Of open items the working time that was used up under the old calendar stays so, and the rest of the
 * promise is counted by the new one; what is late already stays late. New promises hold for what comes from now on.
 * @throws Refusal 400 for an unknown zone or hours that overlap; 409 when somebody else has changed it
 */
export async function saveSettings(
  { version, ...settings }: z.output<typeof contract.deskSettingsSave.request>,
  { db, caller, now, language }: CallerContext,
): Promise<null> {
  const fields = faultsOf(settings).map((path) => ({ path, message: message("formatError", language) }));
  if (fields.length > 0) throw new Refusal(CODE_INVALID, "invalid", { data: { fields } });
  const calendar = await db.selectFrom("desk_calendar").selectAll().forUpdate().executeTakeFirstOrThrow();
  if (calendar.version !== version) {
    const by = calendar.changed_by
      ? await db
          .selectFrom("app_user")
          .select("name")
          .where("id", "=", calendar.changed_by)
          .executeTakeFirst()
      : null;
    throw new Refusal(CODE_CONFLICT, "deskSettingsChanged", {
      values: { actor: by?.name ?? "", time: minuteToWire(calendar.changed_at) },
    });
  }
  await sql`
    update desk_item set used_minutes = used_minutes + desk_worked(running_since, ${now}),
      running_since = greatest(running_since, ${now})
    where done_at is null and running_since is not null`.execute(db);
  const promises = Object.fromEntries(
    Object.entries(settings.promises).flatMap(([kind, hours]) =>
      hours === null ? [] : [[kind, Math.round(hours * MINUTES)]],
    ),
  );
  await db
    .updateTable("desk_calendar")
    .set({
      time_zone: settings.timeZone,
      hours: settings.hours && settings.hours.length > 0 ? JSON.stringify(settings.hours) : null,
      holidays: [...new Set(settings.holidays)].sort(),
      promises: JSON.stringify(promises),
      silence_minutes: Math.round(settings.silenceHours * MINUTES),
      version: version + 1,
      changed_by: caller.userId,
      changed_at: now,
    })
    .execute();
  await sql`
    update desk_item set due_at = desk_due(running_since, promised_minutes - used_minutes), version = version + 1
    where done_at is null and running_since is not null and promised_minutes > used_minutes`.execute(db);
  return null;
}

/** Paths of what cannot be: an unknown zone, hours that end before they begin or that overlap. */
function faultsOf({
  timeZone,
  hours,
}: Pick<z.output<typeof contract.deskSettingsSave.request>, "timeZone" | "hours">): string[] {
  const faults = isValidZone(timeZone) ? [] : ["timeZone"];
  for (const [place, { weekday, from, to }] of (hours ?? []).entries()) {
    const overlaps = hours!.some(
      (other, index) => index !== place && other.weekday === weekday && other.from < to && from < other.to,
    );
    if (from >= to || overlaps) faults.push(`hours.${place}`);
  }
  return faults;
}

/** @throws Refusal 400 for days in the wrong order, or a substitute who is no colleague */
export async function saveAway(
  { from, until, substituteId }: z.output<typeof contract.deskAwaySave.request>,
  { db, caller, now, language }: CallerContext,
): Promise<null> {
  if (from === null || until === null) {
    await db.deleteFrom("desk_person").where("user_id", "=", caller.userId).execute();
    await tellDesk(db);
    return null;
  }
  const colleagues = await readColleagues(db, now);
  const isColleague =
    substituteId === null ||
    (substituteId !== caller.userId && colleagues.some(({ userId }) => userId === substituteId));
  const path = until < from ? "until" : isColleague ? null : "substituteId";
  if (path)
    throw new Refusal(CODE_INVALID, "invalid", {
      data: { fields: [{ path, message: message("formatError", language) }] },
    });
  const days = { away_from: from, away_until: until, substitute_id: substituteId };
  await db
    .insertInto("desk_person")
    .values({ user_id: caller.userId, ...days })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(days))
    .execute();
  await tellDesk(db);
  return null;
}

/** Who is away changes whose work an item is. */
async function tellDesk(db: Kysely<Database>): Promise<void> {
  await db
    .insertInto("realtime_outbox")
    .values({ event: JSON.stringify({ kind: "desk" }) })
    .execute();
}
