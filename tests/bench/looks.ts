import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { dateShapes, textOfMarkup } from "#tests/support/date-shapes.ts";
import { BROWSER_ARGUMENTS, findBrowser } from "#tests/support/machine.ts";
import { seededFolder, startProduct } from "#tests/support/product.ts";
import { refusedIn } from "#tests/support/refused-words.ts";
import { pagesOf } from "./pages-of.ts";
import { signIn } from "./portal-load.ts";

/**
 * How every page looks and speaks to the demonstration's customer, to the desk and to visitors, at each width: pixels from the top
 * to its content and to the first row of its table or list, rows in sight in a window of 900 px, words on that first screen, formats of
 * dates, how often it says 'UTC', pixels that it can be moved sideways by, and refused words. Then what is out of line.
 * node tests/bench/looks.ts [part of an address]
 */
const [, , part = ""] = process.argv;
const WIDTHS = [375, 768, 1024, 1280, 1440, 1920];
const HEIGHT = 900;
/** What `look.md` wants. */
const TOP_PX = 88;
const TOP_FROM_PX = 1024;
const FORMATS_MAX = 2;

/** What one sees of the present page without moving it. */
const measure = (page: Page) =>
  page.evaluate((height) => {
    const top = (element: Element | undefined) =>
      element ? Math.round(element.getBoundingClientRect().top + scrollY) : null;
    const visible = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0);
    const ofTable = visible("main tbody tr");
    const rows = ofTable.length > 0 ? ofTable : visible("main :is(ul, ol):not(nav *) > li");
    const isForReadersOnly = (element: Element) => {
      const around = element.closest(".sr-only");
      return around !== null && around.getBoundingClientRect().width <= 1;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let words = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const [box] = range.getClientRects();
      const { parentElement } = node;
      // What is for screen readers alone is a pixel wide; what a fold hides has a box all the same.
      if (!box || box.width <= 1 || !parentElement?.checkVisibility() || isForReadersOnly(parentElement))
        continue;
      const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (over && (over.contains(node) || parentElement.contains(over)))
        words += node.textContent?.split(/\s+/).filter(Boolean).length ?? 0;
    }
    return {
      content: top(document.querySelector("main") ?? undefined),
      firstRow: top(rows[0]),
      rows: rows.filter((row) => row.getBoundingClientRect().bottom <= height).length,
      words,
      sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    };
  }, HEIGHT);

const product = await startProduct({ RATE_LIMITS: "off" }, await seededFolder());
const executable = findBrowser();
const browser = await chromium.launch({
  args: BROWSER_ARGUMENTS,
  ...(executable && executable !== "own" && { executablePath: executable }),
});

async function pageOf(account: string | null): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ locale: "en-US", reducedMotion: "reduce" });
  const cookies = account ? (await signIn(product.url, account)).split("; ") : [];
  await context.addCookies(
    cookies.map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: product.url };
    }),
  );
  return context.newPage();
}

try {
  const [customer, desk, visitor] = await Promise.all(["demo", "desk", null].map(pageOf));
  const rows = [];
  const exceptions: string[] = [];
  for (const { address, isForVisitors, isForDesk } of await pagesOf(product)) {
    if (!address.includes(part)) continue;
    const page = (isForVisitors ? visitor : isForDesk ? desk : customer)!;
    const name = address.replace(/\d{2,}/g, "n");
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      const answer = await page.goto(product.url + address);
      // A form's first address leads to the same with a key.
      const { pathname } = new URL(page.url());
      if (answer?.status() !== 200 || pathname !== address.split("?")[0]) {
        exceptions.push(`${name}: not shown, ${answer?.status()} ${pathname}`);
        break;
      }
      const looks = await measure(page);
      const text = textOfMarkup(await page.content());
      const formats = [...dateShapes(text)].map(([shape, { count }]) => `${shape} ${count}`);
      const refused = refusedIn("en", text).map(({ found }) => found);
      const utc = text.match(/UTC/g)?.length ?? 0;
      rows.push({ page: name, width, ...looks, formats: formats.length, utc, refused: refused.length });
      const where = `${name} at ${width} px`;
      const hasTabs = await page.locator("#menu").count();
      if (looks.sideways > 0) exceptions.push(`${where}: ${looks.sideways} px sideways`);
      if (formats.length > FORMATS_MAX) exceptions.push(`${where}: dates as ${formats.join(", ")}`);
      if (refused.length > 0) exceptions.push(`${where}: says '${refused.join("', '")}'`);
      if (hasTabs && width >= TOP_FROM_PX && looks.content !== TOP_PX)
        exceptions.push(`${where}: content from ${looks.content} px`);
    }
  }
  console.table(rows);
  console.log(exceptions.length > 0 ? exceptions.join("\n") : "Nothing is out of line");
} finally {
  await browser.close();
  await product.stop();
}
