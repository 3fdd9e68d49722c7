import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { readXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { cellText, guarded, unguarded } from "#app/provider/output/cell-text.ts";
import { type TableColumn, tableFile } from "#app/provider/output/table-file.ts";
import type { Cell } from "#app/provider/output/xlsx-stream.ts";
import { draws } from "#tests/support/is-all.ts";

const columns: TableColumn[] = [
  { heading: "Words", width: 10 },
  { heading: "Sum", width: 10, kind: "decimal" },
  { heading: "Day", width: 10, kind: "day" },
  { heading: "At", width: 10, kind: "moment" },
];
const table = (rows: Cell[][], of = columns) => ({
  fileName: "list",
  sheetName: "List",
  columns: of,
  batches: (async function* () {
    yield rows;
  })(),
});
async function sheetOf(rows: Cell[][], of = columns) {
  const { body } = tableFile("xlsx", table(rows, of));
  const [sheet] = (await readXlsx(await buffer(body as Readable))).sheets;
  return sheet!.rows.slice(1).map((row) => [...row, ...Array(4).fill(null)].slice(0, of.length));
}
// `text` of the stream module takes the mark away.
const csvOf = async (rows: Cell[][], of = columns) =>
  (await buffer(tableFile("csv", table(rows, of)).body as Readable)).toString();

const noon = Date.UTC(2026, 10, 20, 12);

test("numbers are numbers, dates are dates, and what a spreadsheet cannot count exactly stays text", async () => {
  expect(
    await sheetOf([
      ["007", "-12.50", "2026-11-20", noon],
      ["=1+1", "123456789012345", "2026-02-30x", null],
      [null, "1234567890123456", "", null],
      ["", "0.001234567890123456", null, null],
      ["-5", "12,5", null, null],
    ]),
  ).toEqual([
    ["007", -12.5, new Date("2026-11-20"), new Date(noon)],
    ["=1+1", 123456789012345, "2026-02-30x", null],
    [null, "1234567890123456", null, null],
    [null, "0.001234567890123456", null, null],
    ["-5", "12,5", null, null],
  ]);
});

test("amounts have a format with the decimals of their currency, and are text where they are too long", async () => {
  const of: TableColumn[] = [{ heading: "Amount", width: 10, kind: "money" }];
  const rows = ["-1234.50", "1234567", "1.125", "12345678901234.56", null].map((cell) => [cell]);
  const { body } = tableFile("xlsx", table(rows, of));
  const [sheet] = (await readXlsx(await buffer(body as Readable), { readStyles: true })).sheets;
  expect(sheet!.rows.slice(1).map(([cell]) => cell)).toEqual([-1234.5, 1234567, 1.125, "12345678901234.56"]);
  expect([1, 2, 3].map((row) => sheet!.cells!.get(`${row},0`)?.style?.numFmt)).toEqual([
    "#,##0.00",
    "#,##0",
    "#,##0.000",
  ]);
  expect(parse(await csvOf(rows, of), { bom: true }).slice(1, 4)).toEqual([
    ["-1234.50"],
    ["1234567"],
    ["1.125"],
  ]);
});

test("CSV has the mark of UTF-8, the same rows, and computes nothing", async () => {
  const given = await csvOf([
    ['=HYPERLINK("x")', "-12.50", "2026-11-20", noon],
    ["+86 755", "1234567890123456", null, null],
    ['深圳, "B"\nline', "0", null, null],
    ["-5", "1", null, null],
    ["＝1+1", "1", null, null],
    ["-5+1", "1", null, null],
  ]);
  expect(given.startsWith("\ufeffWords,Sum,Day,At\r\n")).toBe(true);
  expect(parse(given, { bom: true })).toEqual([
    ["Words", "Sum", "Day", "At"],
    [`'=HYPERLINK("x")`, "-12.50", "2026-11-20", "2026-11-20 12:00:00"],
    ["'+86 755", "1234567890123456", "", ""],
    ['深圳, "B"\nline', "0", "", ""],
    ["-5", "1", "", ""],
    ["'＝1+1", "1", "", ""],
    ["'-5+1", "1", "", ""],
  ]);
});

const asSpreadsheets = { bom: true, relax_column_count: true, relax_quotes: true };
test.each([";", "\t"])("CSV that is read as parted by %j computes nothing either", async (delimiter) => {
  const starts = ["=", "+", "-", "@", "＝"].flatMap((sign) =>
    ["", '"', '""', "'"].map((quotes) => quotes + sign),
  );
  const rows = starts.map((start) => ["y", "1", null, `a${delimiter}${start}1+1${delimiter}"`] as Cell[]);
  // Spreadsheets read on where the last quote is not closed; csv-parse wants it closed.
  const cells = parse(`${await csvOf(rows)}"`, { ...asSpreadsheets, delimiter }).flat();
  expect(cells.length).toBeGreaterThan(rows.length * 2);
  expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(String(cell)))).toEqual([]);
});

test("a cell drops control characters and is cut to what Excel holds, between characters", () => {
  expect(cellText("a\u0000b\u0007c\u007f\u0085d\te\nf\r\ud800")).toBe("abcd\te\nf\ufffd");
  expect(cellText("x".repeat(40_000))).toHaveLength(32_767);
  const cut = cellText(`${"x".repeat(32_766)}😀`);
  expect(cut).toHaveLength(32_766);
  expect(cut.isWellFormed()).toBe(true);
});

test("what looks like Excel's own escapes is not read as them", async () => {
  expect(await sheetOf([["_x0041_ a_b __x0042__"]], [columns[0]!])).toEqual([["_x0041_ a_b __x0042__"]]);
});

describe("for any words", () => {
  const words = fc.string({ unit: "binary", maxLength: 60 });
  test("both formats give back the same text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 5 }), async (given) => {
        const rows = given.map((each) => [`x${each}`] as Cell[]);
        const wanted = rows.map(([cell]) => [cellText(cell as string)]);
        expect(await sheetOf(rows, [columns[0]!])).toEqual(wanted);
        expect(parse(await csvOf(rows, [columns[0]!]), { bom: true }).slice(1)).toEqual(wanted);
      }),
      { numRuns: draws(50) },
    );
  });

  test("no cell of a CSV file starts like a formula, except a plain negative number", () => {
    const start = fc.constantFrom(
      "",
      "'",
      "''",
      "=",
      "+",
      "-",
      "@",
      "'=",
      "\t",
      "＋",
      "-1",
      "a;=",
      "a;'-",
      "a\t@",
      'a;"=',
      'a\n""+',
    );
    fc.assert(
      fc.property(start, words, (first, rest) => {
        const cell = guarded(first + rest);
        expect(cell).not.toMatch(/^([=+@\t\n\r＝＋－＠]|-(?!\d+(\.\d+)?$))/);
        // With semicolons or tabs between cells, as in most of Europe, these begin cells.
        for (const part of cell.split(/[;\t\n\r]/).slice(1)) expect(part).not.toMatch(/^"*[=+\-@＝＋－＠]/);
        expect(unguarded(cell)).toBe(first + rest);
      }),
    );
  });
});

test.each(["xlsx", "csv"] as const)("a source that fails breaks the %s file", async (format) => {
  const broken = async function* () {
    yield [["a", "1", null, null]];
    throw new Error("the database went away");
  };
  const { body } = tableFile(format, { ...table([]), batches: broken() });
  await expect(buffer(body as Readable)).rejects.toThrow("the database went away");
});
