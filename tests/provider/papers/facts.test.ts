import { expect, test } from "vitest";
import type { ReadPaper } from "#app/contract/document-code.ts";
import { readPaper } from "#app/provider/papers/facts.ts";
import { paperRows, rowsOfCells, rowsOfText } from "#app/provider/papers/rows.ts";

const sayings = (text: string, paper: ReadPaper = "packingList") =>
  readPaper(paperRows(rowsOfText(text)), paper);
const values = (text: string, paper?: ReadPaper) =>
  Object.fromEntries(Object.entries(sayings(text, paper)).map(([fact, one]) => [fact, one?.value]));

test("reads the totals of a packing list's table by their columns", () => {
  const paper = `
Shipper/Exporter:   SHANGHAI BRIGHT LIGHTING CO., LTD.        Invoice No.: INV-1
Consignee:          HAMBURG LAMPEN GMBH                        Date: 2026-11-01
P.O. No.    Description      CTNS     QTY (PCS)    N.W. (KGS)    G.W. (KGS)    MEAS. (CBM)
4500012     Desk lamp         100        1,000       1,000.00      1,134.50        3.100
4500013     Floor lamp         20          200         200.00        100.00        2.500
TOTAL:                        120        1,200       1,200.00      1,234.50        5.600`;
  expect(values(paper)).toEqual({
    packages: "120",
    units: "1200",
    grossWeight: "1234.5",
    volume: "5.6",
    shipper: "SHANGHAI BRIGHT LIGHTING CO., LTD.",
    consignee: "HAMBURG LAMPEN GMBH",
    orders: "4500012, 4500013",
  });
  expect(sayings(paper).grossWeight!.text).toBe("TOTAL: G.W. (KGS) 1,234.50");
});

test("reads Chinese labels and full-width signs", () => {
  expect(
    values(`发货人：上海明亮灯饰有限公司
收货人：汉堡灯具
总件数：１２０箱   毛重（千克）：1234.5   体积：5.6立方米
订单号：4500012、4500013`),
  ).toEqual({
    packages: "120",
    grossWeight: "1234.5",
    volume: "5.6",
    shipper: "上海明亮灯饰有限公司",
    consignee: "汉堡灯具",
    orders: "4500012, 4500013",
  });
});

test.each<[string, ReadPaper, object]>([
  ["G.W.: 1.234,50 KGS", "packingList", { grossWeight: "1234.5" }],
  ["Total gross weight: 100 LBS", "packingList", { grossWeight: "45.359237" }],
  [
    "TOTAL: 120 CTNS / 480 PCS / 5.6 CBM; G.W.: 99 KGS",
    "packingList",
    { packages: "120", units: "480", grossWeight: "99", volume: "5.6" },
  ],
  [
    "Total packages  |  Gross weight\n  40 CTNS          1,234.50 KGS",
    "houseBill",
    { packages: "40", grossWeight: "1234.5" },
  ],
  ["No. of packages: 12", "houseBill", { packages: "12" }],
  ["No. of pieces: 12", "houseBill", {}],
  ["12 pieces", "houseBill", {}],
  ["Quantity: 480", "invoice", { units: "480" }],
  ["PO# 4711-A", "invoice", { orders: "4711-A" }],
  [
    "GROSS        NO. OF\nWEIGHT       CTNS\n(KGS)\n99.5         12",
    "packingList",
    { packages: "12", grossWeight: "99.5" },
  ],
  ["G.W.      CTNS\n(KGS)\n99.5      12", "packingList", { packages: "12", grossWeight: "99.5" }],
])("reads %j", (text, paper, read) => {
  expect(values(text, paper)).toEqual(read);
});

