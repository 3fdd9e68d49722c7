import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  dashboard,
  dashboardArrange,
  dashboardBlocks,
  dashboardLayout,
  dashboardMap,
  MAPPED_MAX,
} from "#app/contract/dashboard.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { addShipment, call, makeWorld, NOW, type World } from "./fixture.ts";

let world: World;
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);
beforeAll(async () => {
  world = await makeWorld();
  const { db, own, rival } = world;
  for (let count = 0; count < 40; count++) {
    const status = (["BOOKED", "TRANSIT", "COMPLETED"] as const)[count % 3]!;
    await addShipment(db, count % 10 === 9 ? rival : own, {
      status,
      booking_at: days(-count / 2),
      eta: days(20 - count * 1.3),
      delay_due_at: count % 4 === 0 ? days(-1) : days(1),
      updated_at: days(-((count * 7) % 40)),
    });
  }
  // The first and the last second of the seven days, and the seconds next to them.
  for (const at of [
    "2026-11-13T16:00:00Z",
    "2026-11-13T15:59:59Z",
    "2026-11-20T15:59:59Z",
    "2026-11-20T16:00:00Z",
  ]) {
    await addShipment(db, own, { booking_at: new Date(at) });
  }
});
afterAll(() => world.database.drop());

it("counts and shows what the list shows for the same question", async () => {
  const answer = await call(world, "dashboard.overview", {});
  const lists = Object.fromEntries(answer.statusLists.map((list: { key: string }) => [list.key, list]));
  expect(Object.keys(lists)).toEqual([
    "Booked_Shipments",
    "Latest_Booked_Shipments",
    "Latest_Active_Shipments",
    "In_Transit_Shipments",
  ]);
  const ten = { page: 1, pageSize: 10 };
  const questions = {
    Booked_Shipments: { status: "BOOKED", sort: "booking", direction: "desc" },
    Latest_Booked_Shipments: {
      dateType: "booking",
      dateFrom: "2026-11-14",
      dateTo: "2026-11-20",
      sort: "booking",
      direction: "desc",
    },
    Latest_Active_Shipments: { isOpen: true, sort: "updated", direction: "desc" },
    In_Transit_Shipments: { status: "TRANSIT", sort: "eta", direction: "asc" },
  };
  for (const [key, question] of Object.entries(questions)) {
    const list = await call(world, "shipment.list", { ...question, ...ten });
    expect(list.total).toBeGreaterThan(10);
    expect(lists[key]).toEqual({ key, ...list });
  }
  expect(answer.delayed).toEqual(
    await call(world, "shipment.list", { status: "DELAYED", sort: "eta", direction: "asc", ...ten }),
  );
  expect(answer.arriving).toEqual(
    await call(world, "shipment.list", { isArrivingSoon: true, sort: "eta", direction: "asc", ...ten }),
  );
});

it("shows the latest active: booked or in transit, the last changed first", async () => {
  const answer = await call(world, "dashboard.overview", {});
  const active = answer.statusLists[2];
  const booked = await call(world, "shipment.list", { status: "BOOKED" });
  const moving = await call(world, "shipment.list", { status: "TRANSIT" });
  expect(active.total).toBe(booked.total + moving.total);
  const newest = [...booked.rows, ...moving.rows]
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .slice(0, 10)
    .map((row) => row.updatedAt);
  expect(active.rows.map((row: { updatedAt: string }) => row.updatedAt)).toEqual(newest);
});

it("shows another company its own", async () => {
  const answer = await call(world, "dashboard.overview", {}, { company: world.rival });
  const total = (key: number) => answer.statusLists[key].total;
  expect(total(0) + total(3)).toBe(total(2));
  expect(total(2)).toBe(3);
});

it("counts each open shipment in one state, as the list does", async () => {
  const { states } = await call(world, "dashboard.overview", {});
  const questions = {
    delayed: { status: "DELAYED" },
    arrived: { hasArrived: true, isOnTime: true },
    underWay: { isUnderWay: true, isOnTime: true },
    booked: { status: "BOOKED", isOnTime: true },
  };
  const listed: Record<string, number> = {};
  for (const [state, question] of Object.entries(questions))
    listed[state] = (await call(world, "shipment.list", question)).total;
  expect(states).toEqual(listed);
  const open = await call(world, "shipment.list", { isOpen: true });
  expect(Object.values(listed).reduce((sum, count) => sum + count, 0)).toBe(open.total);
});

