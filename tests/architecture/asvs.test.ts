import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Compares docs/asvs.md with the standard's numbers, with the files that it names, and with the code. */
const page = readFileSync("docs/asvs.md", "utf8");
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \|(.*)\|$/gm)].map(
  ([, number, about, state, where]) => ({ number: number!, about, state: state!, where: where!.trim() }),
);

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has: they are its first ones. */
const SECTIONS = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2
  2.1:3 2.2:3 2.3:4 2.4:1
  3.2:2 3.3:4 3.4:6 3.5:5 3.7:2
  4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3
  6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
  7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4
  10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3
  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
  12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5
  14.1:2 14.2:4 14.3:3
  15.1:3 15.2:3 15.3:7
  16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
  17.1:1 17.2:4 17.3:2
`;
/** Of level 3, and asked for all the same. */
const ABOVE = ["1.2.10"];

test("each requirement of levels 1 and 2 has one row, with a state", () => {
  const wanted = SECTIONS.trim()
    .split(/\s+/)
    .flatMap((entry) => {
      const [section, count] = entry.split(":");
      return Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`);
    });
  expect(wanted).toHaveLength(253);
  expect(rows.map(({ number }) => number)).toEqual([...wanted, ...ABOVE]);
  const states = ["met", "operator", "not applicable", "open"];
  expect(rows.filter(({ state }) => !states.includes(state))).toEqual([]);
});

test("what is met says where, and what is open says what is lacking", () => {
  const silent = rows.filter(
    ({ state, where }) =>
      (state === "met" && where === "") || (["open", "operator"].includes(state) && where.length < 10),
  );
  expect(silent).toEqual([]);
});

test("every path that the page names exists", () => {
  const places = [...page.matchAll(/`((?:app|tests|docs|public)\/[\w./-]+|[\w-]+\.(?:json|md))`/g)].map(
    ([, place]) => place!,
  );
  expect(places.length).toBeGreaterThan(400);
  expect([...new Set(places)].filter((place) => !existsSync(place))).toEqual([]);
});

test("tables for spreadsheets are made by the three writers that make no formulas of texts", () => {
  const writers = globSync("app/**/*.{ts,tsx}").filter((file) =>
    /"text\/csv|\bwriteXlsx|\bwriteOds|\bxlsxStream\(/.test(readFileSync(file, "utf8")),
  );
  expect(writers.sort()).toEqual([
    "app/provider/analytics/workbook.ts",
    "app/provider/output/table-file.ts",
    "app/provider/output/xlsx-stream.ts",
  ]);
});
