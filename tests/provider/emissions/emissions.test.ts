import { text } from "node:stream/consumers";
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReportMeasures, ReportRow } from "#app/contract/analytics.ts";
import type { ShipmentEmissions } from "#app/contract/emission.ts";
import { emissionStates } from "#app/contract/emission-code.ts";
import { factorFields, removeFactor, saveFactors } from "#app/provider/emissions/factor.ts";
import { readFactorFile } from "#app/provider/emissions/factor-file.ts";
import { computeDue } from "#app/provider/emissions/worker.ts";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { addShipment, call, makeWorld, NOW, type World } from "../shipments/fixture.ts";
import { dcsa2 } from "../shipments/journey.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world?.database.drop());

const computeAll = async () => {
  while ((await computeDue(world.db, NOW)) > 0);
};
const read = (id: string, options = {}): Promise<ShipmentEmissions> =>
  call(world, "shipment.emissions", { id }, options);
const operators = (given: object) =>
  factorFields.parse({
    code: "GLEC-SEA",
    mode: "VESSEL",
    edition: 2025,
    unit: "TKM",
    ttw: "0.0075",
    wtt: "0.0010",
    distanceShare: "0.15",
    vehicle: "Panamax",
    source: "GLEC Framework",
    licence: "On request",
    ...given,
  });