test.each([
  ["two totals that differ", "Total gross weight: 100 KGS\nTotal gross weight: 120 KGS"],
  ["a weight without a unit", "Gross weight: 100"],
  ["a unit that is another one", "Gross weight: 3 MT\nMeasurement: 20 CFT\nTotal packages: 4 USD"],
  ["a number that is two by its sign", "Gross weight: 1,234 KGS"],
  ["net and volume weight", "N.W.: 10 KGS\nNet weight: 10 KGS\nVolume weight: 20 KGS"],
  ["the weight of one package", "G.W. per carton: 10 KGS\nG.W./CTN: 10 KGS"],
  ["the marks of one package", "SHIPPING MARKS\nHAMBURG\nC/NO. 1-100\nG.W.: 12.5 KGS\nMEAS.: 0.05 CBM"],
  ["lines without a total", "CTNS    G.W. (KGS)\n  10       1.5\n  20       2.5"],
  [
    "a table that goes on over pages",
    "CTNS    G.W. (KGS)\n  10       1.5\nCTNS    G.W. (KGS)\n  10       1.5",
  ],
  ["a quantity of a packing list without a unit", "Quantity: 40\n总数量: 40件"],
  ["pallets and cartons", "Total pallets: 2\nTotal cartons: 48"],
  ["the load and count of a shipper", "SHIPPER'S LOAD AND COUNT\nShipper's reference: ABC"],
  ["a box for post", "P.O. Box 4711\nPost office: 12"],
  ["a negative weight", "Gross weight: -5 KGS"],
  ["a label alone", "Shipper\nConsignee\nNotify party"],
  ["two shippers", "Shipper: ALPHA LTD\nShipper: BETA LTD"],
  ["nothing", ""],
])("reads nothing of %s", (_, text) => {
  expect(values(text)).toEqual({});
});

test("reads labels that stand in both languages", () => {
  expect(
    values(
      "Shipper/Exporter 发货人: NINGBO TOOLS\n毛重 G.W. (KGS): 12.50\n件数/PKGS    体积 Volume (m³)\n   4             1.25",
    ),
  ).toEqual({ shipper: "NINGBO TOOLS", grossWeight: "12.5", packages: "4", volume: "1.25" });
});

test("reads the boxes of a bill, whose names stand under their labels", () => {
  expect(
    values(
      `
Shipper (Complete name and address)            Booking No.       B/L No.
NINGBO TOOLS                                    BK-77             HB-77
CO., LTD
12 HARBOUR ROAD
Consignee                                       Forwarding agent
TO ORDER OF RHEIN BANK AG                       FAIRLEAD
Notify party
RHEIN WERKZEUG GMBH`,
      "houseBill",
    ),
  ).toEqual({ shipper: "NINGBO TOOLS CO., LTD", consignee: "TO ORDER OF RHEIN BANK AG" });
});

test("reads a sheet by its columns, with a unit in a cell of its own", () => {
  const rows = rowsOfCells([
    ["Packing list", "", "", ""],
    ["PO No.", "Cartons", "Gross Weight", "Volume (m³)"],
    ["A-1", "10", "100.25", "1.1"],
    ["A-2", "5", "50.25", "0.5"],
    ["Total", "15", "150.5", "1.6"],
    ["Total G.W.", "150.5", "KGS", ""],
  ]);
  expect(readPaper(paperRows(rows), "packingList")).toMatchObject({
    packages: { value: "15" },
    grossWeight: { value: "150.5", text: "Total G.W. 150.5 KGS" },
    volume: { value: "1.6" },
    orders: { value: "A-1, A-2" },
  });
});

test("takes no time for what is made to take it", { tags: "slow" }, () => {
  // Of the processor, which does not count what runs beside it.
  const before = process.threadCpuUsage();
  const hostile = [
    "(".repeat(300),
    "1".repeat(300),
    "G.W.".repeat(75),
    `Total ${" ".repeat(290)}`,
    "1 ".repeat(150),
  ];
  values(Array.from({ length: 4_900 }, (_, index) => hostile[index % 5]).join("\n"));
  values(`CTNS\n${"P.O. No.   ".repeat(400)}\n`.repeat(2_000));
  values(`${"CTNS   ".repeat(59)}\n-\n`.repeat(330));
  values(`${"G.W.: 1.5 KGS   ".repeat(59)}\n`.repeat(330));
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(10_000);
});
