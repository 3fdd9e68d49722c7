import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { expect, test } from "vitest";
import { type Reach, scopeOf, seenRows } from "#app/provider/call/scope.ts";

const customer = { userId: "1", companyId: "3", isForwarder: false };
const staff = { userId: "2", companyId: "9", isForwarder: true };

test.each([
  ["self", "own"],
  ["company", "own"],
  ["read", "none"],
  ["write", "own"],
  ["act", "seen"],
] as [Reach, string][])("a customer sees its company alone, whatever the call does: %s", (reach, changes) => {
  expect(scopeOf(customer, reach)).toEqual({ userId: "1", companyId: "3", isEveryCompany: false, changes });
});

test.each([
  ["self", false],
  ["company", false],
  ["read", true],
  ["write", true],
  ["act", true],
] as [Reach, boolean][])("staff see every company but in what is their own: %s", (reach, isEveryCompany) => {
  expect(scopeOf(staff, reach)).toMatchObject({ companyId: "9", isEveryCompany });
});

test("rows that are not seen are left out by the company's column", () => {
  const db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (each) => new PostgresIntrospector(each),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const compiled = (reach: Reach, caller: typeof staff) =>
    seenRows(scopeOf(caller, reach), "q.company_id").compile(db);
  expect(compiled("read", customer)).toMatchObject({ sql: '"q"."company_id" = $1', parameters: ["3"] });
  expect(compiled("self", staff)).toMatchObject({ sql: '"q"."company_id" = $1', parameters: ["9"] });
  expect(compiled("read", staff)).toMatchObject({ sql: "true", parameters: [] });
});
