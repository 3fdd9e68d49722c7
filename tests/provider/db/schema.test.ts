import type pg from "pg";
import { expect, test } from "vitest";
import { migrate } from "#app/provider/db/migrate.ts";
import { blankDatabase, withClient } from "#tests/support/database.ts";
import { tablesOfSource } from "#tests/support/schema-source.ts";
import { readModules } from "#tests/support/source-module.ts";

/** `schema.ts`, which types every query, against the database that the migrations make. */

interface Column {
  /** Type of a read value: text, number, Date, Buffer, boolean, an array of one, or parsed JSON. */
  type: string;
  isNullable: boolean;
  /** Whether an insert may leave it out. */
  isOptional: boolean;
}
type Tables = Record<string, Record<string, Column>>;

/** Type aliases of the file and the types that they stand for. */
const READ_AS: Record<string, string> = { Id: "string", Decimal: "string", NullableDecimal: "string | null" };

function columnOf(text: string): Column {
  const generated = /^Generated<(.*)>$/s.exec(text)?.[1];
  // Select, insert and update type: commas inside angle brackets do not separate them.
  const columnType = /^ColumnType<(.*)>$/s.exec(text)?.[1]?.split(/,(?![^<]*>)/);
  const isLocalTime = text === "LocalTime";
  const json = /^Json<(.*)>$/s.exec(text)?.[1];
  const read = json ? "json" : isLocalTime ? "string | null" : (generated ?? columnType?.[0] ?? text).trim();
  const plain = READ_AS[read] ?? read;
  const parts = plain.split("|").map((part) => part.trim());
  const isNullable = parts.includes("null");
  return {
    type: kindOf(parts.filter((part) => part !== "null")),
    isNullable,
    isOptional:
      generated !== undefined ||
      isNullable ||
      isLocalTime ||
      (columnType?.[1] ?? "").split("|").some((part) => part.trim() === "undefined"),
  };
}

function kindOf(parts: string[]): string {
  const [first = ""] = parts;
  // A list whose places may be null.
  if (first.startsWith("(") && parts.at(-1)?.endsWith(")[]")) return `${kindOf([first.slice(1)])}[]`;
  if (first.endsWith("[]")) return `${kindOf([first.slice(0, -2)])}[]`;
  if (first === "Id") return "string";
  if (["string", "number", "boolean", "Date", "Buffer", "json"].includes(first)) return first;
  if (/^"/.test(first)) return "string";
  if (/^\d+$/.test(first) || first === "ChannelType") return "number";
  // Unions of texts of our own; object types are JSON.
  return [
    "StoredMilestone",
    "ReportedReason",
    "DeskImportOutcome",
    "EncodingPreviews",
    "ImportOutcome",
    "RateReport",
    "Arrangement",
    "PaperReading",
    "StoredDoubts",
    "Parties",
    "WorkingHours",
    "Record<string",
    "Record<Language",
    "unknown",
  ].some((name) => first.startsWith(name))
    ? "json"
    : "string";
}

/** The types of the columns as they are written, by table and column. */
function typesOfCode(): Record<string, Record<string, string>> {
  return Object.fromEntries(
    tablesOfSource().map(({ name, columns }) => [
      name,
      Object.fromEntries(columns.map((column) => [column.name, column.type])),
    ]),
  );
}

const mapValues = <From, To>(values: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

const tablesOfCode = (): Tables => mapValues(typesOfCode(), (columns) => mapValues(columns, columnOf));

/** The unions of texts that stand written out, as `operation_log.subject`: `booking document quote`. */
function listedTextsOfCode(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(typesOfCode()).flatMap(([table, columns]) =>
      Object.entries(columns).flatMap(([column, type]) => {
        const parts = (/^Generated<(.*)>$/.exec(type)?.[1] ?? type).split("|").map((part) => part.trim());
        const texts = parts.filter((part) => part !== "null").map((part) => /^"([^"]*)"$/.exec(part)?.[1]);
        return texts.every((text) => text !== undefined)
          ? [[`${table}.${column}`, texts.sort().join(" ")]]
          : [];
      }),
    ),
  );
}

