import { describe, expect, test } from "vitest";
import { readPastedNumbers, searchedKeys } from "#app/lib/pasted-numbers.ts";

const read = (text: string) => readPastedNumbers(text).numbers.map(({ number }) => number);

describe("pasted numbers", () => {
  test.each([
    ["a spreadsheet's column", "FLD-1\r\nFLD-2\r\n", ["FLD-1", "FLD-2"]],
    ["cells of a row", "FLD-1\tFLD-2\t\tFLD-3", ["FLD-1", "FLD-2", "FLD-3"]],
    [
      "commas, semicolons, bars and spaces",
      "FLD-1, FLD-2;FLD-3|FLD-4 FLD-5",
      ["FLD-1", "FLD-2", "FLD-3", "FLD-4", "FLD-5"],
    ],
    [
      "Chinese separators and full-width characters",
      "ＦＬＤ-1，FLD-2；FLD-3、FLD-4　FLD-5",
      ["FLD-1", "FLD-2", "FLD-3", "FLD-4", "FLD-5"],
    ],
    [
      "quotes, brackets and a number sign",
      `"FLD-1", 'FLD-2' (FLD-3) #4711`,
      ["FLD-1", "FLD-2", "FLD-3", "4711"],
    ],
    [
      "spaces within a container's number",
      "CSQU 305438 3\nMSKU 6011672 MWCU6059784",
      ["CSQU3054383", "MSKU6011672", "MWCU6059784"],
    ],
    [
      "spaces within an air waybill's number",
      "176 1234 5675\n020 81140743 4711",
      ["176-12345675", "020-81140743", "4711"],
    ],
    ["the letters before an order's number", "PO 4500123, po#4500124", ["PO4500123", "PO4500124"]],
    ["two numbers that only look like an air waybill", "176 12345678", ["176", "12345678"]],
    ["nothing", " \n,;\t", []],
    [
      "the marks of a spreadsheet's texts",
      '\'FLD-1\n‘FLD-2’\n="FLD-3"\n“FLD-4”',
      ["FLD-1", "FLD-2", "FLD-3", "FLD-4"],
    ],
    [
      "what a Chinese keyboard types",
      "４５００１２３。ｃｓｑｕ３０５４３８３　【FLD-2】「FLD-3」｜提单号：176－1234 5675",
      ["4500123", "CSQU3054383", "FLD-2", "FLD-3", "176-12345675"],
    ],
    [
      "a chat with emojis and bullets",
      "📦 FLD-1 🚢🚢 • FLD-2\n– FLD-3 ✅\n1️⃣ ---",
      ["FLD-1", "FLD-2", "FLD-3", "1"],
    ],
    [
      "characters that nobody sees",
      "\uFEFFFLD\u200B-1\u00A0FLD-2\u202A\u0000\nCSQU\u00A0305438\u00AD3\u2028FLD-\u20603",
      ["FLD-1", "FLD-2", "CSQU3054383", "FLD-3"],
    ],
    [
      "a slash before a check digit",
      "CSQU305438/3; csqu 305438 / 3; MSKU-601167-2",
      ["CSQU3054383", "MSKU6011672"],
    ],
  ])("are read out of %s", (_, text, numbers) => {
    expect(read(text)).toEqual(numbers);
  });

  test("are recognised, with the right digit where the check digit is wrong", () => {
    expect(
      readPastedNumbers("MSCU1234567 CSQU3054383 176-12345676 176-12345675 4500123 FLD2611001 X").numbers,
    ).toEqual([
      { number: "MSCU1234567", look: "CNTR", corrected: "MSCU1234566" },
      { number: "CSQU3054383", look: "CNTR", corrected: null },
      { number: "176-12345676", look: "AWB", corrected: "176-12345675" },
      { number: "176-12345675", look: "AWB", corrected: null },
      { number: "4500123", look: "PO", corrected: null },
      { number: "FLD2611001", look: "H", corrected: null },
      { number: "X", look: null, corrected: null },
    ]);
  });

  test("are merged in whatever spelling they come twice", () => {
    expect(readPastedNumbers("csqu-305438-3\nCSQU3054383\nfld 1, FLD-1\nFLD1")).toMatchObject({
      numbers: [{ number: "CSQU3054383" }, { number: "FLD" }, { number: "1" }, { number: "FLD-1" }],
      doubles: 2,
    });
  });

  test("are read in no time out of text that was made to take long", () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `FLD-${index}`).join("\r\n");
    expect(readPastedNumbers(many).numbers).toHaveLength(10_000);
    for (const piece of [
      "'",
      ".",
      "单",
      "单:",
      "123 ",
      "csqu ",
      "po ",
      "📦",
      " ",
      "a\u0301",
      "\u200B",
      "176 1234 ",
    ])
      expect(readPastedNumbers(`${piece.repeat(20_000)}x`).numbers.length).toBeLessThan(5);
    // A cut through a character would be refused by every address.
    for (const typed of [`${"A".repeat(49)}𠀀𠀀`, "𠀀1".repeat(100)])
      expect(() => encodeURIComponent(read(typed)[0]!)).not.toThrow();
  });

  test("are cut, where they are no numbers at all", () => {
    expect(read("9".repeat(10_000))).toEqual(["9".repeat(50)]);
    expect(readPastedNumbers("a ".repeat(10_000))).toMatchObject({
      numbers: [{ number: "A" }],
      doubles: 9_999,
    });
  });
});

describe("keys of what somebody looks for", () => {
  test.each([
    ["fld-26 0001", ["FLD260001"], ["FLD26", "0001"]],
    ["  ＦＬＤ２６－１，", ["FLD261"]],
    ["PO# 123", ["PO#123", "123"], ["PO123"]],
    ["PO-88", ["PO88", "88"]],
    ["MAEU 123456 7.", ["MAEU1234567"]],
    ["H# FLD1", ["H#FLD1", "FLD1"]],
    ["where is MSKU1234565", ["WHEREISMSKU1234565"], ["MSKU1234565"]],
    ["A1 B2", ["A1B2"], ["A1", "B2"]],
    ["POLLY 7X", ["POLLY7X"], ["7X"]],
    ["x", []],
    ["%_\\'\"", []],
    ["", []],
  ] as [string, string[], string[]?][])("%s", (text, whole, within = []) => {
    expect(searchedKeys(text)).toEqual({ whole, within });
  });

  test("a long text takes no time", () => {
    const began = performance.now();
    searchedKeys("#".repeat(100_000));
    searchedKeys("1 ".repeat(50_000));
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
