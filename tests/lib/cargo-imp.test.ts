import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isImpText, readImp } from "#app/lib/cargo-imp.ts";

const sample = (name: string) => readFileSync(`tests/fixtures/imp/${name}.txt`, "utf8");
/** "DEP A PVG 28NOV1030 LH8401 10/10" of each status, "3: why" of each fault. */
const linesOf = (text: string) =>
  readImp(text).map((line) => {
    if ("fault" in line) return `${line.line}: ${line.fault}`;
    const { statusCode, timeType, airport, day, time = "", flight = "-", pieces, totalPieces } = line.status;
    const part = pieces === undefined ? "-" : `${pieces}/${totalPieces}`;
    return [statusCode, timeType, airport, `${day}${time}`, flight, part].join(" ");
  });
const AWB = "020-81140743PVGFRA/T10K250";
const status = (line: string, awb = AWB) => `FSU/12\n${awb}\n${line}\n`;

describe("a message", () => {
  it.each<[string, string[]]>([
    ["departure", ["DEP A PVG 28NOV1030 LH8401 10/10", "DEP S PVG 28NOV1025 LH8401 -"]],
    [
      "several-statuses",
      [
        "RCS A PVG 27NOV1430 - 10/10",
        "FWB A PVG 27NOV1100 - 10/10",
        "MAN A PVG 28NOV CA8401 10/10",
        "DEP S PVG 28NOV1025 CA8401 -",
        "ARR S FRA 28NOV1450 CA8401 -",
      ],
    ],
    [
      "part-delivered",
      [
        "ARR A FRA 28NOV0610 EK9901 6/10",
        "RCF A FRA 28NOV0745 EK9901 6/10",
        "NFD A FRA 28NOV0800 - 6/10",
        "DLV A FRA 28NOV0930 - 6/10",
      ],
    ],
    ["rest-delivered", ["DLV A FRA 29NOV1010 - 4/10"]],
    [
      "over-new-year",
      [
        "BKD A PVG 31DEC LH8405 2/2",
        "DEP S PVG 31DEC2355 LH8405 -",
        "ARR S FRA 01JAN0540 LH8405 -",
        "DEP A PVG 01JAN0015 LH8405 2/2",
        "ARR E FRA 01JAN0600 LH8405 -",
        "ARR A FRA 01JAN0605 LH8405 2/2",
      ],
    ],
    [
      "discrepancy-and-transfer",
      [
        "DIS A FRA 28NOV1900 LH8401 1/5",
        "TRM A FRA 28NOV1900 - 5/5",
        "RCT A FRA 28NOV1930 - 5/5",
        "TFD A FRA 28NOV2000 - 5/5",
        "TGC A FRA 28NOV2030 - 5/5",
        "XYZ A FRA 28NOV2100 - 5/5",
      ],
    ],
  ])("is read: %s", (name, expected) => {
    expect(isImpText(sample(name))).toBe(true);
    expect(linesOf(sample(name))).toEqual(expected);
  });

  it("has other service information with its status, and the code of a discrepancy", () => {
    expect(readImp(sample("discrepancy-and-transfer"))[0]).toMatchObject({
      status: {
        discrepancyCode: "MSCA",
        remark: "ONE PIECE NOT FOUND IN ULD",
        airWaybillNumber: "020-40000041",
      },
    });
    const [received, , manifested] = readImp(sample("several-statuses"));
    expect(received).toMatchObject({ text: "RCS/27NOV1430/PVG/T10K250.5/WANG" });
    expect(received).not.toHaveProperty("status.remark");
    expect(manifested).toMatchObject({ line: 7, status: { remark: "ON HAND AT CARGO TERMINAL 2" } });
  });
});