it.each(["place", "Europe/Amsterdam"])(
  "counts arrivals of 14 days on the clock %s, as the list does",
  async (clock) => {
    const { arrivals } = await call(world, "dashboard.overview", { clock, today: "2026-11-20" });
    expect(arrivals.map(({ day }: { day: string }) => day)).toEqual(
      Array.from(
        { length: 14 },
        (_, index) =>
          `2026-${index < 11 ? "11" : "12"}-${String(index < 11 ? 20 + index : index - 10).padStart(2, "0")}`,
      ),
    );
    for (const { day, total } of arrivals) {
      const list = await call(world, "shipment.list", {
        isOpen: true,
        dateType: "eta",
        dateFrom: day,
        dateTo: day,
        clock,
      });
      expect([day, total]).toEqual([day, list.total]);
    }
    expect(arrivals.some(({ total }: { total: number }) => total > 0)).toBe(true);
  },
);

it.each(["place", "Europe/Amsterdam"])(
  "counts how many arrivals of 90 days were on time, on the clock %s, and of 90 days before",
  async (clock) => {
    const { db, own } = world;
    // Days before now, days after the first ETA, and whether an event says so.
    const arrivals: [before: number, late: number | null, isConfirmed: boolean][] = [
      ...([
        [1, 0, true],
        [30, 1, true],
        [80, 3, true],
        [89, null, true],
        [10, 0, false],
      ] as [number, number | null, boolean][]),
      ...([
        [91, -2, true],
        [120, 5, true],
        [179, 0.5, true],
        [181, 9, true],
      ] as [number, number | null, boolean][]),
    ];
    await db.deleteFrom("shipment").where("house_number", "like", "FLARRIVED%").execute();
    for (const [index, [before, late, isConfirmed]] of arrivals.entries())
      await addShipment(db, own, {
        house_number: `FLARRIVED${index}`,
        status: "COMPLETED",
        ata: days(-before),
        first_eta: late === null ? null : days(-before - late),
        reached: isConfirmed ? ["atd", "ata"] : ["atd"],
      } as object);
    const { onTime } = await call(world, "dashboard.overview", { clock, today: "2026-11-20" });
    expect(onTime).toEqual({
      days: 90,
      now: { onTime: 2, late: 1, unknown: 2 },
      before: { onTime: 2, late: 1, unknown: 0 },
    });
    for (const [from, to, total] of [
      ["2026-08-23", "2026-11-20", 5],
      ["2026-05-25", "2026-08-22", 3],
    ]) {
      const range = { dateType: "ata", dateFrom: from, dateTo: to, clock };
      expect((await call(world, "shipment.list", range)).total).toBe(total);
    }
    const rival = await call(world, "dashboard.overview", { clock }, { company: world.rival });
    expect(rival.onTime.now).toEqual({ onTime: 0, late: 0, unknown: 0 });
  },
);

it("answers rows of the list that is shown only: the named one, or the first that has any", async () => {
  const rowsOf = async (shown: string | undefined) => {
    const answer = await call(world, "dashboard.overview", { shown });
    const lists = [
      ["delayed", answer.delayed] as const,
      ["arriving", answer.arriving] as const,
      ...answer.statusLists.map((list: { key: string }) => [list.key, list] as const),
    ];
    return lists.filter(([, { rows }]) => rows.length > 0).map(([key]) => key);
  };
  expect(await rowsOf("In_Transit_Shipments")).toEqual(["In_Transit_Shipments"]);
  expect(await rowsOf("")).toEqual(["delayed"]);
  expect(await rowsOf("no list of ours")).toEqual(["delayed"]);
  expect((await rowsOf(undefined)).length).toBeGreaterThan(4);
});