/** The JavaScript type of each PostgreSQL type. */
const KINDS: Record<string, string> = {
  int2: "number",
  int4: "number",
  float4: "number",
  float8: "number",
  int8: "string",
  numeric: "string",
  text: "string",
  bpchar: "string",
  varchar: "string",
  date: "string",
  timestamp: "string",
  xid8: "string",
  timestamptz: "Date",
  bytea: "Buffer",
  bool: "boolean",
  jsonb: "json",
  json: "json",
};

async function onMigratedDatabase<T>(ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const { connection, drop } = await blankDatabase();
  try {
    await migrate(connection);
    return await withClient(connection, ask);
  } finally {
    await drop();
  }
}

function tablesOfDatabase(): Promise<Tables> {
  return onMigratedDatabase(async (client) => {
    const { rows } = await client.query(`
      select table_name, column_name, udt_name, is_nullable = 'YES' as nullable,
        column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as filled
      from information_schema.columns
      where table_schema = 'public' and table_name not like 'kysely%'
        and table_name not in (select table_name from information_schema.views where table_schema = 'public')
      order by table_name, ordinal_position`);
    const tables: Tables = {};
    for (const { table_name, column_name, udt_name, nullable, filled } of rows) {
      const isArray = udt_name.startsWith("_");
      const kind = KINDS[isArray ? udt_name.slice(1) : udt_name] ?? udt_name;
      tables[table_name] ??= {};
      tables[table_name][column_name] = {
        type: isArray ? `${kind}[]` : kind,
        isNullable: nullable,
        isOptional: nullable || filled,
      };
    }
    return tables;
  });
}

/** The texts that the check of a column lists, and no other. */
function listedTextsOfDatabase(): Promise<Record<string, string>> {
  return onMigratedDatabase(async (client) => {
    const { rows } = await client.query<{ name: string; rule: string }>(`
      select c.conrelid::regclass || '.' || a.attname as name, pg_get_constraintdef(c.oid) as rule
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and array[a.attnum] = c.conkey
      where c.contype = 'c'`);
    const lists = rows.filter(({ rule }) =>
      /^CHECK \(\(\w+ = ANY \(ARRAY\[('\w[\w-]*'::text(, )?)+\]\)\)\)$/.test(rule),
    );
    return Object.fromEntries(
      lists.map(({ name, rule }) => [
        name,
        [...rule.matchAll(/'([\w-]+)'::text/g)]
          .map(([, text]) => text!)
          .sort()
          .join(" "),
      ]),
    );
  });
}

test("the types of the tables are those of the database that the migrations make", async () => {
  const code = tablesOfCode();
  const database = await tablesOfDatabase();
  expect(Object.keys(code).length).toBeGreaterThan(30);
  expect(Object.keys(code).sort()).toEqual(Object.keys(database).sort());
  for (const [table, columns] of Object.entries(code)) {
    // schema.ts may require a column with a default, so that the code always sets it.
    const expected = Object.fromEntries(
      Object.entries(database[table]!).map(([name, column]) => [
        name,
        { ...column, isOptional: column.isOptional && (columns[name]?.isOptional ?? true) },
      ]),
    );
    expect({ table, columns }).toEqual({ table, columns: expected });
  }
});

test("the texts that a column takes, such as the subjects of the operation log, are those of its check", async () => {
  const code = listedTextsOfCode();
  const database = await listedTextsOfDatabase();
  expect(code).toMatchObject({
    "operation_log.subject": "booking company document quote shipment",
    "stored_file.subject": "answer booking channel delivery document",
  });
  expect(
    Object.fromEntries(Object.keys(code).map((name) => [name, database[name] ?? "no check lists its texts"])),
    "A text more is a new migration: alter table ... drop constraint <table>_<column>_check, add constraint <table>_<column>_check check (<column> in (...))",
  ).toEqual(code);
});

test("a migration imports no code that may change", () => {
  const migrations = readModules(["app/provider/db/migrations"]).filter(
    ({ path }) => !path.endsWith("/index.ts"),
  );
  expect(migrations.length).toBeGreaterThan(10);
  const live = migrations.flatMap(({ path, imports }) =>
    imports.filter(({ specifier }) => specifier !== "kysely").map(({ specifier }) => `${path}: ${specifier}`),
  );
  expect(live).toEqual([]);
});