describe("of a status", () => {
  it.each([
    ["P6K150T12", "6/12"],
    ["S3L40", "3/10"],
    ["D3K40.5", "3/10"],
    ["T10K250MC1.25", "10/10"],
    ["T10", "10/10"],
  ])("%s is %s pieces", (quantity, expected) => {
    expect(linesOf(status(`DLV/28NOV0930/FRA/${quantity}`))[0]).toBe(`DLV A FRA 28NOV0930 - ${expected}`);
  });

  it("a part of a waybill without its total is a part of all", () => {
    expect(readImp(status("DLV/28NOV0930/FRA/P6K150", "020-81140743PVGFRA"))).toMatchObject([
      { status: { pieces: 6 } },
    ]);
    expect(linesOf(status("DLV/28NOV0930/FRA", "020-81140743PVGFRA"))).toEqual(["DLV A FRA 28NOV0930 - -"]);
  });

  it.each([
    ["A2350-P", "27NOV2350"],
    ["A0010-N", "29NOV0010"],
    ["A0010-S", "30NOV0010"],
    ["A0010-T", "01DEC0010"],
  ])("%s beside the day 28NOV is %s", (clock, expected) => {
    expect(linesOf(status(`DEP/LH8401/28NOV/PVGFRA/T10/${clock}`))[0]).toBe(
      `DEP A PVG ${expected} LH8401 10/10`,
    );
  });
});

describe("a line that cannot be read is refused with its number, and the others are read:", () => {
  it.each([
    ["DEPLH8401", "is no status"],
    ["DEP/LH8401/PVGFRA/T10K250", "has no day"],
    ["DEP/LH8401/28NOW1030/PVGFRA", "is no day of the year"],
    ["DEP/LH8401/31FEB1030/PVGFRA", "is no day of the year"],
    ["DEP/LH8401/28NOV2530/PVGFRA", "is no time of a day"],
    ["DEP/LH8401/28NOV1030", "has no airport"],
    ["DEP/LUFTHANSA/28NOV1030/PVGFRA", "is no flight and no carrier"],
    ["DLV/28NOV0930/FRA/P6K15O", "is no number of pieces"],
    ["DEP/LH8401/28NOV/PVGFRA/T10/S2560", "is no time of a day"],
  ])("%s", (line, reason) => {
    const read = readImp(`FSU/12\n${AWB}\n${line}\nRCS/27NOV1430/PVG/T10K250\n`);
    expect(read).toMatchObject([
      { line: 3, text: line, fault: expect.stringContaining(reason) },
      { line: 4, status: { statusCode: "RCS" } },
    ]);
  });

  it.each([
    [
      "FSU/16\n020-81140743PVGFRA\nRCS/27NOV1430/PVG\n",
      [
        "1: is no FSU/ or FSA/ with a version from 3 to 15",
        "2: stands before FSU/ and its version",
        "3: stands before FSU/ and its version",
      ],
    ],
    [
      "FSU/12\n020-8114PVGFRA\nFSU/12\n020-81140743PVGFRA\nRCS/27NOV1430/PVG\n",
      [
        "2: is no air waybill with its airports, such as 020-81140743PVGFRA/T10K250",
        "RCS A PVG 27NOV1430 - -",
      ],
    ],
    ["FSU/12\n020-81140743PVGFRA\n", ["2: no status follows"]],
    ["FSU/12\n", ["1: no air waybill follows"]],
    ["hello\n", ["1: stands before FSU/ and its version"]],
  ])("%j", (text, expected) => {
    expect(linesOf(text)).toEqual(expected);
  });

  it("whatever the text, no line is lost without a word", () => {
    const piece = fc.constantFrom(
      "FSU/12",
      AWB,
      "DEP/LH8401/28NOV1030/PVGFRA/T10",
      "OSI/X",
      "/Y",
      "DLV/",
      "ULD/A",
      "",
      "Z9",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (lines) => {
        const read = readImp(lines.join("\n"));
        const silent = new Set(["FSU/12", AWB, "OSI/X", "/Y", "ULD/A", ""]);
        for (const [index, line] of lines.entries())
          if (!silent.has(line)) expect(read.some((each) => each.line === index + 1)).toBe(true);
      }),
    );
  });
});

it("reads a waybill without its airports, and the shares of a booking's flight", () => {
  const telex = "FSU/14\n157-53806270/P2K505.0T10\nRCS/20JUN1039/HKG\n";
  expect(linesOf(telex)).toEqual(["RCS A HKG 20JUN1039 - -"]);
  const [line] = readImp(telex);
  expect(line).not.toHaveProperty("status.origin");
  expect(linesOf("FSU/14\n157-53806270HKG/P2K505.0T10\nRCS/20JUN1039/HKG\n")[0]).toContain("no air waybill");
});
