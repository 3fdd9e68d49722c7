import { Decimal } from "decimal.js";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ReportMeasures, ReportRow } from "#app/contract/analytics.ts";
import { addShipment, call, makeWorld, NOW, type World } from "../shipments/fixture.ts";

const currencies = ["USD", "CNY", "JPY"] as const;
const charges = ["OFR", "THC", null] as const;
const bill = fc.record({
  currency: fc.constantFrom(...currencies),
  isCredit: fc.boolean(),
  namesShipment: fc.boolean(),
  lines: fc.array(
    fc.record({ charge: fc.constantFrom(...charges), net: fc.integer({ min: 0, max: 999_999 }) }),
    { minLength: 1, maxLength: 3 },
  ),
});
const given = fc.record({
  mode: fc.constantFrom("OCEAN", "AIR"),
  month: fc.integer({ min: 7, max: 11 }),
  bills: fc.array(bill, { maxLength: 4 }),
  quote: fc.option(
    fc.record({ currency: fc.constantFrom(...currencies), total: fc.integer({ min: 1, max: 99_999 }) }),
  ),
});
interface Bill {
  currency: string;
  lines: { charge: string; net: Decimal }[];
}
interface Shipment {
  mode: string;
  month: string;
  bills: Bill[];
  quote: { currency: string; total: number } | null;
}

let world: World;
const shipments: Shipment[] = [];
const question = { monthFrom: "2026-08", monthTo: "2026-11", clock: "UTC" };
let serial = 0;

beforeAll(async () => {
  world = await makeWorld();
  world.own.caller.menus.push("BILLING");
  for (const each of fc.sample(given, 80)) shipments.push(await add(each, world.own));
  for (const each of fc.sample(given, 10)) await add(each, world.rival);
});
afterAll(() => world?.database.drop());

type Given = typeof given extends fc.Arbitrary<infer T> ? T : never;

async function add(each: Given, company: World["own"]): Promise<Shipment> {
  const booking = each.quote && `B-${++serial}`;
  const at = `2026-${String(each.month).padStart(2, "0")}-15T12:00:00Z`;
  const id = await addShipment(world.db, company, {
    job_mode: each.mode as "AIR",
    booking_number: booking,
    etd: at,
    atd: at,
    reached: ["atd"],
    status: "TRANSIT",
  } as object);
  if (each.quote) await quote(company, booking!, each.quote);
  const made: Bill[] = [];
  for (const one of each.bills) {
    const places = one.currency === "JPY" ? 1 : 100;
    const lines = one.lines.map(({ charge, net }) => ({ charge, net: new Decimal(net).div(places) }));
    const invoice = await issue(company, { ...one, lines, shipmentId: id, creditedId: null });
    made.push({
      currency: one.currency,
      lines: lines.map(({ charge, net }) => ({ charge: charge ?? "", net })),
    });
    if (!one.isCredit) continue;
    const first = {
      charge: lines[0]!.charge,
      net: lines[0]!.net.div(2).toDecimalPlaces(places === 1 ? 0 : 2),
    };
    const shipmentId = one.namesShipment ? id : null;
    await issue(company, { ...one, lines: [first], shipmentId, creditedId: invoice });
    made.push({ currency: one.currency, lines: [{ charge: first.charge ?? "", net: first.net.neg() }] });
  }
  const month = at.slice(0, 7);
  return { mode: each.mode, month, bills: made, quote: each.quote };
}

