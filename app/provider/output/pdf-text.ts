import PDFDocument from "pdfkit";

/**
 * Writes text of any script without embedding a font. WinAnsi characters are set in Helvetica, all others in
 * STSong, which PDF readers supply themselves: the file only names the font, its encoding and its glyph
 * order.
 */
export class PdfText {
  readonly doc: PDFKit.PDFDocument;

  constructor(title: string) {
    this.doc = new PDFDocument({
      size: "A4",
      margins: { top: 48, bottom: 56, left: 48, right: 48 },
      bufferPages: true,
      info: { Title: title },
    });
    // pdfkit looks for a registered font of this name before it looks for a file.
    const { _fontFamilies: families } = this.doc as unknown as { _fontFamilies: Record<string, unknown> };
    families[SONG] = new SongFont(this.doc as unknown as FontDocument);
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
    const use = (isLatin: boolean) =>
      this.doc.font(isLatin ? (isBold ? "Helvetica-Bold" : "Helvetica") : SONG);
    // pdfkit cannot align a text that continues in another font: one that fits on a line is positioned here.
    const isMoved = align === "right" && runs.length > 1;
    const taken = runs.reduce((sum, { isLatin, part }) => sum + use(isLatin).widthOfString(part), 0);
    const left = isMoved ? x + Math.max(0, width - taken - 1) : x;
    for (const [index, { isLatin, part }] of runs.entries()) {
      use(isLatin);
      const continued = index < runs.length - 1;
      const options = { width: width - (left - x), continued, align: isMoved ? "left" : align };
      if (index === 0) this.doc.text(part, left, y, options);
      else this.doc.text(part, options);
    }
  }

  /** Height of the paragraph; a text in two fonts is measured in the wider one. */
  heightOf(text: string, { width, size = 9, isBold = false }: TextStyle): number {
    const isLatin = runsOf(text).every((run) => run.isLatin);
    this.doc.fontSize(size).font(isLatin ? (isBold ? "Helvetica-Bold" : "Helvetica") : SONG);
    return this.doc.heightOfString(text || " ", { width });
  }
}

export interface TextStyle {
  width: number;
  size?: number;
  isBold?: boolean;
  color?: string;
  align?: "left" | "right";
}

const SONG = "Song";
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

interface FontReference {
  data: Record<string, unknown>;
  end(): void;
}
interface FontDocument {
  ref(data?: Record<string, unknown>): FontReference;
}

const EM = 1000;

/**
 * The interface that pdfkit expects of a font. Every PDF reader knows STSong-Light and Adobe-GB1 (ISO 32000,
 * 9.7.5.2).
 */
class SongFont {
  readonly id = "FSong";
  readonly name = SONG;
  readonly ascender = 880;
  readonly descender = -120;
  readonly lineGap = 0;
  readonly xHeight = 500;
  readonly capHeight = 700;
  readonly bbox = [-25, -254, 1000, 880];
  readonly #document: FontDocument;
  #dictionary: FontReference | null = null;
  #isWritten = false;

  constructor(document: FontDocument) {
    this.#document = document;
  }

  ref(): FontReference {
    this.#dictionary ??= this.#document.ref();
    return this.#dictionary;
  }

  finalize(): void {
    if (this.#isWritten || !this.#dictionary) return;
    const descriptor = this.#document.ref({
      Type: "FontDescriptor",
      FontName: "STSong-Light",
      Flags: 4,
      FontBBox: this.bbox,
      ItalicAngle: 0,
      Ascent: this.ascender,
      Descent: this.descender,
      CapHeight: this.capHeight,
      StemV: 93,
    });
    descriptor.end();
    const descendant = this.#document.ref({
      Type: "Font",
      Subtype: "CIDFontType0",
      BaseFont: "STSong-Light",
      // pdfkit writes a primitive string as a PDF name, and a String object as a PDF string.
      CIDSystemInfo: { Registry: Object("Adobe"), Ordering: Object("GB1"), Supplement: 4 },
      FontDescriptor: descriptor,
      DW: EM,
    });
    descendant.end();
    this.#dictionary.data = {
      Type: "Font",
      Subtype: "Type0",
      BaseFont: "STSong-Light-UniGB-UTF16-H",
      Encoding: "UniGB-UTF16-H",
      DescendantFonts: [descendant],
    };
    this.#dictionary.end();
    this.#isWritten = true;
  }

  encode(text: string): [string[], Record<string, number>[]] {
    const characters = [...text];
    return [
      characters.map((character) => Buffer.from(character, "utf16le").swap16().toString("hex")),
      characters.map(() => ({ xAdvance: EM, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: EM })),
    ];
  }

  widthOfString(text: string, size: number): number {
    return [...text].length * size;
  }

  lineHeight(size: number, includeGap = false): number {
    return ((this.ascender + (includeGap ? this.lineGap : 0) - this.descender) / EM) * size;
  }
}