const due = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from emission_due`.execute(world.db)).rows[0]!.n);

describe("a shipment", () => {
  it("is the sum of its legs, with the factors by which they are computed", async () => {
    const id = await addShipment(world.db, world.own, {
      etd: "2025-06-01T00:00:00Z",
      gross_weight_kg: "12500.000",
      place_of_receipt: "CNSZH",
    } as object);
    const found = await read(id);
    expect(found).toMatchObject({ year: 2025, isDeparted: false, massKg: "12500.000", gap: null });
    expect(found.legs.map(({ mode, basis }) => [mode, basis])).toEqual([
      ["TRUCK", "great-circle"],
      ["VESSEL", "sea-lane"],
    ]);
    const sea = found.legs[1]!;
    expect(found.factors.find((factor) => factor.id === sea.factorId)).toMatchObject({
      edition: 2025,
      ttw: "0.01612",
      wtt: "0.00365",
      quality: "default",
      isChecked: true,
      licence: "Open Government Licence v3.0",
      low: "0.00815",
      high: "0.04508",
    });
    expect(sea.distanceKm).toBeGreaterThan(17_000);
    expect(sea.activity).toBe(new Decimal(sea.distanceKm!).times("12.5").toFixed(3));
    const whole = new Decimal(sea.distanceKm!).times("12.5");
    expect(sea.figures).toMatchObject({
      ttwKg: whole.times("0.01612").toFixed(3),
      wttKg: whole.times("0.00365").toFixed(3),
      rfKg: null,
      lowKg: whole.times("0.00815").toFixed(3),
    });
    const sum = found.legs.reduce((all, each) => all.plus(each.figures!.ttwKg), new Decimal(0));
    expect(sum.minus(found.total!.ttwKg).abs().lessThanOrEqualTo("0.001")).toBe(true);
  });

  it("is said in the caller's language, sources included", async () => {
    const id = await addShipment(world.db, world.own, { etd: new Date("2025-06-01T00:00:00Z") });
    const { factors, legs } = await read(id, { language: "zh" });
    expect(factors[0]).toMatchObject({ vehicle: "集装箱船，各船型平均" });
    expect(factors[0]!.source).toContain("英国政府");
    expect(legs[0]!.from.name).toMatch(/\p{Script=Han}/u);
  });

  it("has no figure where one of its legs has none, and says why", async () => {
    await sql`insert into place (code, kind, name, name_zh, country_code) values ('XXNOW', 'INLAND', 'Nowhere', '无处', 'CN')`.execute(
      world.db,
    );
    const weightless = await addShipment(world.db, world.own, { gross_weight_kg: "0" });
    expect(await read(weightless)).toMatchObject({ total: null, gap: "noWeight", massKg: null });
    const nowhere = await addShipment(world.db, world.own, { place_of_receipt: "XXNOW" });
    const found = await read(nowhere);
    expect(found).toMatchObject({ total: null, gap: "noDistance", tkm: null });
    expect(found.legs.map(({ figures }) => figures === null)).toEqual([true, false]);
    await computeAll();
    // As soon as the position is known.
    await sql`update place set latitude = 31, longitude = 121 where code = 'XXNOW'`.execute(world.db);
    expect(await due()).toBe(1);
    expect((await read(nowhere)).gap).toBeNull();
  });

  it("keeps what radiative forcing adds apart", async () => {
    const id = await addShipment(world.db, world.own, {
      job_mode: "AIR",
      load_type: "AIR",
      gross_weight_kg: "1000",
      port_of_departure: "PVG",
      port_of_arrival: "FRA",
      etd: new Date("2025-06-01T00:00:00Z"),
    } as object);
    const { legs, total } = await read(id);
    const km = new Decimal(legs[0]!.distanceKm!);
    expect(total).toMatchObject({
      ttwKg: km.times("0.5313").toFixed(3),
      wttKg: km.times("0.13516").toFixed(3),
      rfKg: km.times("0.36809").toFixed(3),
    });
  });

  it("is not told to another company", async () => {
    const id = await addShipment(world.db, world.rival, {});
    await expect(read(id)).rejects.toMatchObject({ code: expect.any(Number) });
    expect((await read(id, { company: world.rival })).legs).toHaveLength(1);
  });
});

describe("the operator's factors", () => {
  it("come before those of the product, the carrier's own first, and are removed again", async () => {
    const base = { etd: new Date("2025-06-01T00:00:00Z"), gross_weight_kg: "1000" };
    const own = await addShipment(world.db, world.own, { ...base, carrier_code: "HLCU" });
    const other = await addShipment(world.db, world.own, { ...base, carrier_code: "MAEU" });
    await computeAll();
    await world.db
      .transaction()
      .execute((trx) =>
        saveFactors(
          trx,
          [operators({}), operators({ code: "HLCU-SEA", carrierCode: "HLCU", ttw: "0.0050" })],
          NOW,
        ),
      );
    expect((await read(own)).factors).toMatchObject([{ ttw: "0.0050", quality: "carrier", note: null }]);
    const { legs, factors } = await read(other);
    expect(factors).toMatchObject([{ ttw: "0.0075", distanceShare: "0.15", isChecked: null }]);
    expect(legs[0]!.adjustedKm).toBe(new Decimal(legs[0]!.distanceKm!).times("1.15").toFixed());
    // Figures by other factors are not shown any more.
    const { rows } = await sql`select from shipment_emission`.execute(world.db);
    expect(rows).toHaveLength(0);
    for (const code of ["GLEC-SEA", "HLCU-SEA"]) expect(await removeFactor(world.db, code)).toBe(true);
    expect(await removeFactor(world.db, "UK-2025-VESSEL")).toBe(false);
    expect((await read(own)).factors).toMatchObject([{ ttw: "0.01612" }]);
  });

  it("may be of full containers and of hubs", async () => {
    const id = await addShipment(world.db, world.own, {
      etd: new Date("2025-06-01T00:00:00Z"),
      gross_weight_kg: "20000",
      containers: ["MSKU1234565"],
      place_of_receipt: "CNSZH",
    });
    await saveFactors(
      world.db,
      [
        operators({ code: "BOX", unit: "TEUKM", ttw: "0.05", wtt: "0.01", distanceShare: "0" }),
        operators({ code: "QUAY", mode: "HUB", unit: "T", ttw: "1.5", wtt: "0.5", distanceShare: "0" }),
      ],
      NOW,
    );
    const { legs, teu, total } = await read(id);
    expect(Number(teu)).toBe(2);
    expect(legs.map(({ mode }) => mode)).toEqual(["TRUCK", "HUB", "VESSEL"]);
    expect(legs[1]!.figures).toMatchObject({ ttwKg: "30.000", wttKg: "10.000" });
    expect(legs[2]!.figures!.ttwKg).toBe(new Decimal(legs[2]!.distanceKm!).times("0.1").toFixed(3));
    expect(total).not.toBeNull();
    for (const code of ["BOX", "QUAY"]) await removeFactor(world.db, code);
  });

  it("are not taken with a code of the product", async () => {
    const refused = await saveFactors(world.db, [operators({}), operators({ code: "UK-2025-VESSEL" })], NOW);
    expect(refused).toEqual(["UK-2025-VESSEL"]);
    expect(await removeFactor(world.db, "GLEC-SEA")).toBe(false);
  });

  it("are read from JSON and CSV alike, and faults are named", () => {
    const csv = [
      "code,mode,edition,unit,ttw,wtt,vehicle,source,licence,note",
      'A,RAIL,2024,TKM,0.0200,0.0050,Train,"GLEC, table 3",free,',
    ].join("\n");
    const { factors, faults } = readFactorFile(csv, "f.CSV");
    expect(faults).toEqual([]);
    expect(factors).toMatchObject([
      { code: "A", edition: 2024, ttw: "0.0200", source: "GLEC, table 3", note: null },
    ]);
    expect(readFactorFile(JSON.stringify(factors), "f.json").factors).toEqual(factors);
    const wrong = { ...factors[0], mode: "HUB", ttw: "-1", low: "2", high: "1", address: "javascript:1" };
    const found = readFactorFile(JSON.stringify([wrong, factors[0], factors[0]]), "f.json").faults.join("\n");
    expect(found).toMatch(/factor 1, ttw/);
    expect(found).toMatch(/factor 1, address/);
    expect(found).toMatch(/A is there twice/);
    expect(readFactorFile("{", "f.json").faults).toHaveLength(1);
    expect(readFactorFile("{}", "f.json").faults).toEqual(["a list of factors is needed"]);
  });
});

describe("a change", () => {
  it("has the shipment computed again, and nothing else does", async () => {
    const id = await addShipment(world.db, world.own, { etd: new Date("2025-06-01T00:00:00Z") });
    await computeAll();
    const change = (values: object) =>
      world.db.updateTable("shipment").set(values).where("id", "=", id).execute();
    await change({ updated_at: NOW, business_unit: "OTHER" });
    expect(await due()).toBe(0);
    await change({ gross_weight_kg: "777" });
    expect(await due()).toBe(1);
    await computeAll();
    await sql`insert into shipment_container (shipment_id, line, container_number, container_type)
      values (${id}, 9, 'TCNU1234565', '22G1')`.execute(world.db);
    expect(await due()).toBe(1);
    await computeAll();
    await sql`delete from shipment_container where shipment_id = ${id} and line = 9`.execute(world.db);
    expect(await due()).toBe(1);
    await computeAll();
  });

  it("of the legs by events does so too", async () => {
    const id = await addShipment(world.db, world.own, { booking_at: new Date("2026-09-01T00:00:00Z") });
    const { house_number } = await world.db
      .selectFrom("shipment")
      .select("house_number")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await computeAll();
    const before = await read(id);
    const references = [{ type: "FF", value: house_number }];
    const report = await storeEvents(
      world.db,
      [
        dcsa2({ code: "DEPA", day: -40, place: "CNSHA", sequence: 1, references }),
        dcsa2({ code: "ARRI", day: -32, place: "SGSIN", sequence: 2, references }),
        dcsa2({ code: "DEPA", day: -30, place: "SGSIN", sequence: 2, references }),
        dcsa2({ code: "ARRI", day: -9, place: "DEHAM", sequence: 3, references }),
      ],
      { source: "TEST", now: NOW },
    );
    expect(report.rejected).toEqual([]);
    expect(await due()).toBe(1);
    const after = await read(id);
    expect(after.legs.length).toBe(before.legs.length + 1);
    await computeAll();
  });

  it("is not lost while the shipment is being computed", async () => {
    const id = await addShipment(world.db, world.own, { etd: new Date("2025-06-01T00:00:00Z") });
    await computeAll();
    await world.db.updateTable("shipment").set({ gross_weight_kg: "1000" }).where("id", "=", id).execute();
    const open = await world.db.startTransaction().execute();
    await open.updateTable("shipment").set({ gross_weight_kg: "2000" }).where("id", "=", id).execute();
    // The shipment is passed over, since its change is not over.
    expect(await computeDue(world.db, NOW)).toBe(0);
    await open.commit().execute();
    expect(await computeDue(world.db, NOW)).toBe(1);
    const { ttwKg } = (await read(id)).total!;
    const { rows } = await sql<{
      ttw_g: string;
    }>`select ttw_g from shipment_emission where shipment_id = ${id}`.execute(world.db);
    expect(new Decimal(rows[0]!.ttw_g).div(1000).toFixed(3)).toBe(ttwKg);
  });
});

it("several processes share the work, each shipment once", { tags: "slow" }, async () => {
  const added = await Promise.all(
    Array.from({ length: 230 }, () =>
      addShipment(world.db, world.own, { etd: new Date("2025-06-01T00:00:00Z") }),
    ),
  );
  const rounds = await Promise.all(Array.from({ length: 3 }, () => computeDue(world.db, NOW)));
  expect(rounds.reduce((sum, count) => sum + count, 0) + (await due())).toBe(added.length);
  await computeAll();
  const { rows } =
    await sql`select from shipment_emission where shipment_id = any(${added}::bigint[])`.execute(world.db);
  expect(rows).toHaveLength(added.length);
});

describe("reports", () => {
  const shipment = fc.record({
    mode: fc.constantFrom("OCEAN", "AIR", "TRUCK"),
    lane: fc.constantFrom(["CNSHA", "DEHAM"], ["USLAX", "DEHAM"], ["CNSHA", "USLAX"]),
    carrier: fc.constantFrom("HLCU", "MAEU", null),
    kg: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 30_000_000 }) },
      { weight: 1, arbitrary: fc.constant(0) },
    ),
    month: fc.integer({ min: 1, max: 9 }),
    receipt: fc.constantFrom(null, null, "CNSZH", "XXOFF"),
    isLate: fc.boolean(),
  });
  const question = { monthFrom: "2024-01", monthTo: "2024-09", report: "emissions" };
  const ids: string[] = [];

  beforeAll(async () => {
    await sql`insert into place (code, kind, name, name_zh, country_code) values ('XXOFF', 'INLAND', 'Off', '外', 'CN')`.execute(
      world.db,
    );
    for (const each of fc.sample(shipment, { seed: 14_083, numRuns: 120 }))
      ids.push(
        await addShipment(world.db, world.own, {
          job_mode: each.mode,
          port_of_departure: each.lane[0],
          port_of_arrival: each.lane[1],
          carrier_code: each.carrier,
          gross_weight_kg: new Decimal(each.kg).div(1000).toFixed(3),
          place_of_receipt: each.receipt,
          etd: `2024-${String(each.month).padStart(2, "0")}-10T12:00:00Z`,
        } as object),
      );
    await computeAll();
    // Some wait for their first figure.
    await sql`delete from shipment_emission where shipment_id = any(${ids.slice(0, 7)}::bigint[])`.execute(
      world.db,
    );
  });

  it("are the sums of what single shipments have, and every number leads to its shipments", {
    tags: "slow",
  }, async () => {
    const single = new Map(await Promise.all(ids.map(async (id) => [id, await read(id)] as const)));
    const waiting = new Set(ids.slice(0, 7));
    const behind = async (group: object) => {
      const found = await call(world, "analytics.shipments", { ...question, ...group, pageSize: 100 });
      const rest =
        found.total > 100
          ? await call(world, "analytics.shipments", { ...question, ...group, pageSize: 100, page: 2 })
          : { rows: [] };
      return [...found.rows, ...rest.rows].map(({ id }: { id: string }) => id) as string[];
    };
    for (const groupBy of ["month", "mode", "lane", "carrier"] as const) {
      const found = await call(world, "analytics.report", { ...question, groupBy });
      const rows: (ReportMeasures & Partial<ReportRow>)[] = [found.all, ...found.rows];
      for (const row of rows) {
        const group = row.key === undefined ? {} : { groupBy, key: row.key };
        const members = await behind(group);
        expect(members).toHaveLength(row.shipments);
        const counted = members.filter((id) => !waiting.has(id) && single.get(id)!.total);
        const sum = (of: (each: ShipmentEmissions) => Decimal.Value) =>
          counted.length === 0
            ? null
            : counted.reduce((all, id) => all.plus(of(single.get(id)!)), new Decimal(0)).toFixed(3);
        const { emissions } = row;
        expect(emissions).toMatchObject({
          ttwKg: sum(({ total }) => total!.ttwKg),
          wttKg: sum(({ total }) => total!.wttKg),
          tkm: sum(({ tkm }) => tkm!),
        });
        if (emissions!.highKg)
          expect(emissions!.highKg).toBe(
            sum(({ total }) => total!.highKg ?? new Decimal(total!.ttwKg).plus(total!.wttKg)),
          );
        const grams = new Decimal(emissions!.ttwKg ?? 0).plus(emissions!.wttKg ?? 0).times(1000);
        expect(emissions!.gramsPerTkm).toBe(
          counted.length === 0 ? null : grams.div(emissions!.tkm!).toFixed(2, Decimal.ROUND_HALF_UP),
        );
        for (const emission of emissionStates)
          expect(await behind({ ...group, emission })).toHaveLength(emissions![emission]);
      }
    }
  });

  it("compare with the period before, where nothing is known of none", async () => {
    const found = await call(world, "analytics.report", {
      ...question,
      groupBy: "month",
      isCompared: true,
      monthFrom: "2024-04",
      monthTo: "2024-06",
    });
    expect(found.all.before.emissions.counted).toBeGreaterThan(0);
    const none = await call(world, "analytics.report", {
      ...question,
      groupBy: "month",
      monthFrom: "2019-01",
      monthTo: "2019-01",
    });
    expect(none.all.emissions).toMatchObject({ counted: 0, ttwKg: null, gramsPerTkm: null });
  });

  it("are a file, shipment by shipment, with source, edition, licence and what was left out", async () => {
    const asked = { monthFrom: "2024-01", monthTo: "2024-09", format: "csv" };
    const file = await call(world, "emission.export", asked);
    const lines = (await text(file.body)).trim().split(/\r?\n/);
    expect(lines).toHaveLength(ids.length + 1);
    expect(lines[0]).toContain("Well to wheel, kg CO2e");
    expect(lines.filter((line) => line.includes("No figure yet"))).toHaveLength(7);
    const figures = lines.filter((line) => line.includes("ISO 14083"));
    expect(figures.length).toBeGreaterThan(20);
    for (const line of figures) {
      expect(line).toContain("UK Government GHG Conversion Factors");
      expect(line).toContain("Open Government Licence v3.0");
      expect(line).toMatch(/Scope 3, category 4/);
    }
    const chinese = await text((await call(world, "emission.export", asked, { language: "zh" })).body);
    expect(chinese).toContain("范围三第 4 类");
    const rival = await text((await call(world, "emission.export", asked, { company: world.rival })).body);
    expect(rival.trim().split("\n")).toHaveLength(1);
  });
});
