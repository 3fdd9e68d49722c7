/** What WCAG 2 asks of text of normal size. */
const TEXT_CONTRAST = 4.5;

const WHITE = "#ffffff";
const BLACK = "#000000";

function channels(color: string): [number, number, number] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number];
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours such as #0b5cad, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The colour of text on this one: white wherever it can be read, else black. */
export function textOn(color: string): "#ffffff" | "#000000" {
  return contrast(color, WHITE) >= TEXT_CONTRAST ? WHITE : BLACK;
}

function mixed(color: string, other: string, share: number): string {
  const added = channels(other);
  const parts = channels(color).map((value, index) => Math.round(value + (added[index]! - value) * share));
  return `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** The colour itself where it can be read as text on a ground, else the nearest mix with black or white that can. */
export function readableOn(color: string, ground: string): string {
  const end = luminance(ground) > 0.18 ? BLACK : WHITE;
  for (let step = 0; step <= 20; step++) {
    const tried = mixed(color, end, step / 20);
    if (contrast(tried, ground) >= TEXT_CONTRAST) return tried;
  }
  return end;
}
