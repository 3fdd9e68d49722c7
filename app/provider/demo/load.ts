import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import { DAY_MS } from "#app/lib/date-time.ts";
import { sideBySide, transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import type { FileStore } from "../file-store/store.ts";
import { DEMO_PREFIX, hasDemo } from "../identity/demo-company.ts";
import { hashPassword } from "../identity/password.ts";
import { storeEvents } from "../shipments/event-store.ts";
import { DEMO_PASSWORD, demoColleagues, demoCompanies, demoUsers } from "./accounts.ts";
import { addDemoActivity } from "./activity.ts";
import { addDemoArrivals } from "./arrivals.ts";
import { bookingActions } from "./booked.ts";
import { addDemoBookings, nameCustomerService } from "./bookings.ts";
import { demoCast } from "./cast.ts";
import { addDemoCompanySignIn } from "./company-sign-in.ts";
import { addDemoConversations } from "./conversations.ts";
import { addDemoCutOffs } from "./cut-offs.ts";
import { demoDataset } from "./dataset.ts";
import { addDemoDeliveries } from "./deliveries.ts";
import { addDemoSeen } from "./documents.ts";
import { addDemoStatements, addDemoTariffs } from "./free-time.ts";
import { demoIds, insertRows, insertShipments } from "./insert.ts";
import { addDemoInvoices } from "./invoices.ts";
import { addDemoNotifications, TOLD_DAYS, untold } from "./notifications.ts";
import { addDemoPapers } from "./papers.ts";
import { demoParties } from "./parties.ts";
import { authorizeQuotes, quoteActions } from "./quotes.ts";
import { addDemoReports } from "./reports.ts";
import { addDemoShareLinks } from "./share-links.ts";
import type { DemoShipment } from "./shipment.ts";
import { keepPart, lockDemo, soonBooked } from "./story.ts";
import { DemoRun, markMailSent, runActions, type TimedAction } from "./timed-action.ts";

export const DEMO_SHIPMENTS = 400;

export interface DemoOptions {
  /** The time that counts as now: the same value gives the same data. */
  today: Date;
  /** Number of shipments; they have about 30 times as many events. */
  shipments?: number;
  /** Where uploaded papers are kept; without a store nobody has uploaded any. */
  files?: FileStore | undefined;
  log: Pick<Logger, "info">;
}

/**
 * Loads the demonstration in one transaction: companies, accounts (password `DEMO_PASSWORD`), parties,
 * shipments and their events. Needs reference data. Does nothing when the demonstration is loaded already.
 * @returns whether it was loaded now
 */
export async function loadDemo(
  db: Kysely<Database>,
  { today, shipments = DEMO_SHIPMENTS, files, log }: DemoOptions,
): Promise<boolean> {
  const started = performance.now();
  const isLoaded = await transaction(db, async (trx) => {
    await lockDemo(trx);
    if (await hasDemo(trx)) return false;
    const companyIds = await insertCompanies(trx, today);
    await insertUsers(trx, companyIds, today);
    await addDemoActivity(trx, today);
    await addDemoCompanySignIn(trx, companyIds.get("MERIDIAN")!, today);
    await insertParties(trx, companyIds);
    await addDemoTariffs(trx, companyIds, today);
    await addDemoArrivals(trx, companyIds, today);
    await addFreight(trx, today, await addShipments(trx, { today, from: 0, count: shipments }));
    if (files) await addDemoPapers(trx, files, today);
    return true;
  });
  if (isLoaded) {
    await sql`analyze`.execute(db);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    log.info(`Demonstration data loaded: ${shipments} shipments in ${seconds} s`);
  }
  return isLoaded;
}

/** Adds quotes and bookings with their logs, and the conversations about them. */
async function addFreight(
  trx: Kysely<Database>,
  today: Date,
  shipments: readonly DemoShipment[],
): Promise<void> {
  const cast = await demoCast(trx);
  const bookTo = await nameCustomerService(trx, cast("desk").companyId);
  const demo = new DemoRun(await sideBySide(trx), cast, { bookTo, isFresh: true });
  await authorizeQuotes(demo);
  const booked = [...shipments, ...soonBooked(today)].flatMap((shipment) => bookingActions(shipment, today));
  const past = [...booked, ...quoteActions(today)].filter(({ at }) => at <= today);
  const isTold = ({ at }: TimedAction) => at >= before(today, TOLD_DAYS);
  await untold(trx, () =>
    runActions(
      past.filter((each) => !isTold(each)),
      demo,
    ),
  );
  await runActions(past.filter(isTold), demo);
  await demo.save(today);
  await addDemoStatements(trx, today);
  await addDemoDeliveries(trx, today);
  await addDemoSeen(trx, today);
  await addDemoBookings(trx, cast, today, bookTo);
  await addDemoConversations(trx, cast, today);
  await addDemoInvoices(trx, cast, today);
  await addDemoNotifications(trx, cast, today);
  await addDemoShareLinks(trx, cast, today);
  await addDemoReports(trx, cast, today);
  await markMailSent(trx);
}

/**
 * Adds shipments number `from` to `count` of the demonstration with their events; the companies must exist.
 * Call it in a transaction.
 */
export async function addShipments(
  trx: Kysely<Database>,
  { today, from, count }: { today: Date; from: number; count: number },
): Promise<DemoShipment[]> {
  const { shipments, messages } = demoDataset(today, count, from);
  await insertShipments(trx, shipments, await demoIds(trx));
  // As if they had come one by one, so that a rehearsal of notifications has a past.
  await storeEvents(trx, messages, { source: "FLD", now: today, isPast: true });
  await addDemoCutOffs(trx, shipments, today, true);
  await keepPart(trx, { first: from, past: count, seededAt: today });
  return shipments;
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
        tax_number: company.taxNumber,
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
