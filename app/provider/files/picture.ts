import { fileTypeFromBuffer } from "file-type";
import type { Sharp } from "sharp";

/** A small file can hold a picture that takes gigabytes to draw. */
const MOST_PIXELS = 50_000_000;

/**
 * Opens a picture of one of these formats (`png`, `jpg`, `webp`, `gif`), known by its first bytes: the library has readers of
 * many more, SVG among them, and none of those sees what somebody sent.
 * @returns null when it is of another format
 */
export async function openPicture(content: Buffer, formats: readonly string[]): Promise<Sharp | null> {
  const type = await fileTypeFromBuffer(content);
  if (!type || !formats.includes(type.ext)) return null;
  // Loaded here, because the library has a binary for each platform, and everything else works without it.
  const { default: sharp } = await import("sharp");
  return sharp(content, { limitInputPixels: MOST_PIXELS, failOn: "error" });
}
