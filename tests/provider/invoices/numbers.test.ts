import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoiceIssue } from "#app/contract/invoice-desk.ts";
import { draws } from "#tests/support/is-all.ts";
import { makeCompany } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, desk, type Somebody } from "../quotes/fixture.ts";
import { creditFor, invoice, issue } from "./fixture.ts";

let provider: TestProvider;
let staff: Somebody;
let own: Somebody;
let rival: Somebody;
/** A line that the database refuses after its invoice took a number. */
const BREAKS = "breaks";
const now = new Date("2026-12-20T04:00:00Z");

beforeAll(async () => {
  provider = await startProvider({ now: () => now });
  staff = await desk(provider);
  own = await customer(provider);
  rival = await customer(provider);
  await sql`
    create function break_line() returns trigger language plpgsql as $$
    begin raise exception 'broken'; end $$;
    create trigger broken before insert on invoice_line for each row
    when (new.description = ${sql.lit(BREAKS)}) execute function break_line()`.execute(provider.db);
});
afterAll(() => provider?.stop());

/** An invoice without a number, of a year of its own test. */
const unnumbered = (year: number, total = "10", companyId = own.companyId) => ({
  ...invoice(companyId, total, { invoiceDate: `${year}-03-01`, dueDate: `${year}-04-01` }),
  invoiceNumber: null,
});
const numbersOf = async (year: number, kind: "INVOICE" | "CREDIT_NOTE" = "INVOICE") =>
  (
    await provider.db
      .selectFrom("invoice")
      .select("number")
      .where("series_year", "=", year)
      .where("kind", "=", kind)
      .orderBy("series_number")
      .execute()
  ).map(({ number }) => number);
const serial = (year: number, count: number, letters = "INV") =>
  Array.from({ length: count }, (_, index) => `${letters}-${year}-${String(index + 1).padStart(6, "0")}`);

