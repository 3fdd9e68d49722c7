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

  /** Writes a text at a position, broken into lines of the width. */
  write(text: string, x: number, y: number, style: TextStyle): void {
    this.writeLines(this.linesOf(text, style), x, y, style);
  }

  /** Writes lines of `linesOf` below each other. */
  writeLines(lines: readonly TextLine[], x: number, y: number, style: TextStyle): void {
    const { width, size = SIZE, isBold = false, color = "#111", align = "left" } = style;
    this.doc.fontSize(size).fillColor(color);
    for (const [index, line] of lines.entries()) {
      let left = align === "right" ? x + width - line.width : x;
      for (const { isLatin, part } of runsOf(line.text)) {
        const font = this.#use(isLatin, isBold);
        // Both fonts stand on one line.
        const options = { lineBreak: false, baseline: "alphabetic" as const };
        font.text(part, left, y + size * (ASCENT + index * LEADING), options);
        left += font.widthOfString(part);
      }
    }
  }

  /** The lines of a text: broken between words and Chinese characters, within a word only where it is wider than the line. */
  linesOf(text: string, { width, size = SIZE, isBold = false }: TextStyle): TextLine[] {
    return text
      .toWellFormed()
      .replace(UNSAYABLE, "")
      .replaceAll("\t", " ")
      .split("\n")
      .flatMap((paragraph) => this.#broken(paragraph, width + ROUNDING, { size, isBold }));
  }

  /** Points between the tops of two lines. */
  heightOf(text: string, style: TextStyle): number {
    return this.linesOf(text, style).length * (style.size ?? SIZE) * LEADING;
  }

  /** Width of the text where nothing breaks it but its own lines. */
  widthOf(text: string, style: Omit<TextStyle, "width">): number {
    const lines = this.linesOf(text, { ...style, width: Number.POSITIVE_INFINITY });
    return Math.max(...lines.map((line) => line.width));
  }

  /** Widths of what breaks into no lines within itself: words, with their amounts of money, and Chinese characters. */
  partsOf(
    text: string,
    { size = SIZE, isBold = false }: Omit<TextStyle, "width">,
  ): { part: string; width: number }[] {
    return (text.match(PARTS) ?? []).map((part) => ({ part, width: this.#widthOf(part, { size, isBold }) }));
  }

  #broken(paragraph: string, width: number, style: FontStyle): TextLine[] {
    const lines: TextLine[] = [];
    let line: TextLine = { text: "", width: 0 };
    let space = "";
    const end = () => {
      lines.push(line);
      line = { text: "", width: 0 };
      space = "";
    };
    for (const [part] of paragraph.matchAll(PARTS)) {
      if (part.startsWith(" ")) {
        space = line.text ? part : "";
        continue;
      }
      const spaced = this.#widthOf(space + part, style);
      if (line.text && line.width + spaced > width) end();
      const own = this.#widthOf(space + part, style);
      if (own <= width) {
        line = { text: line.text + space + part, width: line.width + own };
        space = "";
        continue;
      }
      for (const character of part) {
        const wide = this.#widthOf(character, style);
        if (line.text && line.width + wide > width) end();
        line = { text: line.text + character, width: line.width + wide };
      }
    }
    lines.push(line);
    return lines;
  }

  #widthOf(text: string, { size, isBold }: FontStyle): number {
    this.doc.fontSize(size);
    return runsOf(text).reduce(
      (sum, { isLatin, part }) => sum + this.#use(isLatin, isBold).widthOfString(part),
      0,
    );
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

type FontStyle = Required<Pick<TextStyle, "isBold">> & { size: number };

export interface TextLine {
  text: string;
  /** Points. */
  width: number;
}

const SIZE = 9;
/** Shares of the letters' size: from the top of a line to where the letters stand, and to the next line. */
const ASCENT = 0.8;
const LEADING = 1.25;
/** A width that was summed in another order is the same width. */
const ROUNDING = 0.01;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
const UNSAYABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff]/g;
/** Spaces, Chinese characters with the signs that end no line before them, and words. */
const PARTS =
  / +|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef][、。，．：；！？）」』】》〉％]*|[^ \p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]+/gu;
const LATIN =
  /^[\x20-\x7e\xa0-\xff\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]$/u;

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