async function quote(
  company: World["own"],
  booking: string,
  { currency, total }: NonNullable<Given["quote"]>,
) {
  const { rows } = await sql<{ id: string }>`
    insert into booking (company_id, booking_number, status, content, created_by_name, updated_by_name, created_at, updated_at)
    values (${company.id}, ${booking}, 'CONFIRMED', '{}', '', '', now(), now()) returning id`.execute(
    world.db,
  );
  const made = await sql<{ id: string }>`
    insert into quote (company_id, quote_number, status, freight_mode, request, totals, search_text, booking_id,
      requested_by_name, requested_at, updated_at)
    values (${company.id}, ${`Q-${booking}`}, 'ACCEPTED', 'FCL', '{}', '{}', '', ${rows[0]!.id}, '', now(), now())
    returning id`.execute(world.db);
  const quoteId = made.rows[0]!.id;
  await sql`
    with o as (
      insert into quote_option (quote_id, position, carrier_name, valid_until, currency, total, lines)
      values (${quoteId}, 1, '', now(), ${currency}, ${total}, '[]') returning id)
    update quote set accepted_option_id = o.id from o where quote.id = ${quoteId}`.execute(world.db);
}

interface Issued {
  currency: string;
  lines: { charge: string | null; net: Decimal }[];
  shipmentId: string | null;
  creditedId: string | null;
}

