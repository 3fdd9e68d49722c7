import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addShipment, makeWorld, NOW, type World } from "../shipments/fixture.ts";

/** What is stored of a shipment's bills is what its invoices and their lines say, whatever becomes of them. */

let world: World;
let serial = 0;
beforeAll(async () => {
  world = await makeWorld();
  // What was issued cannot change by any call; the sums follow all the same.
  for (const table of ["invoice", "invoice_line"])
    await sql`alter table ${sql.table(table)} disable trigger ${sql.ref(`${table}_kept`)}`.execute(world.db);
  await sql`alter table invoice disable trigger invoice_subject_kept`.execute(world.db);
});
afterAll(() => world?.database.drop());

interface Issued {
  shipment: string | null;
  currency?: string;
  credits?: string;
  company?: World["own"];
  description?: string;
  lines: readonly (readonly [charge: string | null, net: string, clock?: "DEM"])[];
}

async function issue(
  { shipment, currency = "USD", credits, company, description = "Charge", lines }: Issued,
  db = world.db,
) {
  const net = Decimal.sum(0, ...lines.map(([, each]) => each)).toString();
  const { id } = await db
    .insertInto("invoice")
    .values({
      company_id: (company ?? world.own).id,
      kind: credits ? "CREDIT_NOTE" : "INVOICE",
      number: `S-${++serial}`,
      credited_id: credits ?? null,
      shipment_id: shipment,
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
  if (lines.length > 0)
    await db
      .insertInto("invoice_line")
      .values(
        lines.map(([charge, each, clock], position) => ({
          invoice_id: id,
          position,
          charge_code: charge,
          description,
          quantity: "1",
          unit_price: each,
          net: each,
          tax: "0",
          container_number: clock ? "CSQU3054383" : null,
          clock: clock ?? null,
          clock_from: clock ? "2026-09-01" : null,
          clock_to: clock ? "2026-09-02" : null,
          clock_days: clock ? 2 : null,
        })),
      )
      .execute();
  return id;
}

async function stored(shipment: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select currency, net, charge_codes, charge_nets, clock_net, every_charge from shipment_billed
    where shipment_id = ${shipment} order by currency`.execute(world.db);
  const number = (value: unknown) => (value === null ? null : Number(value));
  return rows.map(({ currency, net, charge_codes, charge_nets, clock_net, every_charge }) => ({
    currency,
    net: number(net),
    clock: number(clock_net),
    every: every_charge,
    charges: Object.fromEntries(
      (charge_codes as string[]).map((code, index) => [code, number((charge_nets as string[])[index])]),
    ),
  }));
}

const only = (net: number, charges: object, clock: number | null = null) => [
  { currency: "USD", net, clock, every: Object.keys(charges).sort(), charges },
];

test("sums lines by charge in each currency, less credit notes that name the shipment or only its invoice", async () => {
  const shipment = await addShipment(world.db, world.own, {});
  expect(await stored(shipment)).toEqual([]);
  const first = await issue({
    shipment,
    lines: [
      ["OFR", "900.50"],
      ["OFR", "99.50"],
      [null, "10"],
    ],
  });
  await issue({ shipment, currency: "CNY", lines: [["DEM", "70"]] });
  await issue({ shipment, credits: first, lines: [["OFR", "100"]] });
  await issue({ shipment: null, credits: first, lines: [["THC", "5.25", "DEM"]] });
  expect(await stored(shipment)).toEqual([
    { currency: "CNY", net: 70, clock: 70, every: ["", "DEM", "OFR", "THC"], charges: { DEM: 70 } },
    { currency: "USD", net: 904.75, clock: -5.25, every: null, charges: { "": 10, OFR: 900, THC: -5.25 } },
  ]);
});

test("follows invoices that change, move and go", async () => {
  const [one, other] = [
    await addShipment(world.db, world.own, {}),
    await addShipment(world.db, world.own, {}),
  ];
  const invoice = await issue({
    shipment: one,
    lines: [
      ["OFR", "30"],
      ["DOC", "2"],
    ],
  });
  await issue({ shipment: null, credits: invoice, lines: [["OFR", "10"]] });
  expect(await stored(one)).toEqual(only(22, { DOC: 2, OFR: 20 }));
  await sql`update invoice set shipment_id = ${other} where id = ${invoice}`.execute(world.db);
  expect(await stored(one)).toEqual([]);
  expect(await stored(other)).toEqual(only(22, { DOC: 2, OFR: 20 }));
  await sql`update invoice_line set net = 31 where invoice_id = ${invoice} and charge_code = 'OFR'`.execute(
    world.db,
  );
  await sql`update invoice set net = 33 where id = ${invoice}`.execute(world.db);
  expect(await stored(other)).toEqual(only(23, { DOC: 2, OFR: 21 }));
  await sql`delete from invoice_line where invoice_id = ${invoice} and charge_code = 'DOC'`.execute(world.db);
  expect(await stored(other)).toEqual(only(23, { OFR: 21 }));
  await sql`delete from invoice where id = ${invoice}`.execute(world.db);
  expect(await stored(other)).toEqual([]);
});

test("has nothing of another company's invoice, and goes with the shipment", async () => {
  const shipment = await addShipment(world.db, world.own, {});
  await issue({ shipment, company: world.rival, lines: [["OFR", "30"]] });
  expect(await stored(shipment)).toEqual([]);
  const invoice = await issue({ shipment, lines: [] });
  expect(await stored(shipment)).toEqual(only(0, {}));
  await sql`delete from shipment where id = ${shipment}`.execute(world.db);
  expect(await stored(shipment)).toEqual([]);
  expect(
    await world.db.selectFrom("invoice").select("shipment_id").where("id", "=", invoice).execute(),
  ).toEqual([{ shipment_id: null }]);
});

test("has each of many invoices that are issued at once", async () => {
  const shipment = await addShipment(world.db, world.own, {});
  await Promise.all(
    Array.from({ length: 8 }, () =>
      world.db.transaction().execute((trx) => issue({ shipment, lines: [["OFR", "1.25"]] }, trx)),
    ),
  );
  expect(await stored(shipment)).toEqual(only(10, { OFR: 10 }));
});

test("calls a charge as its company's last line does", async () => {
  const names = async () => {
    const { rows } = await sql<{ company_id: string; description: string }>`
      select company_id, description from charge_name where code = 'PSS' order by company_id`.execute(
      world.db,
    );
    return rows.map(({ company_id, description }) => [company_id, description]);
  };
  const line = (description: string, company: World["own"]) =>
    issue({ shipment: null, company, description, lines: [["PSS", "1"]] });
  await line("Peak season", world.own);
  await line("Peak season surcharge", world.own);
  await line("Saisonzuschlag", world.rival);
  expect(await names()).toEqual([
    [world.own.id, "Peak season surcharge"],
    [world.rival.id, "Saisonzuschlag"],
  ]);
});
