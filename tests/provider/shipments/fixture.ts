import type { Insertable } from "kysely";
import { pino } from "pino";
import type { Language } from "#app/contract/user.ts";
import { analyticsRoutes } from "#app/provider/analytics/routes.ts";
import type { Caller, CallerContext } from "#app/provider/call/context.ts";
import { scopeOf } from "#app/provider/call/scope.ts";
import { secretBox } from "#app/provider/call/secret-box.ts";
import { dashboardRoutes } from "#app/provider/dashboard/routes.ts";
import type { Database } from "#app/provider/db/schema.ts";
import { emissionRoutes } from "#app/provider/emissions/routes.ts";
import { folderStore } from "#app/provider/file-store/folder.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { indexReferences } from "#app/provider/shipments/reference.ts";
import { shipmentRoutes } from "#app/provider/shipments/routes.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";

export const NOW = new Date("2026-11-20T04:00:00Z");

export interface World {
  database: TestDatabase;
  db: TestDatabase["db"];
  /** Two customers and the forwarder, with one person and two parties each. */
  own: Company;
  rival: Company;
  forwarder: Company;
}
export interface Company {
  id: string;
  caller: Caller;
  shipperId: string;
  consigneeId: string;
}

/** A fresh database with places, carriers and vessels, and no shipments. */
export async function makeWorld(): Promise<World> {
  const database = await testDatabase();
  await loadReference(database.db);
  const own = await addCompany(database.db, "OWN", "Northwind Trading");
  const rival = await addCompany(database.db, "RIVAL", "Contoso Imports");
  const forwarder = await addCompany(database.db, "DESK", "Forwarder", true);
  return { database, db: database.db, own, rival, forwarder };
}

async function addCompany(
  db: TestDatabase["db"],
  code: string,
  name: string,
  isForwarder = false,
): Promise<Company> {
  const company = await db
    .insertInto("company")
    .values({ code, name, is_forwarder: isForwarder })
    .returning("id")
    .executeTakeFirstOrThrow();
  const role = await db.selectFrom("role").select("id").limit(1).executeTakeFirstOrThrow();
  const user = await db
    .insertInto("app_user")
    .values({ company_id: company.id, role_id: role.id, user_name: code.toLowerCase(), name: code })
    .returning("id")
    .executeTakeFirstOrThrow();
  const parties = await db
    .insertInto("party")
    .values([
      { company_id: company.id, code: `${code}-S`, name: `${name} Shenzhen Factory 深圳工厂` },
      { company_id: company.id, code: `${code}-C`, name: `${name} Hamburg 100% GmbH` },
    ])
    .returning("id")
    .execute();
  const caller: Caller = {
    userId: user.id,
    userName: code.toLowerCase(),
    name: code,
    companyId: company.id,
    isForwarder,
    roles: ["admin"],
    menus: [],
    buttons: [],
    resourceCodes: [],
    resourceUrls: [],
    tokenHash: Buffer.alloc(32),
    program: null,
    session: null,
  };
  return { id: company.id, caller, shipperId: parties[0]!.id, consigneeId: parties[1]!.id };
}

export interface ShipmentGiven extends Partial<Omit<Insertable<Database["shipment"]>, "company_id">> {
  containers?: string[];
  orders?: { po: string; sku: string }[];
}

let serial = 0;

/** Adds a shipment of the company with its references; defaults are those of an ordinary ocean container. */
export async function addShipment(
  db: TestDatabase["db"],
  company: Company,
  { containers = [], orders = [], ...given }: ShipmentGiven = {},
): Promise<string> {
  serial++;
  const { id } = await db
    .insertInto("shipment")
    .values({
      company_id: company.id,
      house_number: `FLSH${String(serial).padStart(8, "0")}`,
      job_mode: "OCEAN",
      service_type: "PTP",
      service_level: "STANDARD",
      load_type: "FCL",
      incoterms: "FOB",
      payment_type: "PREPAID",
      shipper_id: company.shipperId,
      consignee_id: company.consigneeId,
      port_of_departure: "CNSHA",
      port_of_arrival: "DEHAM",
      system_source: "TEST",
      business_unit: "OCEAN",
      pieces: 10,
      package_type: "CTN",
      cartons: 10,
      gross_weight_kg: "1200.500",
      volume_cbm: "6.120",
      dates: "{}",
      booking_at: new Date("2026-11-01T02:00:00Z"),
      updated_at: new Date(NOW.getTime() - serial * 60_000),
      ...given,
    } as Insertable<Database["shipment"]>)
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const [line, number] of containers.entries()) {
    await db
      .insertInto("shipment_container")
      .values({ shipment_id: id, line: line + 1, container_number: number, container_type: "45G1" } as never)
      .execute();
  }
  for (const [line, { po, sku }] of orders.entries()) {
    await db
      .insertInto("shipment_order_line")
      .values({
        shipment_id: id,
        line: line + 1,
        po_number: po,
        sku_number: sku,
        description: "Goods",
        pieces: 1,
        cartons: 1,
      })
      .execute();
  }
  await indexReferences(db, [id]);
  return id;
}

/**
 * Runs a route as the router does: input through the endpoint's schema, and an answer that is no file through
 * the response's.
 */
export async function call(
  world: World,
  name: string,
  input: unknown,
  { company = world.own, language = "en", now = NOW, filesIn = "/nonexistent" }: CallOptions = {},
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the type of its answer
): Promise<any> {
  const route = [...shipmentRoutes, ...dashboardRoutes, ...analyticsRoutes, ...emissionRoutes].find(
    ({ endpoint }) => endpoint.name === name,
  );
  if (!route) throw new Error(`There is no route ${name}`);
  const context: CallerContext = {
    db: world.db,
    language,
    now,
    clientAddress: "127.0.0.1",
    userAgent: "",
    outside: { privateHosts: [], dnsServers: [] },
    log: pino({ level: "silent" }),
    caller: company.caller,
    scope: scopeOf(company.caller, "read"),
    publicUrl: "http://localhost:3000",
    bearerToken: null,
    secrets: secretBox(["a key of the tests"]),
    files: folderStore(filesIn),
    upload: null,
    idempotencyKey: null,
  };
  const answer = await route.run(route.endpoint.request.parse(input), context);
  return route.endpoint.answer === "file" ? answer : route.endpoint.response.parse(answer);
}

export interface CallOptions {
  company?: Company;
  language?: Language;
  now?: Date;
  /** A folder for files that are kept. */
  filesIn?: string;
}
