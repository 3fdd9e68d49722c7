/**
 * Draws a page of a PDF, or reads its text, in a confined process (`work.ts` starts it). The PDF
 * comes on standard input; the answer goes to standard output: a line of JSON, then the picture, or the text as JSON.
 */
import { createRequire } from "node:module";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { createCanvas, DOMMatrix, GlobalFonts, ImageData, loadImage, Path2D } from "@napi-rs/canvas";

import { PAPER_ROWS, type PaperRow, rowsOfPieces } from "../papers/rows.ts";
import type { ReadText } from "./work.ts";

// pdfjs takes these from the browser.
Object.assign(globalThis, { DOMMatrix, ImageData, Path2D });
const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");

const [task = "page", pageNumber = "1"] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const pdfjs = path.join(path.dirname(require.resolve("pdfjs-dist/package.json")), "/");

/** Width of a picture in pixels, and the most of a page that is longer than it is wide. */
const WIDTH = 1_000;
const HEIGHT_MAX = 3_000;
/** Beyond it a picture in a PDF is left out. */
const IMAGE_PIXELS = 40_000_000;
const TEXT_MAX = 300_000;
const TEXT_PAGES = 200;

/** Fonts that a PDF names without holding them are drawn in this one, which has Latin and Chinese letters. */
function registerFonts(): void {
  const folder = path.join(path.dirname(require.resolve("@embedpdf/fonts-sc")), "..", "fonts");
  for (const name of ["sans-serif", "serif", "monospace"]) {
    GlobalFonts.registerFromPath(path.join(folder, "NotoSansHans-Regular.otf"), name);
    GlobalFonts.registerFromPath(path.join(folder, "NotoSansHans-Bold.otf"), name);
  }
}

async function open() {
  return getDocument({
    data: new Uint8Array(await buffer(process.stdin)),
    standardFontDataUrl: path.join(pdfjs, "standard_fonts/"),
    cMapUrl: path.join(pdfjs, "cmaps/"),
    cMapPacked: true,
    wasmUrl: path.join(pdfjs, "wasm/"),
    iccUrl: path.join(pdfjs, "iccs/"),
    useSystemFonts: false,
    maxImageSize: IMAGE_PIXELS,
    isOffscreenCanvasSupported: false,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: 0,
  }).promise;
}

async function drawPage(): Promise<[object, Buffer]> {
  registerFonts();
  const pdf = await open();
  const number = Math.min(Number(pageNumber), pdf.numPages);
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(WIDTH / width, HEIGHT_MAX / height);
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  );
  const canvasContext = canvas.getContext("2d");
  canvasContext.fillStyle = "#fff";
  canvasContext.fillRect(0, 0, canvas.width, canvas.height);
  await page.render({ canvas, canvasContext, viewport } as never).promise;
  return [{ state: "ready", pages: pdf.numPages }, canvas.toBuffer("image/png")];
}

async function drawPicture(): Promise<[object, Buffer]> {
  const picture = await loadImage(await buffer(process.stdin));
  const scale = Math.min(1, WIDTH / picture.width, HEIGHT_MAX / picture.height);
  const size = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = createCanvas(size[0]!, size[1]!);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return [{ state: "ready", pages: 1 }, canvas.toBuffer("image/png")];
}

async function readText(): Promise<[object, Buffer]> {
  const pdf = await open();
  let text = "";
  const rows: PaperRow[] = [];
  for (let number = 1; number <= Math.min(pdf.numPages, TEXT_PAGES) && text.length < TEXT_MAX; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const pieces = items.filter((item) => "str" in item);
    for (const { str, hasEOL } of pieces) text += str + (hasEOL ? "\n" : "");
    text += "\n";
    rows.push(...rowsOfPieces(pieces));
  }
  const content: ReadText = { text: text.slice(0, TEXT_MAX), rows: rows.slice(0, PAPER_ROWS) };
  return [{ state: "ready", pages: pdf.numPages }, Buffer.from(JSON.stringify(content))];
}

const tasks: Partial<Record<string, () => Promise<[object, Buffer]>>> = {
  page: drawPage,
  picture: drawPicture,
  text: readText,
};
let answer: [object, Buffer];
try {
  answer = await (tasks[task] ?? drawPage)();
} catch (error) {
  const state = (error as Error).name === "PasswordException" ? "encrypted" : "broken";
  answer = [{ state, pages: null }, Buffer.alloc(0)];
}
process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(answer[0])}\n`), answer[1]]), () =>
  process.exit(0),
);
