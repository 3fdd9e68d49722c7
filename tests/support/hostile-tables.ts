import { zipOf } from "./zip.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** The least that spreadsheets open. */
function workbook(sheet: string, sharedStrings = ""): Buffer {
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  return zipOf([
    {
      name: "[Content_Types].xml",
      content: `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${type}.sharedStrings+xml"/></Types>`,
    },
    {
      name: "_rels/.rels",
      content: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: "xl/workbook.xml",
      content: `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    {
      name: "xl/worksheets/sheet1.xml",
      content: `<worksheet xmlns="${MAIN}"><sheetData>${sheet}</sheetData></worksheet>`,
    },
    { name: "xl/sharedStrings.xml", content: `<sst xmlns="${MAIN}">${sharedStrings}</sst>` },
  ]);
}

const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const rows = (count: number, cells: (row: number) => string) =>
  Array.from({ length: count }, (_, index) => `<row r="${index + 1}">${cells(index + 1)}</row>`).join("");

/** Files of some kilobytes or megabytes that take seconds or gigabytes to read. Each names its columns well. */
export const hostileTables = {
  /** A sheet of 1,000 rows with one cell in the last column. */
  farCell: () =>
    workbook(
      rows(1_000, (row) =>
        row === 1
          ? text("A1", "name") + text("B1", "address") + text("XFD1", "x")
          : text(`A${row}`, `Company ${row}`) + text(`B${row}`, `Road ${row}`),
      ),
    ),
  /** Each of 5,000 rows has a cell in the last column. */
  farCells: () =>
    workbook(
      rows(5_000, (row) =>
        row === 1
          ? text("A1", "name") + text("B1", "address")
          : text(`A${row}`, `Company ${row}`) + text(`B${row}`, "x") + text(`XFD${row}`, "x"),
      ),
    ),
  /** 1.5 million shared texts, of which none is used. */
  sharedStrings: () =>
    workbook(
      rows(2, () => ""),
      Array.from({ length: 1_500_000 }, (_, index) => `<si><t>${index.toString(36)}</t></si>`).join(""),
    ),
  /** A CSV file of 4.5 million line feeds. */
  lineFeeds: () => Buffer.from(`name,address${"\n".repeat(4_500_000)}`),
  /** A CSV file of one row with two million cells. */
  cells: () => Buffer.from(`name,address\n${",".repeat(2_000_000)}`),
} as const;