describe("numbers of the series", () => {
  test("have no gap and no double when many are issued at once, with failing ones among them", async () => {
    const asked = Array.from({ length: 40 }, (_, index) => {
      const given = unnumbered(2020, "10", index % 2 ? own.companyId : rival.companyId);
      if (index % 5 === 3) return { ...given, lines: [{ ...given.lines[0]!, description: BREAKS }] };
      return index % 5 === 4 ? { ...given, creditedNumber: "none" } : given;
    });
    const answers = await Promise.all(asked.map((each) => issue(provider, staff, each)));
    const done = answers.filter(({ code }) => code === 200);
    expect(done).toHaveLength(24);
    expect(answers.filter(({ code }) => code === 400)).toHaveLength(8);
    expect(await numbersOf(2020)).toEqual(serial(2020, done.length));
    expect(new Set(done.map(({ data }) => data.invoiceNumber)).size).toBe(done.length);
  });

  test("are given back by a transaction that ends without a commit", async () => {
    const before = await issue(provider, staff, unnumbered(2021));
    const { takeNumber } = await import("#app/provider/invoices/series.ts");
    await expect(
      provider.db.transaction().execute(async (trx) => {
        expect((await takeNumber(trx, "INVOICE", 2021)).number).toBe("INV-2021-000002");
        throw new Error("killed");
      }),
    ).rejects.toThrow("killed");
    // A server process that dies, with its number taken and its work half done.
    const client = await provider.db.connection().execute(async (connection) => {
      await sql`begin`.execute(connection);
      await takeNumber(connection, "INVOICE", 2021);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(provider.db);
      return sql`commit`.execute(connection).then(
        () => "committed",
        () => "died",
      );
    });
    expect(client).toBe("died");
    const after = await issue(provider, staff, unnumbered(2021));
    expect([before.data.invoiceNumber, after.data.invoiceNumber]).toEqual(serial(2021, 2));
  });

  test("of credit notes are their own", async () => {
    const { data } = await issue(provider, staff, unnumbered(2022, "100"));
    const credit = { ...creditFor(own.companyId, data.invoiceNumber, "10", { invoiceDate: "2022-03-02" }) };
    const { data: first } = await issue(provider, staff, { ...credit, invoiceNumber: null });
    const { data: second } = await issue(provider, staff, { ...credit, invoiceNumber: null });
    expect([first.invoiceNumber, second.invoiceNumber]).toEqual(serial(2022, 2, "CN"));
  });

  test("leave out one that somebody named, and one that was given cannot be named for any company", async () => {
    await issue(provider, staff, unnumbered(2023));
    const named = await issue(provider, staff, { ...unnumbered(2023), invoiceNumber: "INV-2023-000003" });
    expect(named.data.invoiceNumber).toBe("INV-2023-000003");
    for (const number of ["INV-2023-000001", "INV-2023-000003"]) {
      const again = { ...unnumbered(2023, "10", rival.companyId), invoiceNumber: number };
      expect((await issue(provider, staff, again)).code).toBe(409);
    }
    const rest = [
      await issue(provider, staff, unnumbered(2023)),
      await issue(provider, staff, unnumbered(2023)),
    ];
    expect(rest.map(({ data }) => data.invoiceNumber)).toEqual(["INV-2023-000002", "INV-2023-000004"]);
    expect(await numbersOf(2023)).toEqual(serial(2023, 4));
  });

  test("stay without gaps whatever is named and taken, in any order", async () => {
    let year = 2030;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.integer({ min: 1, max: 8 }), { freq: 2 }), { minLength: 1, maxLength: 12 }),
        async (places) => {
          year += 1;
          const given = places.map((place) => ({
            ...unnumbered(year),
            invoiceNumber: place === null ? null : `INV-${year}-${String(place).padStart(6, "0")}`,
          }));
          await Promise.all(given.map((each) => issue(provider, staff, each)));
          // Whoever is numbered by the series fills the places below what was named.
          await Promise.all(Array.from({ length: 8 }, () => issue(provider, staff, unnumbered(year))));
          const numbers = await numbersOf(year);
          expect(numbers).toEqual(serial(year, numbers.length));
        },
      ),
      { numRuns: draws(12) },
    );
  });
});

test("two presses with one key issue one invoice", async () => {
  const given = unnumbered(2024);
  const options = { token: staff.token, key: "one-press-of-a-button" };
  const answers = await Promise.all([1, 2, 3].map(() => provider.call(invoiceIssue, given, options)));
  expect(new Set(answers.map(({ data }) => data.invoiceNumber))).toEqual(new Set(["INV-2024-000001"]));
  expect(await numbersOf(2024)).toHaveLength(1);
});

describe("what was issued", () => {
  test("is never changed or deleted, except with its company", async () => {
    const company = await makeCompany(provider.db);
    const { data } = await issue(provider, staff, invoice(company, "100"));
    const refused = (query: ReturnType<typeof sql>) =>
      expect(query.execute(provider.db)).rejects.toThrow(/never (changed|deleted)/);
    await refused(sql`delete from invoice where id = ${data.id}`);
    for (const change of ["net = 1", "total = 1", "number = 'X'", "due_date = null", "note = 'x'", "tax = 1"])
      await refused(sql`update invoice set ${sql.raw(change)} where id = ${data.id}`);
    await refused(sql`update invoice_line set net = 1 where invoice_id = ${data.id}`);
    await refused(sql`delete from invoice_line where invoice_id = ${data.id}`);
    await refused(sql`
      insert into invoice_line (invoice_id, position, description, quantity, unit_price, net, tax)
      values (${data.id}, 1, 'More', 1, 1, 1, 0)`);
    await refused(sql`delete from invoice_work where invoice_id = ${data.id}`);
    await sql`update invoice set paid = 1 where id = ${data.id}`.execute(provider.db);
    await provider.db.deleteFrom("company").where("id", "=", company).execute();
    const left = await provider.db.selectFrom("invoice").select("id").where("id", "=", data.id).execute();
    expect(left).toEqual([]);
  });
});
