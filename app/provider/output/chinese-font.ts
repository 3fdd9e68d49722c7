import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { create, type Font } from "fontkit";

const require = createRequire(import.meta.url);
const opened = new Map<string, Font>();

/** Where Noto Sans for Chinese lies, which covers the characters of GBK (record fonts-in-pdfs). */
function chineseFontFile({ isBold }: { isBold: boolean }): string {
  const entry = require.resolve("@embedpdf/fonts-sc");
  return path.join(path.dirname(entry), "..", "fonts", `NotoSansHans-${isBold ? "Bold" : "Regular"}.otf`);
}

/** The font, to embed. All documents share what was once read of it: that costs more than a whole document. */
export function chineseFont(weight: { isBold: boolean }): Font {
  const file = chineseFontFile(weight);
  let font = opened.get(file);
  if (!font) {
    font = create(readFileSync(file)) as Font;
    opened.set(file, font);
  }
  return font;
}
