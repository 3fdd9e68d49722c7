import type { Readable } from "node:stream";
import { PdfText, type TextStyle } from "./pdf-text.ts";

const PAGE_LEFT = 48;
const PAGE_WIDTH = 499;
const GAP = 6;
/** Longer texts in a table's cell are cut, so that a row is never higher than a page. */
const CELL_LENGTH = 300;

type Value = string | number | null | undefined;

const cellText = (value: Value) => {
  const text = String(value ?? "");
  return text.length > CELL_LENGTH ? `${text.slice(0, CELL_LENGTH)}…` : text;
};

/**
 * Writes an A4 document from top to bottom, with page breaks. Headings and labels are keys of `words`, among
 * them "total".
 */
export class PdfSheet<Key extends string> {
  readonly #text: PdfText;
  readonly #word: (key: Key | "total") => string;
  #y = 48;

  constructor(title: string, words: (key: Key | "total") => string) {
    this.#text = new PdfText(title);
    this.#word = words;
  }

  title(title: string): void {
    this.#text.write(title, PAGE_LEFT, this.#y, { width: PAGE_WIDTH, size: 18, isBold: true });
    this.#y += 34;
  }

  heading(key: Key): void {
    this.#room(44);
    this.#y += 10;
    this.#text.write(this.#word(key), PAGE_LEFT, this.#y, { width: PAGE_WIDTH, size: 11, isBold: true });
    this.#y += 17;
    this.#rule();
  }

  /** Label and value, two pairs side by side; an unknown value is left out. */
  facts(pairs: [Key, Value][]): void {
    const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
    const width = PAGE_WIDTH / 2 - GAP;
    for (let index = 0; index < known.length; index += 2) {
      const row = known.slice(index, index + 2);
      const height = Math.max(...row.map(([, value]) => this.#text.heightOf(String(value), { width }) + 11));
      this.#room(height + GAP);
      for (const [column, [key, value]] of row.entries()) {
        const x = PAGE_LEFT + column * (width + 2 * GAP);
        this.#text.write(this.#word(key), x, this.#y, { width, size: 7.5, color: "#666" });
        this.#text.write(String(value), x, this.#y + 11, { width });
      }
      this.#y += height + GAP;
    }
  }

  /** The last `numbers` columns are right-aligned; `total` holds the sums of the last ones. */
  table(
    heading: Key,
    keys: Key[],
    widths: number[],
    rows: Value[][],
    { numbers = 0, total = null }: { numbers?: number; total?: Value[] | null } = {},
  ): void {
    if (rows.length === 0) return;
    this.heading(heading);
    const columns = { widths, numbers };
    this.#row(
      keys.map((key) => this.#word(key)),
      columns,
      { size: 7.5, color: "#666" },
    );
    for (const row of rows) this.#row(row.map(cellText), columns, {});
    if (!total) return;
    const empty = Array.from({ length: keys.length - total.length - 1 }, () => "");
    this.#row([this.#word("total"), ...empty, ...total.map(cellText)], columns, { isBold: true });
  }

  end(): Readable {
    const { doc } = this.#text;
    const { start, count } = doc.bufferedPageRange();
    for (let page = start; page < start + count; page++) {
      doc.switchToPage(page);
      // Below the bottom margin pdfkit would start a new page.
      doc.page.margins.bottom = 0;
      this.#text.write(`${page - start + 1} / ${count}`, PAGE_LEFT, 806, {
        width: PAGE_WIDTH,
        size: 7.5,
        color: "#666",
      });
    }
    doc.end();
    return doc as unknown as Readable;
  }

  #row(
    cells: string[],
    { widths, numbers }: { widths: number[]; numbers: number },
    style: Omit<TextStyle, "width">,
  ): void {
    const height = Math.max(
      ...cells.map((cell, index) => this.#text.heightOf(cell, { ...style, width: widths[index]! - GAP })),
    );
    this.#room(height + GAP);
    let x = PAGE_LEFT;
    for (const [index, cell] of cells.entries()) {
      const align = index < cells.length - numbers ? "left" : "right";
      this.#text.write(cell, x, this.#y, { ...style, align, width: widths[index]! - GAP });
      x += widths[index]!;
    }
    this.#y += height + GAP / 2;
    this.#rule();
  }

  #rule(): void {
    const { doc } = this.#text;
    doc
      .moveTo(PAGE_LEFT, this.#y)
      .lineTo(PAGE_LEFT + PAGE_WIDTH, this.#y)
      .lineWidth(0.5)
      .strokeColor("#ccc")
      .stroke();
    this.#y += GAP / 2;
  }

  #room(height: number): void {
    if (this.#y + height <= 780) return;
    this.#text.doc.addPage();
    this.#y = 48;
  }
}
