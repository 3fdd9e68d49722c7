import PDFDocument from "pdfkit";
import { chineseFont } from "./chinese-font.ts";

/**
 * Writes text of several scripts. WinAnsi characters are set in Helvetica, which every reader has, all others in a
 * font of which the file holds the glyphs that it uses: it reads the same where no font is installed.
 */
export class PdfText {
  readonly doc: PDFKit.PDFDocument;
  readonly #registered = new Set<string>();

  constructor(title: string, { isLandscape = false } = {}) {
    this.doc = new PDFDocument({
      size: "A4",
      layout: isLandscape ? "landscape" : "portrait",
      margins: { top: 48, bottom: 56, left: 48, right: 48 },
      bufferPages: true,
      info: { Title: title },
    });
  }

  /** Writes a paragraph at a position, wrapped to the width. */
  write(
    text: string,
    x: number,
    y: number,
    { width, size = 9, isBold = false, color = "#111", align = "left" }: TextStyle,
  ): void {
    const runs = runsOf(text);
    this.doc.fontSize(size).fillColor(color);
    const use = (isLatin: boolean) => this.#use(isLatin, isBold);
    // pdfkit cannot align a text that continues in another font: one that fits on a line is positioned here.
    const isMoved = align === "right" && runs.length > 1;
    const taken = runs.reduce((sum, { isLatin, part }) => sum + use(isLatin).widthOfString(part), 0);
    const left = isMoved ? x + Math.max(0, width - taken - 1) : x;
    for (const [index, { isLatin, part }] of runs.entries()) {
      use(isLatin);
      const continued = index < runs.length - 1;
      const options = {
        ...{ width: width - (left - x), continued, align: isMoved ? ("left" as const) : align },
        // Both fonts stand on one line.
        baseline: "alphabetic" as const,
      };
      if (index === 0) this.doc.text(part, left, y + size * ASCENT, options);
      else this.doc.text(part, options);
    }
  }

  /** Height of the paragraph, rather too much than too little for a text in two fonts. */
  heightOf(text: string, { width, size = 9, isBold = false }: TextStyle): number {
    const runs = runsOf(text);
    this.doc.fontSize(size);
    this.#use(
      runs.every(({ isLatin }) => isLatin),
      isBold,
    );
    return this.doc.heightOfString(text || " ", { width: runs.length > 1 ? width * MIXED : width });
  }

  /** pdfkit takes an open font as well, which its types do not say. */
  #use(isLatin: boolean, isBold: boolean): PDFKit.PDFDocument {
    if (isLatin) return this.doc.font(isBold ? "Helvetica-Bold" : "Helvetica");
    const name = isBold ? "Chinese-Bold" : "Chinese";
    if (!this.#registered.has(name))
      this.doc.registerFont(name, chineseFont({ isBold }) as unknown as Buffer);
    this.#registered.add(name);
    return this.doc.font(name);
  }
}

export interface TextStyle {
  width: number;
  size?: number | undefined;
  isBold?: boolean;
  color?: string;
  align?: "left" | "right";
}

const ASCENT = 0.8;
/** Lines of a text in two fonts break earlier than they would in one. */
const MIXED = 0.85;
const LATIN =
  /^[\x20-\x7e\xa0-\xff\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178\n]$/u;

function runsOf(text: string): { isLatin: boolean; part: string }[] {
  const runs: { isLatin: boolean; part: string }[] = [];
  for (const character of text.toWellFormed()) {
    const isLatin = LATIN.test(character);
    const last = runs.at(-1);
    if (last?.isLatin === isLatin) last.part += character;
    else runs.push({ isLatin, part: character });
  }
  return runs.length > 0 ? runs : [{ isLatin: true, part: "" }];
}
