import type { Readable } from "node:stream";
import { COLUMN_GAP, columnWidths } from "./pdf-columns.ts";
import { PdfText, type TextStyle } from "./pdf-text.ts";

export const PDF_TYPE = "application/pdf";

const PAGE_LEFT = 48;
const PAGE_TOP = 48;
/** From the lower edge of the page: where its number stands, and where the text ends. */
const FOOT = 36;
const BOTTOM = 62;
const GAP = 6;
const LABEL = 11;
const LINE = 11.25;
/** Share of the page's width. */
const SUMS_WIDTH = 0.6;
const FOOT_TITLE = 0.8;
const SMALL = 7.5;
const QUIET = "#666";
/** A heading, the head of its table and one row stay together. */
const HEADED_ROW = 100;
/** Longer texts in a table's cell are cut, so that a row is never higher than a page. */
const CELL_LENGTH = 300;

type Value = string | number | null | undefined;

interface TableOptions {
  numbers?: number;
  total?: Value[] | null;
  sums?: Value[][];
}

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
  readonly #title: string;
  readonly #word: (key: Key | "total") => string;
  #y = PAGE_TOP;

  constructor(title: string, words: (key: Key | "total") => string, { isLandscape = false } = {}) {
    this.#text = new PdfText(title, { isLandscape });
    this.#title = title;
    this.#word = words;
  }

  /** Points between the margins. */
  get width(): number {
    return this.#text.doc.page.width - 2 * PAGE_LEFT - 1;
  }

  title(title: string): void {
    const style = { width: this.width, size: 18, isBold: true };
    this.#text.write(title, PAGE_LEFT, this.#y, style);
    this.#y += this.#text.heightOf(title, style) + 11;
  }

  heading(key: Key): void {
    this.#room(44);
    this.#y += 10;
    this.#text.write(this.#word(key), PAGE_LEFT, this.#y, { width: this.width, size: 11, isBold: true });
    this.#y += 17;
    this.#rule();
  }

  /** Label and value, two pairs side by side; a value may have several lines, and an unknown one is left out. */
  facts(pairs: [Key, Value][]): void {
    const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
    const width = this.width / 2 - GAP;
    for (let index = 0; index < known.length; index += 2) {
      const row = known.slice(index, index + 2);
      const height = Math.max(
        ...row.map(([, value]) => this.#text.heightOf(String(value), { width }) + LABEL),
      );
      this.#room(height + GAP);
      for (const [column, [key, value]] of row.entries()) {
        const x = PAGE_LEFT + column * (width + 2 * GAP);
        this.#text.write(this.#word(key), x, this.#y, { width, size: SMALL, color: QUIET });
        this.#text.write(String(value), x, this.#y + LABEL, { width });
      }
      this.#y += height + GAP;
    }
  }

  /** A label with a long text below it, which goes on over pages; nothing of an empty one. */
  paragraph(key: Key, text: string): void {
    if (!text) return;
    const style = { width: this.width };
    this.#room(LABEL + 2 * LINE);
    this.#y += GAP;
    this.#text.write(this.#word(key), PAGE_LEFT, this.#y, { ...style, size: SMALL, color: QUIET });
    this.#y += LABEL;
    for (const line of this.#text.linesOf(text, style)) {
      this.#room(LINE);
      this.#text.writeLines([line], PAGE_LEFT, this.#y, style);
      this.#y += LINE;
    }
    this.#y += GAP;
  }

  /** Sums below a table, at its right edge: they stay on one page. */
  sums(rows: readonly { label: string; amount: string; isBold?: boolean }[]): void {
    const width = this.width * SUMS_WIDTH;
    const x = PAGE_LEFT + this.width - width;
    const placed = rows.map((row) => {
      const style = { isBold: row.isBold ?? false };
      const label = {
        ...style,
        width: Math.max(width / 3, width - this.#text.widthOf(row.amount, style) - 2 * GAP),
      };
      const amount = { ...style, width, align: "right" as const };
      return { ...row, label, amount, texts: row, height: this.#text.heightOf(row.label, label) + GAP / 2 };
    });
    this.#room(placed.reduce((sum, { height }) => sum + height, GAP));
    this.#y += GAP / 2;
    for (const { label, amount, texts, height } of placed) {
      this.#text.write(texts.label, x, this.#y, label);
      this.#text.write(texts.amount, x, this.#y, amount);
      this.#y += height;
    }
    this.#y += GAP;
  }

  /** A paragraph in small letters. */
  note(text: string): void {
    const style = { width: this.width, size: SMALL, color: QUIET };
    const height = this.#text.heightOf(text, style);
    this.#room(height + GAP);
    this.#text.write(text, PAGE_LEFT, this.#y, style);
    this.#y += height + GAP / 2;
  }

  /** A drawing of a height, which stays on one page. */
  figure(height: number, draw: (text: PdfText, at: { x: number; y: number }) => void): void {
    this.#room(height);
    draw(this.#text, { x: PAGE_LEFT, y: this.#y });
    this.#y += height;
  }

  /**
   * Columns are as wide as their texts need. The last `numbers` of them are right-aligned, and none of their numbers is
   * broken: rather, the letters become smaller. `total` holds the sums of the last ones, `sums` are whole rows below. The
   * head stands on each page.
   */
  table(
    heading: Key,
    keys: Key[],
    rows: Value[][],
    { numbers = 0, total = null, sums = [] }: TableOptions = {},
  ): void {
    if (rows.length === 0) return;
    this.#room(HEADED_ROW);
    this.heading(heading);
    const heads = keys.map((key) => this.#word(key));
    const empty = Array.from({ length: keys.length - (total?.length ?? 0) - 1 }, () => "");
    const bold = [...sums, ...(total ? [[this.#word("total"), ...empty, ...total]] : [])];
    const texts = rows.map((row) => row.map(cellText));
    const boldTexts = bold.map((row) => row.map(cellText));
    const { widths, size } = columnWidths(this.#text, this.width + COLUMN_GAP, {
      heads,
      rows: texts,
      boldRows: boldTexts,
      numbers,
    });
    const columns = { widths, numbers };
    const headStyle = { size: Math.min(SMALL, size), color: QUIET };
    const head = () => this.#row(heads, columns, headStyle);
    const row = (cells: string[], style: Omit<TextStyle, "width">) => {
      if (this.#room(this.#heightOf(cells, widths, style) + GAP)) head();
      this.#row(cells, columns, style);
    };
    head();
    for (const cells of texts) row(cells, { size });
    for (const cells of boldTexts) row(cells, { size, isBold: true });
  }

  end(): Readable {
    const { doc } = this.#text;
    const { start, count } = doc.bufferedPageRange();
    for (let page = start; page < start + count; page++) {
      doc.switchToPage(page);
      const y = doc.page.height - FOOT;
      const style = { width: this.width, size: SMALL, color: QUIET };
      this.#text.write(`${page - start + 1} / ${count}`, PAGE_LEFT, y, { ...style, align: "right" });
      const title = { ...style, width: this.width * FOOT_TITLE };
      this.#text.writeLines(this.#text.linesOf(this.#title, title).slice(0, 1), PAGE_LEFT, y, title);
    }
    doc.end();
    return doc as unknown as Readable;
  }

  #row(
    cells: string[],
    { widths, numbers }: { widths: number[]; numbers: number },
    style: Omit<TextStyle, "width">,
  ): void {
    const height = this.#heightOf(cells, widths, style);
    this.#room(height + GAP);
    let x = PAGE_LEFT;
    for (const [index, cell] of cells.entries()) {
      const align = index < cells.length - numbers ? "left" : "right";
      this.#text.write(cell, x, this.#y, { ...style, align, width: widths[index]! - COLUMN_GAP });
      x += widths[index]!;
    }
    this.#y += height + GAP / 2;
    this.#rule();
  }

  #heightOf(cells: string[], widths: number[], style: Omit<TextStyle, "width">): number {
    return Math.max(
      ...cells.map((cell, index) =>
        this.#text.heightOf(cell, { ...style, width: widths[index]! - COLUMN_GAP }),
      ),
    );
  }

  #rule(): void {
    const { doc } = this.#text;
    doc
      .moveTo(PAGE_LEFT, this.#y)
      .lineTo(PAGE_LEFT + this.width, this.#y)
      .lineWidth(0.5)
      .strokeColor("#ccc")
      .stroke();
    this.#y += GAP / 2;
  }

  /** Starts a page when the height does not fit. @returns whether it did */
  #room(height: number): boolean {
    if (this.#y + height <= this.#text.doc.page.height - BOTTOM) return false;
    this.#text.doc.addPage();
    this.#y = PAGE_TOP;
    return true;
  }
}
