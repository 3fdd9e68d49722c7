import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#app/provider/db/schema.ts";
import { isAll } from "#tests/support/is-all.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider?.stop());

const MINUTE_MS = 60_000;

interface Calendar {
  timeZone: string;
  hours: { weekday: number; from: string; to: string }[] | null;
  holidays: string[];
}

async function setCalendar(db: Kysely<Database>, { timeZone, hours, holidays }: Calendar): Promise<void> {
  await db
    .updateTable("desk_calendar")
    .set({ time_zone: timeZone, hours: hours && JSON.stringify(hours), holidays })
    .execute();
}

const worked = async (since: Date, until: Date) => {
  const { rows } = await sql<{ minutes: string }>`
    select desk_worked(${since}, ${until}) as minutes`.execute(provider.db);
  return Number(rows[0]!.minutes);
};
const due = async (since: Date, minutes: number) => {
  const { rows } = await sql<{ due: Date | null }>`
    select desk_due(${since}, ${minutes}) as due`.execute(provider.db);
  return rows[0]!.due;
};

const formats = new Map<string, Intl.DateTimeFormat>();
/** Making one takes longer than a hundred uses of it. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-GB", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  formats.set(timeZone, format);
  return format;
}

/** Whether a minute is working time, by the calendar of the machine's time zones alone. */
function isWorking({ timeZone, hours, holidays }: Calendar, at: Date): boolean {
  if (!hours) return true;
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${parts.year}-${parts.month}-${parts.day}`;
  const time = `${parts.hour}:${parts.minute}`;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return (
    !holidays.includes(day) &&
    hours.some((each) => each.weekday === weekday && each.from <= time && time < each.to)
  );
}

function countMinutes(calendar: Calendar, since: Date, until: Date): number {
  let minutes = 0;
  for (let at = since.getTime(); at < until.getTime(); at += MINUTE_MS)
    if (isWorking(calendar, new Date(at))) minutes += 1;
  return minutes;
}

const WEEK = [1, 2, 3, 4, 5];
const office: Calendar = {
  timeZone: "Asia/Hong_Kong",
  hours: WEEK.map((weekday) => ({ weekday, from: "09:00", to: "18:00" })),
  holidays: ["2026-11-23"],
};

test("a promise of eight hours that is given on Friday afternoon ends on the next working day", async () => {
  await setCalendar(provider.db, office);
  // 16:00 on Friday; Monday is a holiday.
  const friday = new Date("2026-11-20T08:00:00Z");
  expect(await due(friday, 8 * 60)).toEqual(new Date("2026-11-24T07:00:00Z"));
  expect(await worked(friday, new Date("2026-11-24T07:00:00Z"))).toBe(8 * 60);
  // At night the clock stands still.
  expect(await due(new Date("2026-11-24T15:00:00Z"), 60)).toEqual(new Date("2026-11-25T02:00:00Z"));
});

test("around the clock each hour counts", async () => {
  await setCalendar(provider.db, { timeZone: "Asia/Hong_Kong", hours: null, holidays: ["2026-11-23"] });
  expect(await due(new Date("2026-11-21T08:00:00Z"), 48 * 60)).toEqual(new Date("2026-11-23T08:00:00Z"));
});

test("a desk that never works promises nothing that would never come", async () => {
  await setCalendar(provider.db, { timeZone: "Asia/Hong_Kong", hours: [], holidays: [] });
  expect(await due(new Date("2026-11-21T08:00:00Z"), 60)).toBeNull();
});

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom("00", "15", "30"))
  .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${minute}`);
const calendar = fc.record({
  // With and without summer time, which begins and ends within the tested days.
  timeZone: fc.constantFrom("Asia/Hong_Kong", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"),
  hours: fc
    .uniqueArray(fc.record({ weekday: fc.integer({ min: 1, max: 7 }), one: time, other: time }), {
      selector: ({ weekday }) => weekday,
      minLength: 1,
      maxLength: 7,
    })
    .map((rows) =>
      rows.flatMap(({ weekday, one, other }) => {
        const [from, to] = one < other ? [one, other] : [other, one];
        return from === to ? [] : [{ weekday, from: from!, to: to! }];
      }),
    ),
  holidays: fc.array(fc.constantFrom("2026-10-26", "2026-10-27", "2026-03-30", "2026-11-02"), {
    maxLength: 2,
  }),
});

test("working time is what a count minute by minute gives, over summer time and holidays", async () => {
  await fc.assert(
    fc.asyncProperty(
      calendar,
      fc.constantFrom("2026-10-23T05:00:00Z", "2026-03-27T21:15:00Z", "2026-10-30T12:30:00Z"),
      fc.integer({ min: 0, max: 6 * 24 * 4 }),
      fc.integer({ min: 1, max: 1_200 }),
      async (given, start, quarters, minutes) => {
        await setCalendar(provider.db, given);
        const since = new Date(start);
        const until = new Date(since.getTime() + quarters * 15 * MINUTE_MS);
        expect(await worked(since, until)).toBe(countMinutes(given, since, until));
        const end = await due(since, minutes);
        if (given.hours.length === 0) expect(end).toBeNull();
        // Where the calendar has time, the promise ends after just so much of it, in working time.
        else if (end && end.getTime() - since.getTime() < 30 * 86_400_000) {
          expect(countMinutes(given, since, end)).toBe(minutes);
          expect(isWorking(given, new Date(end.getTime() - MINUTE_MS))).toBe(true);
        }
      },
    ),
    { numRuns: isAll ? 60 : 10 },
  );
});
