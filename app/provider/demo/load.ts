import { type Insertable, type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import { DAY_MS } from "#app/lib/date-time.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { hashPassword } from "../identity/password.ts";
import { storeEvents } from "../shipments/event-store.ts";
import { referenceKey } from "../shipments/reference.ts";
import { DEMO_PASSWORD, demoColleagues, demoCompanies, demoUsers } from "./accounts.ts";
import { addDemoBookings } from "./bookings.ts";
import { demoCast } from "./cast.ts";
import { addDemoConversations } from "./conversations.ts";
import { demoDataset } from "./dataset.ts";
import { demoParties } from "./parties.ts";
import { addDemoQuotes } from "./quotes.ts";
import type { DemoShipment } from "./shipment.ts";

export const DEMO_SHIPMENTS = 400;
/** Company codes of the demonstration begin with it, so that it is told from an operator's own. */
export const DEMO_PREFIX = "DEMO-";

export interface DemoOptions {
  /** The moment that counts as now: the same gives the same data. */
  today: Date;
  /** How many shipments; their news are some 30 times as many. */
  shipments?: number;
  log: Pick<Logger, "info">;
}

/** Whether the demonstration was loaded into the database. */
export async function hasDemo(db: Kysely<Database>): Promise<boolean> {
  const found = await db
    .selectFrom("company")
    .select("id")
    .where("code", "like", `${DEMO_PREFIX}%`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Loads the demonstration: companies, accounts (password `DEMO_PASSWORD`), parties, shipments and their news, in one
 * transaction. Reference data must be there. Does nothing where the demonstration is loaded already.
 * @returns whether it was loaded now
 */
export async function loadDemo(
  db: Kysely<Database>,
  { today, shipments = DEMO_SHIPMENTS, log }: DemoOptions,
): Promise<boolean> {
  const started = performance.now();
  const isLoaded = await transaction(db, async (trx) => {
    await lockDemo(trx);
    if (await hasDemo(trx)) return false;
    const companyIds = await insertCompanies(trx, today);
    await insertUsers(trx, companyIds, today);
    await insertParties(trx, companyIds);
    await addShipments(trx, { today, from: 0, count: shipments });
    await addFreight(trx, today);
    return true;
  });
  if (isLoaded) {
    await sql`analyze`.execute(db);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    log.info(`Demonstration data loaded: ${shipments} shipments in ${seconds} s`);
  }
  return isLoaded;
}

/** Quotes and bookings, with their logs, and what people say about them. */
async function addFreight(trx: Kysely<Database>, today: Date): Promise<void> {
  const cast = await demoCast(trx);
  await addDemoBookings(trx, cast, today, await addDemoQuotes(trx, cast, today));
  await addDemoConversations(trx, cast, today);
  await tellOfMail(trx);
}

/** What was mailed about quotes and bookings went out when it was due, and is not sent now. */
async function tellOfMail(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable("mail_outbox")
    .set((eb) => ({ sent_at: eb.ref("created_at"), attempts: 1, body: "" }))
    .where("recipient", "like", "%.example")
    .where("sent_at", "is", null)
    .execute();
}

/** Whoever adds to the demonstration does so alone, until the transaction ends. */
export async function lockDemo(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('fairlead demonstration data'))`.execute(trx);
}

/** Shipments number `from` to `count` of the demonstration with their news; the companies must be there. Call it in a transaction. */
export async function addShipments(
  trx: Kysely<Database>,
  { today, from, count }: { today: Date; from: number; count: number },
): Promise<void> {
  const { shipments, messages } = demoDataset(today, count, from);
  await insertShipments(trx, shipments, await demoIds(trx));
  await storeEvents(trx, messages, { source: "FLD", now: today });
}

const before = (today: Date, days: number) => new Date(today.getTime() - days * DAY_MS);

async function insertCompanies(db: Kysely<Database>, today: Date): Promise<Map<string, string>> {
  const rows = await db
    .insertInto("company")
    .values(
      demoCompanies.map((company) => ({
        code: DEMO_PREFIX + company.code,
        name: company.name,
        is_forwarder: company.isForwarder,
        address: company.address,
        city: company.city,
        state: company.state,
        country_code: company.countryCode,
        created_at: before(today, 700),
      })),
    )
    .returning(["id", "code"])
    .execute();
  const ids = new Map(rows.map(({ id, code }) => [code.slice(DEMO_PREFIX.length), id]));
  await db
    .insertInto("company_access")
    .values(
      demoCompanies.flatMap(({ code, access }) =>
        access.map((res_code) => ({ company_id: ids.get(code)!, res_code })),
      ),
    )
    .execute();
  return ids;
}

async function insertUsers(
  db: Kysely<Database>,
  companyIds: ReadonlyMap<string, string>,
  today: Date,
): Promise<void> {
  const departmentIds = new Map<string, string>();
  for (const { code, departments } of demoCompanies) {
    const company_id = companyIds.get(code)!;
    for (const { name, below } of departments) {
      const insert = (child: string, parent_id: string | null) =>
        db
          .insertInto("department")
          .values({ company_id, parent_id, name: child })
          .returning("id")
          .executeTakeFirstOrThrow();
      const { id } = await insert(name, null);
      departmentIds.set(`${code} ${name}`, id);
      for (const child of below) departmentIds.set(`${code} ${child}`, (await insert(child, id)).id);
    }
  }
  const roles = await db.selectFrom("role").select(["id", "code"]).where("company_id", "is", null).execute();
  const roleIds = new Map(roles.map(({ id, code }) => [code, id]));
  const users = [...demoUsers, ...demoColleagues];
  const hashes = await Promise.all(users.map(() => hashPassword(DEMO_PASSWORD)));
  await db
    .insertInto("app_user")
    .values(
      users.map((user, index) => ({
        company_id: companyIds.get(user.company)!,
        role_id: roleIds.get(user.role)!,
        department_id: departmentIds.get(`${user.company} ${user.department}`)!,
        user_name: user.userName,
        name: user.name,
        email: user.email,
        language_preference: user.language,
        password_hash: hashes[index]!,
        password_changed_at: before(today, user.passwordAgeDays),
        status: user.status,
        last_sign_in_at: user.lastSignInDaysAgo === null ? null : before(today, user.lastSignInDaysAgo),
        created_at: before(today, user.passwordAgeDays + 200),
      })),
    )
    .execute();
}

async function insertParties(db: Kysely<Database>, companyIds: ReadonlyMap<string, string>): Promise<void> {
  const parties = new Map(
    Object.entries(demoParties).flatMap(([company, { suppliers, receivers }]) =>
      [...suppliers, ...receivers].map(({ code, name }) => [
        `${companyIds.get(company)} ${code}`,
        { company_id: companyIds.get(company)!, code, name },
      ]),
    ),
  );
  await insertRows(db, "party", [...parties.values()]);
}

interface Ids {
  companyIds: ReadonlyMap<string, string>;
  userIds: ReadonlyMap<string, string>;
  /** By company id and code. */
  partyIds: ReadonlyMap<string, string>;
}

async function demoIds(db: Kysely<Database>): Promise<Ids> {
  const companies = await db
    .selectFrom("company")
    .select(["id", "code"])
    .where("code", "like", `${DEMO_PREFIX}%`)
    .execute();
  const companyIds = new Map(companies.map(({ id, code }) => [code.slice(DEMO_PREFIX.length), id]));
  const owners = [...companyIds.values()];
  const parties = await db
    .selectFrom("party")
    .select(["id", "company_id", "code"])
    .where("company_id", "in", owners)
    .execute();
  const users = await db
    .selectFrom("app_user")
    .select(["id", "user_name"])
    .where("company_id", "in", owners)
    .execute();
  return {
    companyIds,
    userIds: new Map(users.map(({ id, user_name }) => [user_name, id])),
    partyIds: new Map(parties.map(({ id, company_id, code }) => [`${company_id} ${code}`, id])),
  };
}

async function insertShipments(
  db: Kysely<Database>,
  shipments: readonly DemoShipment[],
  { companyIds, userIds, partyIds }: Ids,
): Promise<void> {
  const rows = shipments.map(({ company, shipper, consignee, row, dates, containers, orderLines }) => {
    const company_id = companyIds.get(company)!;
    return {
      company_id,
      shipper_id: partyIds.get(`${company_id} ${shipper.code}`)!,
      consignee_id: partyIds.get(`${company_id} ${consignee.code}`)!,
      vessel_imo: null,
      mother_vessel_imo: null,
      voyage: null,
      flight_number: null,
      ...row,
      dates: JSON.stringify(dates),
      container_numbers: containers.map((container) => container.container_number),
      po_numbers: unique(orderLines.map((line) => line.po_number)),
      sku_numbers: unique(orderLines.map((line) => line.sku_number)),
    };
  });
  await insertRows(db, "shipment", rows);
  const stored = await db
    .selectFrom("shipment")
    .select(["id", "house_number"])
    .where("house_number", "in", sql<string>`(select unnest(${rows.map((row) => row.house_number)}::text[]))`)
    .execute();
  const ids = new Map(stored.map(({ id, house_number }) => [house_number, id]));
  const withId = shipments.map((shipment) => ({
    shipment,
    shipment_id: ids.get(shipment.row.house_number)!,
  }));
  const childRows = <Row>(rowsOf: (shipment: DemoShipment) => readonly Row[]) =>
    withId.flatMap(({ shipment, shipment_id }) => rowsOf(shipment).map((row) => ({ shipment_id, ...row })));
  await insertRows(
    db,
    "shipment_container",
    childRows((shipment) => shipment.containers),
  );
  await insertRows(
    db,
    "shipment_order_line",
    childRows((shipment) => shipment.orderLines),
  );
  await insertRows(
    db,
    "shipment_cargo",
    childRows((shipment) => shipment.cargo),
  );
  await insertRows(
    db,
    "shipment_document",
    childRows((shipment) => shipment.documents),
  );
  await insertRows(
    db,
    "shipment_reference",
    withId.flatMap(({ shipment, shipment_id }) =>
      referencesOf(shipment).map((reference) => ({
        shipment_id,
        company_id: companyIds.get(shipment.company)!,
        ...reference,
      })),
    ),
  );
  await insertRows(
    db,
    "shipment_follow",
    withId.flatMap(({ shipment, shipment_id }) =>
      shipment.followers.flatMap((userName) => {
        const user_id = userIds.get(userName);
        return user_id ? [{ user_id, shipment_id, created_at: shipment.bookedAt }] : [];
      }),
    ),
  );
}

function referencesOf({ row, containers, orderLines }: DemoShipment) {
  const named = [
    ["H", row.house_number],
    ["M", row.master_number],
    ["BKG", row.booking_number],
    ["CI", row.commercial_invoice_number],
    ...containers.map((container) => ["CNTR", container.container_number] as const),
    ...orderLines.map((line) => ["PO", line.po_number] as const),
    ...orderLines.map((line) => ["SKU", line.sku_number] as const),
  ] as const;
  const found = new Map<string, { kind: (typeof named)[number][0]; value_key: string }>();
  for (const [kind, number] of named) {
    if (number) found.set(`${kind} ${number}`, { kind, value_key: referenceKey(number) });
  }
  return [...found.values()];
}

const unique = (texts: readonly string[]) => [...new Set(texts)];

/** A statement holds 65,535 values at the most. */
const VALUES_MAX = 60_000;

async function insertRows<Table extends keyof Database>(
  db: Kysely<Database>,
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
): Promise<void> {
  const size = Math.floor(VALUES_MAX / Math.max(1, Object.keys(rows[0] ?? {}).length));
  for (let start = 0; start < rows.length; start += size) {
    await db
      .insertInto(table)
      .values(rows.slice(start, start + size))
      .execute();
  }
}
