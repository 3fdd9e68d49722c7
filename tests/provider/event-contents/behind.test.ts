import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { countBehind, limitOf, oldestBehind } from "#app/provider/event-contents/behind.ts";
import { moveContents } from "#app/provider/event-contents/move.ts";
import { makeCompany } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { departure, moveAll, store } from "./fixture.ts";

let provider: TestProvider;
beforeEach(async () => {
  provider = await startProvider();
  await makeShipment(provider.db, await makeCompany(provider.db), { house_number: "FLMOVE1" });
  await provider.db
    .updateTable("event_walk")
    .set({ begun_at: at("2026-12-01") })
    .execute();
  return () => provider.stop();
});

const MONTHS = 2;
const at = (day: string) => new Date(`${day}T00:00:00Z`);
const tell = (id: string, day: string) =>
  store(
    provider.db,
    [departure(id, "FLMOVE1", { day: "2026-08-30", created: "2026-08-30T08:00:00Z" })],
    at(day),
  );
const behind = async (day: string) => {
  const given = { months: MONTHS, now: at(day) };
  const { count } = await countBehind(provider.db, given);
  return [(await oldestBehind(provider.db, given))?.toISOString(), count];
};
const move = async (day: string, batch?: number) =>
  moveContents({
    database: provider.db,
    files: provider.files,
    batch,
    before: limitOf(MONTHS, at(day)),
    now: at(day),
  });
const moveOn = (day: string) => moveAll(provider, { before: limitOf(MONTHS, at(day)), now: at(day) });

test("it is behind from when a content is old until it has moved, of present and of replaced versions", async () => {
  await tell("e-1", "2027-01-01");
  await tell("e-2", "2027-01-05");
  const correction = departure("e-1", "FLMOVE1", { day: "2026-12-31", created: "2027-01-02T08:00:00Z" });
  await store(provider.db, [correction], at("2027-01-03"));
  expect(await behind("2027-02-28")).toEqual([undefined, 0]);
  // e-1 was stored again with its correction, and replaced then.
  expect(await behind("2027-03-04")).toEqual([at("2027-01-03").toISOString(), 2]);
  expect(await behind("2027-03-20")).toEqual([at("2027-01-03").toISOString(), 3]);
  await move("2027-03-20", 1);
  expect(await behind("2027-03-20")).toEqual([at("2027-01-03").toISOString(), 2]);
  await moveOn("2027-03-20");
  expect(await behind("2027-03-20")).toEqual([undefined, 0]);
});

test("contents that nothing moves, and those of a walk over what was moved before, are not behind", async () => {
  await tell("e-1", "2027-01-01");
  await tell("e-2", "2027-01-02");
  await sql`update event set payload = payload || '{"desk": {"by": "1"}}' where event_id = 'MAEU:e-1'`.execute(
    provider.db,
  );
  expect(await behind("2027-03-20")).toEqual([at("2027-01-02").toISOString(), 1]);
  await moveOn("2027-03-20");
  await tell("e-3", "2027-03-21");
  // A month later the walk begins anew, and then stands where it began.
  await moveOn("2027-05-01");
  const walks = await provider.db
    .selectFrom("event_walk")
    .select(["after_id", "begun_at"])
    .where("kind", "=", "event")
    .execute();
  expect(walks).toEqual([{ after_id: "", begun_at: at("2027-05-01") }]);
  expect(await behind("2027-05-01")).toEqual([undefined, 0]);
  expect(await behind("2027-05-25")).toEqual([at("2027-03-21").toISOString(), 1]);
});

test("no more rows are looked at than a step of the job looks at, where the walk passes what it has moved", async () => {
  const { db } = provider;
  await tell("e-0", "2026-09-01");
  await moveOn("2026-12-10");
  const copies = (from: number, to: number, day: string, payload: string) =>
    sql`insert into event (event_id, source, stored_at, payload, vocabulary, event_type, code, classifier, occurred_at, received_at)
      select 'MAEU:x-' || n, source, ${at(day)}::timestamptz + n * interval '1 second', ${payload}::jsonb, vocabulary, event_type,
        code, classifier, occurred_at, received_at from event, generate_series(${from}::int, ${to}::int) n where event_id = 'MAEU:e-0'`.execute(
      db,
    );
  await copies(1, 10_500, "2026-09-02", "{}");
  await copies(10_501, 10_510, "2026-09-20", '{"a": 1}');
  const [first] = await behind("2026-12-12");
  expect(first).toBe(new Date(at("2026-09-02").getTime() + 10_000_000).toISOString());
  await move("2026-12-12");
  expect(await behind("2026-12-12")).toEqual([
    new Date(at("2026-09-20").getTime() + 10_501_000).toISOString(),
    10,
  ]);
});
