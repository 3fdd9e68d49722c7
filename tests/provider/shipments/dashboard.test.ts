import { afterAll, beforeAll, expect, it } from "vitest";
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
        ...{ isOpen: true, dateType: "eta", dateFrom: day, dateTo: day, clock },
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
        ...{ house_number: `FLARRIVED${index}`, status: "COMPLETED", ata: days(-before) },
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