it("counts those that wait for the customer's side as their rows say it, whatever the cut-offs and what was done", async () => {
  const { db, own } = world;
  const kinds = ["STUF", "DEPA", "GTIN_LADEN", "CUSC", "DROP_LADEN", "BKD", null];
  const codes = ["DCO", "FCO", "CUA", "AFC", "ECP", "VCO"];
  // The same draws at every run.
  let seed = 7;
  const draw = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let count = 0; count < 80; count++) {
    const kind = kinds[draw(kinds.length)] ?? null;
    const id = await addShipment(db, own, {
      house_number: `FLTURN${count}`,
      status: draw(3) === 0 ? "TRANSIT" : "BOOKED",
      service_type: draw(2) === 0 ? "PTP" : "DTD",
      next_milestone:
        kind &&
        JSON.stringify({
          vocabulary: "DCSA",
          kind,
          mode: null,
          place: null,
          at: days(draw(20) - 4).toISOString(),
          isDayOnly: false,
        }),
    } as object);
    for (const code of codes.filter(() => draw(3) === 0))
      await db
        .insertInto("cut_off")
        .values({
          shipment_id: id,
          code,
          at: days(draw(16) - 4),
          is_day_only: false,
          source: "test",
          stated_at: days(-5),
          received_at: days(-5),
        } as never)
        .execute();
  }
  const rows: { id: string; nextStep: { turn: string } | null }[] = [];
  for (let page = 1; page <= 3; page++)
    rows.push(...(await call(world, "shipment.list", { isOpen: true, page, pageSize: 100 })).rows);
  const waiting = rows.filter(({ nextStep }) => ["shipper", "consignee"].includes(nextStep?.turn ?? ""));
  const listed = await call(world, "shipment.list", { isOwnTurn: true, pageSize: 100 });
  expect(listed.rows.map(({ id }: { id: string }) => id).sort()).toEqual(waiting.map(({ id }) => id).sort());
  expect(waiting.length).toBeGreaterThan(15);
  expect(rows.length - waiting.length).toBeGreaterThan(15);
  const { ownTurn } = await call(world, "dashboard.overview", {});
  expect(ownTurn).toEqual({ total: waiting.length, isTotalCapped: false });
  await db.deleteFrom("shipment").where("house_number", "like", "FLTURN%").execute();
});

it("tells who sees quotes and bookings how many wait for them, and nobody else", async () => {
  const { db, own } = world;
  const { id } = own;
  const quote = (number: string, status: string, until: number | null) => sql`
    insert into quote (company_id, quote_number, status, freight_mode, request, totals, search_text, valid_until,
      requested_by_name, requested_at, updated_at)
    values (${id}, ${number}, ${status}, 'FCL', '{}', '{}', '', ${until === null ? null : days(until)}, '', now(), now())`;
  const booking = (number: string, status: string) => sql`
    insert into booking (company_id, booking_number, status, content, created_by_name, updated_by_name, created_at, updated_at)
    values (${id}, ${number}, ${status}, '{}', '', '', now(), now())`;
  for (const row of [
    quote("Q-D1", "READY_TO_BOOK", 5),
    quote("Q-D2", "READY_TO_BOOK", 2),
    quote("Q-D3", "READY_TO_BOOK", null),
    quote("Q-D4", "READY_TO_BOOK", -1),
    quote("Q-D5", "NEW", null),
    booking("B-D1", "DRAFT"),
    booking("B-D2", "CONFIRMED"),
  ])
    await row.execute(db);
  const asWith = (menus: string[]) =>
    call(world, "dashboard.overview", {}, { company: { ...own, caller: { ...own.caller, menus } } });
  const seen = await asWith(["QUOTES", "BOOKING"]);
  expect(seen.toDecide).toEqual({ total: 3, isTotalCapped: false, firstUntil: instantToWire(days(2)) });
  expect(seen.drafts).toEqual({ total: 1, isTotalCapped: false });
  const other = await asWith(["DASHBOARD"]);
  expect([other.toDecide, other.drafts]).toEqual([null, null]);
  await db.deleteFrom("quote").where("company_id", "=", id).execute();
  await db.deleteFrom("booking").where("company_id", "=", id).execute();
});

it("keeps how a person arranged the page, reads only what they see, and finds a place for every block", async () => {
  const usual = dashboardBlocks.map((key) => ({ key, isShown: true }));
  const layout = () => call(world, dashboardLayout.name, {});
  expect(await layout()).toEqual({ blocks: usual, isUsual: true });
  // Of another version: one block that there is not, one twice, and most of ours missing.
  await call(world, dashboardArrange.name, {
    blocks: [
      { key: "lists", isShown: true },
      { key: "weather", isShown: true },
      { key: "states", isShown: false },
      { key: "lists", isShown: false },
    ],
  });
  const blocks = [
    { key: "needs", isShown: true },
    { key: "lists", isShown: true },
    { key: "states", isShown: false },
    { key: "arrivals", isShown: true },
    { key: "map", isShown: true },
    { key: "news", isShown: true },
    { key: "onTime", isShown: true },
  ];
  expect(await layout()).toEqual({ blocks, isUsual: false });
  const answer = await call(world, "dashboard.overview", {});
  expect(answer.blocks).toEqual(blocks);
  expect([answer.states, answer.arrivals?.length, answer.onTime?.days]).toEqual([null, 14, 90]);
  expect((await call(world, dashboardLayout.name, {}, { company: world.rival })).isUsual).toBe(true);
  const none = usual.map(({ key }) => ({ key, isShown: false }));
  await call(world, dashboardArrange.name, { blocks: none });
  const menus = { company: { ...world.own, caller: { ...world.own.caller, menus: ["QUOTES", "BOOKING"] } } };
  const bare = await call(world, "dashboard.overview", { shown: "" }, menus);
  expect([bare.ownTurn, bare.toDecide, bare.drafts, bare.news, bare.arrivals, bare.onTime]).toEqual(
    Array(6).fill(null),
  );
  expect(bare.delayed.rows).toEqual([]);
  expect(bare.delayed.total).toBeGreaterThan(0);
  await call(world, dashboardArrange.name, { blocks: null });
  expect(await layout()).toEqual({ blocks: usual, isUsual: true });
});

