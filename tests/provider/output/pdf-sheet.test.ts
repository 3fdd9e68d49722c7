import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { PdfSheet } from "#app/provider/output/pdf-sheet.ts";
import { pdfTextOf } from "#tests/support/pdf-text.ts";

async function written(title: string): Promise<Buffer> {
  const sheet = new PdfSheet("title", () => title);
  sheet.title(title);
  return buffer(sheet.end());
}

/** Without the breaks between two fonts. */
const textOf = (pdf: Buffer) => pdfTextOf(pdf).replaceAll("\n", "");

describe("fonts of a PDF", () => {
  it("holds the Chinese font that it uses, and its text can be read back", async () => {
    for (const title of ["深圳市远航国际货运代理有限公司 INVOICE", "國際運輸費", "運賃 カナ", "Привет"]) {
      const pdf = await written(title);
      expect(textOf(pdf)).toContain(title);
      expect(pdf.toString("latin1")).toContain("/FontFile3");
      expect(pdf.toString("latin1")).not.toContain("STSong");
    }
  });

  it("stays small without Chinese text", async () => {
    const pdf = await written("Invoice No. 7, Zürich – 12,50 €");
    expect(pdf.toString("latin1")).not.toContain("/FontFile");
    expect(pdf.length).toBeLessThan(5_000);
  });

  it("writes one document as another one that shares the font", async () => {
    const first = await written("海运费");
    await written("上海—汉堡，目的港操作费");
    expect((await written("海运费")).length).toBe(first.length);
  });

  it("keeps the other characters of a text of which it has one not", async () => {
    expect(textOf(await written("😀 集装箱"))).toContain(" 集装箱");
  });
});