async function issue(company: World["own"], { currency, lines, shipmentId, creditedId }: Issued) {
  const net = lines.reduce((sum, line) => sum.plus(line.net), new Decimal(0)).toString();
  const { id } = await world.db
    .insertInto("invoice")
    .values({
      company_id: company.id,
      kind: creditedId ? "CREDIT_NOTE" : "INVOICE",
      number: `I-${++serial}`,
      credited_id: creditedId,
      shipment_id: shipmentId,
      house_number: null,
      booking_id: null,
      booking_number: null,
      invoice_date: "2026-09-01",
      due_date: null,
      currency,
      rounding: "LINE",
      net,
      tax: "0",
      total: net,
      search_text: "",
      issued_at: NOW,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await world.db
    .insertInto("invoice_line")
    .values(
      lines.map(({ charge, net: amount }, position) => ({
        invoice_id: id,
        position,
        charge_code: charge,
        description: `Charge ${charge}`,
        quantity: "1",
        unit_price: amount.toString(),
        net: amount.toString(),
        tax: "0",
        container_number: null,
        clock: null,
        clock_from: null,
        clock_to: null,
        clock_days: null,
      })),
    )
    .execute();
  return id;
}

const population = () => shipments.filter(({ month }) => month >= "2026-08");
const sum = (values: (Decimal | number)[]) =>
  values.reduce<Decimal>((total, value) => total.plus(value), new Decimal(0));
const linesOf = (each: Shipment, currency: string) =>
  each.bills.filter((one) => one.currency === currency).flatMap(({ lines }) => lines);

function expectedIn(group: Shipment[], currency: string) {
  const billed = group.filter((each) => each.bills.some((one) => one.currency === currency));
  const quoted = billed.filter((each) => each.quote?.currency === currency);
  const net = (some: Shipment[]) =>
    sum(some.flatMap((each) => linesOf(each, currency).map((line) => line.net)));
  return {
    shipments: billed.length,
    net: billed.length > 0 ? net(billed).toNumber() : 0,
    compared: quoted.length,
    quoted: quoted.length > 0 ? sum(quoted.map((each) => each.quote!.total)).toNumber() : null,
    billed: quoted.length > 0 ? net(quoted).toNumber() : null,
  };
}
function foundIn({ spend }: ReportMeasures, wanted: string) {
  const found = spend!.sums.find(({ currency }) => currency === wanted);
  const number = (text: string | null | undefined) => (text ? Number(text) : null);
  return {
    shipments: found?.shipments ?? 0,
    net: number(found?.net) ?? 0,
    compared: found?.compared ?? 0,
    quoted: number(found?.quoted),
    billed: number(found?.billed),
  };
}

const run = (asked: object) => call(world, "analytics.report", { ...question, report: "spend", ...asked });
const behind = async (asked: object): Promise<number> =>
  (await call(world, "analytics.shipments", { ...question, page: 1, pageSize: 100, ...asked })).total;

it.each(["month", "mode"] as const)(
  "sums what was billed and quoted by %s as a recount does, in each currency, and leads to as many shipments",
  async (groupBy) => {
    const { all, rows } = await run({ groupBy });
    const groups = Map.groupBy(population(), (each) => each[groupBy]);
    expect(all.shipments).toBe(population().length);
    for (const currency of currencies) {
      const expected = expectedIn(population(), currency);
      expect(expected.compared).toBeGreaterThan(0);
      expect([currency, foundIn(all, currency)]).toEqual([currency, expected]);
      for (const row of rows as ReportRow[]) {
        const group = groups.get(row.key) ?? [];
        expect([row.key, currency, foundIn(row, currency)]).toEqual([
          row.key,
          currency,
          expectedIn(group, currency),
        ]);
        const asked = { groupBy, key: row.key, billedIn: currency };
        expect(await behind(asked)).toBe(foundIn(row, currency).shipments);
        expect(await behind({ ...asked, hasQuote: true })).toBe(foundIn(row, currency).compared);
      }
    }
  },
);

it("sums by charge, and counts the shipments of each", async () => {
  const { rows } = await run({ groupBy: "charge" });
  expect(rows.map(({ key }: ReportRow) => key).sort()).toEqual(["", "OFR", "THC"]);
  expect(rows.find(({ key }: ReportRow) => key === "OFR").name).toBe("OFR Charge OFR");
  for (const row of rows as ReportRow[])
    for (const currency of currencies) {
      const own = population().map((each) =>
        linesOf(each, currency).filter(({ charge }) => charge === row.key),
      );
      const billed = own.filter((lines) => lines.length > 0);
      const found = foundIn(row, currency);
      expect([row.key, currency, found.shipments, found.net]).toEqual([
        row.key,
        currency,
        billed.length,
        sum(billed.flat().map(({ net }) => net)).toNumber(),
      ]);
      expect(await behind({ groupBy: "charge", key: row.key, billedIn: currency })).toBe(billed.length);
    }
});

it("sums by mode and then by charge", async () => {
  const { rows } = await run({ groupBy: "mode", thenBy: "charge" });
  for (const row of rows as ReportRow[]) {
    const own = population().filter(({ mode, bills }) => mode === row.key && bills.length > 0);
    expect([row.key, row.shipments]).toEqual([row.key, own.length]);
    for (const each of row.below!)
      for (const currency of currencies) {
        const lines = own.map((one) => linesOf(one, currency).filter(({ charge }) => charge === each.key));
        const billed = lines.filter((some) => some.length > 0);
        const found = foundIn(each, currency);
        expect([row.key, each.key, currency, found.shipments, found.net]).toEqual([
          row.key,
          each.key,
          currency,
          billed.length,
          sum(billed.flat().map(({ net }) => net)).toNumber(),
        ]);
        const asked = { groupBy: "mode", key: row.key, thenBy: "charge", key2: each.key };
        expect(await behind({ ...asked, billedIn: currency })).toBe(billed.length);
      }
  }
});

it("is refused to who may not see bills, and charges are no groups of another report", async () => {
  const caller = { ...world.own.caller, menus: ["ANALYTICS"] };
  const options = { company: { ...world.own, caller } };
  const asked = { ...question, page: 1, pageSize: 10, billedIn: "USD" };
  const refused: [string, object][] = [
    ["analytics.report", { ...question, report: "spend", groupBy: "month" }],
    ["analytics.file", { ...question, report: "spend", groupBy: "month", format: "csv" }],
    ["analytics.shipments", asked],
    ["analytics.shipments", { ...asked, billedIn: undefined, groupBy: "charge", key: "OFR" }],
  ];
  for (const [name, input] of refused)
    await expect(call(world, name, input, options)).rejects.toMatchObject({ messageKey: "forbidden" });
  await expect(run({ report: "volume", groupBy: "charge" })).rejects.toMatchObject({
    messageKey: "noSuchGroup",
  });
});