it("puts the map beside the arrivals of a page that was arranged before there was one", async () => {
  const before = ["onTime", "needs", "arrivals", "states", "news", "lists"];
  await call(world, dashboardArrange.name, {
    blocks: before.map((key) => ({ key, isShown: key !== "news" })),
  });
  const { blocks } = await call(world, dashboardLayout.name, {});
  expect(blocks.map(({ key }: { key: string }) => key)).toEqual(before.toSpliced(3, 0, "map"));
  expect(blocks.filter(({ isShown }: { isShown: boolean }) => !isShown)).toEqual([
    { key: "news", isShown: false },
  ]);
  await call(world, dashboardArrange.name, { blocks: null });
});

it("draws the first of what is on the way, in the order of their list and of the own companies only", async () => {
  const { db, own } = world;
  const isUnderWay = { isUnderWay: true, sort: "eta", direction: "asc", page: 1, pageSize: 100 };
  const numbersOf = (rows: { houseNumber: string }[]) => rows.map(({ houseNumber }) => houseNumber);
  for (let count = 0; count < MAPPED_MAX; count++)
    await addShipment(db, own, { house_number: `FLMAP${count}`, status: "TRANSIT", eta: days(count / 10) });
  for (const company of [own, world.rival]) {
    const list = await call(world, "shipment.list", isUnderWay, { company });
    const { routes } = await call(world, dashboardMap.name, {}, { company });
    expect(numbersOf(routes)).toEqual(numbersOf(list.rows).slice(0, MAPPED_MAX));
    expect(list.total > MAPPED_MAX).toBe(company === own);
    expect(list.total).toBeGreaterThan(0);
  }
  await db.deleteFrom("shipment").where("house_number", "like", "FLMAP%").execute();
  const none = { company: { ...own, caller: { ...own.caller, companyId: "999999" } } };
  expect(await call(world, dashboardMap.name, {}, none)).toEqual({ routes: [] });
});

it("tells what was heard since the visit before, which ends after half an hour, as the list has it", async () => {
  const { db, own } = world;
  const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);
  const open = (at: Date, isVisit = true) =>
    call(world, dashboard.name, { shown: "", isVisit }, { now: at }).then(({ news }) => news);
  await addShipment(db, own, { house_number: "FLHEARD1", heard_at: minutes(-60) } as object);
  // The first visit, however long: nothing to compare with. Who only asks does not visit.
  expect(await open(minutes(-500), false)).toBeNull();
  expect(await open(minutes(-120))).toBeNull();
  expect(await open(minutes(-100))).toBeNull();
  expect(await open(minutes(-75.5))).toBeNull();
  // Half an hour after the last opening the visit is over, and what came since then is told, also when the page is loaded again.
  const since = "2026-11-20 10:44:30";
  for (const at of [-30, -29.8, -10, 5]) {
    const news = await open(minutes(at));
    expect([at, news?.since, news?.total]).toEqual([at, since, 1]);
    expect(news.rows.map((row: { shipment: { houseNumber: string } }) => row.shipment.houseNumber)).toEqual([
      "FLHEARD1",
    ]);
  }
  const list = await call(world, "shipment.list", { changedSince: since });
  expect(list.rows.map(({ houseNumber }: { houseNumber: string }) => houseNumber)).toEqual(["FLHEARD1"]);
  // A date that does not exist is after nothing.
  expect((await call(world, "shipment.list", { changedSince: "2026-13-45 10:44:30" })).total).toBe(0);
  const next = await open(minutes(40));
  expect([next.since, next.total, next.rows]).toEqual(["2026-11-20 12:05:00", 0, []]);
  expect(await call(world, dashboard.name, { isVisit: true }, { company: world.rival })).toMatchObject({
    news: null,
  });
});
