import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { routeTable } from "#tests/support/route-table.ts";

/** Holds `docs/words.md` to the routes, folders, tables and texts of today. */
interface Row {
  noun: string;
  address: string;
  folder: string;
  table: string;
  english: string;
  chinese: string;
}

const rows = [...readFileSync("docs/words.md", "utf8").matchAll(/^\| (?!noun)(.+) \|$/gm)].map(
  ([, row]): Row => {
    const [noun = "", , address = "", folder = "", table = "", english = "", chinese = ""] = row!
      .split("|")
      .map((cell) => cell.trim().replaceAll("`", ""));
    return { noun, address, folder, table, english, chinese };
  },
);
const patterns = (await routeTable()).map(({ pattern }) => pattern);
const tables = readFileSync("app/provider/db/schema.ts", "utf8");
const textsOf = (language: string) =>
  globSync(`app/locales/${language}/*.ts`)
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
const english = textsOf("en").toLowerCase();
const chinese = textsOf("zh");

test.each(rows.map((row) => [row.noun, row] as const))("the words of %s are those of today", (_, row) => {
  const lost = [
    row.address !== "" &&
      !patterns.some((pattern) => `${pattern}/`.startsWith(`${row.address}/`)) &&
      row.address,
    !["features", "provider"].some((room) => existsSync(`app/${room}/${row.folder}`)) && row.folder,
    !tables.includes(`\n  ${row.table}: {\n`) && row.table,
    !english.includes(row.english.toLowerCase()) && row.english,
    !chinese.includes(row.chinese) && row.chinese,
  ].filter(Boolean);
  expect(lost).toEqual([]);
});

test("a noun stands once, and the table is read", () => {
  expect(rows.length).toBeGreaterThan(20);
  expect(new Set(rows.map(({ noun }) => noun)).size).toBe(rows.length);
});
