import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium } from "@playwright/test";
import { shipmentList } from "#app/contract/shipment.ts";
import { PASSWORD } from "#tests/e2e/support/journey.ts";
import { type ProviderClient, providerClient } from "#tests/e2e/support/provider-client.ts";
import { everyPage, recordsOf } from "#tests/support/every-page.ts";
import { BROWSER_ARGUMENTS, findBrowser, prepareBrowser, prepareServers } from "#tests/support/machine.ts";
import { startProduct } from "#tests/support/product.ts";

/**
 * Takes pictures of every page at four widths, in both languages and colour schemes: `npm run screenshots`.
 * `--only list` takes those whose address contains "list", `--address` one address; `--width`, `--language` and `--scheme` may be repeated;
 * `--window` takes what a window shows, not the whole page; `--url` with `--provider-url` uses a running product; `--readme` takes the pictures of the README.
 */
const { values: wanted } = parseArgs({
  options: {
    out: { type: "string", default: "screenshots" },
    only: { type: "string", multiple: true, default: [""] },
    width: { type: "string", multiple: true, default: ["375", "768", "1440", "1920"] },
    language: { type: "string", multiple: true, default: ["en", "zh"] },
    scheme: { type: "string", multiple: true, default: ["light", "dark"] },
    url: { type: "string" },
    "provider-url": { type: "string" },
    address: { type: "string", multiple: true },
    window: { type: "boolean", default: false },
    readme: { type: "boolean", default: false },
  },
});

/** A demo account with each saved language. */
const accounts: Record<string, string> = { en: "demo", zh: "chen" };
const HEIGHTS: Record<string, number> = { 375: 667, 768: 1024, 1440: 900, 1920: 1080 };

interface Picture {
  address: string;
  isForVisitors: boolean;
  isForDesk: boolean;
  width: string;
  language: string;
  scheme: string;
  /** Path of the file. */
  file: string;
  /** The whole page, not only what a window shows. */
  isWhole: boolean;
}

prepareBrowser(console.log);
prepareServers(console.log);
const own = wanted.url ? null : await startProduct({ DEMO_CLOCK: "on" });
const url = wanted.url ?? own!.url;
const executable = findBrowser();
const browser = await chromium.launch({
  args: BROWSER_ARGUMENTS,
  ...(executable && executable !== "own" && { executablePath: executable }),
});
try {
  const clientOf = (account: string) => providerClient(wanted["provider-url"] ?? own!.providerUrl, account);
  const pictures = wanted.readme
    ? await readmePictures(await clientOf(accounts.en!))
    : (
        await Promise.all(
          wanted.language.map(async (language) =>
            allPictures(language, await recordsOf(await clientOf(accounts[language]!))),
          ),
        )
      ).flat();
  const contexts = new Map<string, BrowserContext>();
  for (const picture of pictures) {
    const key = `${picture.language} ${picture.scheme} ${picture.isForVisitors} ${picture.isForDesk}`;
    const context = contexts.get(key) ?? (await contextOf(picture));
    contexts.set(key, context);
    await take(picture, context);
  }
  console.log(`${pictures.length} pictures in ${wanted.readme ? "docs" : wanted.out}`);
} finally {
  await browser.close();
  await own?.stop();
}

async function allPictures(language: string, records: Parameters<typeof everyPage>[0]): Promise<Picture[]> {
  const named = wanted.address?.map((address) => ({
    address,
    isForVisitors: false,
    isForDesk: address.startsWith("/freightForwarder/"),
  }));
  const pages =
    named ??
    (await everyPage(records)).filter(({ address }) => wanted.only.some((part) => address.includes(part)));
  return wanted.scheme.flatMap((scheme) =>
    pages.flatMap(({ address, isForVisitors, isForDesk }) =>
      wanted.width.map((width) => ({
        address,
        isForVisitors,
        isForDesk,
        width,
        language,
        scheme,
        isWhole: !wanted.window,
        file: join(wanted.out, `${fileName(address)}-${width}-${language}-${scheme}.png`),
      })),
    ),
  );
}

/** Ids are left out of the names, so that the same page has the same name in the next run. */
function fileName(address: string): string {
  const words = address.replace(/\?.*/, "-record").replace(/\/[\w-]{20,}/, "");
  return words.replaceAll("/", "-").replace(/^-+/, "") || "start";
}

/** The list, a shipment at sea with its map, and the list on a phone. */
async function readmePictures({ call }: ProviderClient): Promise<Picture[]> {
  const { rows } = await call(shipmentList, { isUnderWay: true, mode: "OCEAN", page: 1, pageSize: 100 });
  const atSea =
    rows.find(({ reached, isDelayed }) => reached?.includes("atd") && !isDelayed)?.id ?? rows[0]?.id;
  const common = { language: "en", scheme: "light", isForVisitors: false, isForDesk: false, isWhole: false };
  return [
    { ...common, address: "/shipments/index", width: "1440", file: "docs/shipments.png" },
    { ...common, address: `/shipments/detail/${atSea}`, width: "1440", file: "docs/shipment.png" },
    { ...common, address: `/shipments/map/${atSea}`, width: "1440", file: "docs/map.png" },
    { ...common, address: "/shipments/index", width: "375", file: "docs/phone.png" },
  ];
}

/** A browser of its own for each person and scheme, signed in unless the page is for visitors. */
async function contextOf({ language, scheme, isForVisitors, isForDesk }: Picture): Promise<BrowserContext> {
  const context = await browser.newContext({
    colorScheme: scheme === "dark" ? "dark" : "light",
    locale: language === "zh" ? "zh-CN" : "en-US",
    timezoneId: "Europe/Amsterdam",
    reducedMotion: "reduce",
  });
  if (isForVisitors) return context;
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.locator("input[name=userName]").fill(isForDesk ? "desk" : accounts[language]!);
  await page.locator("input[type=password]").fill(PASSWORD);
  await page.locator("input[type=password]").press("Enter");
  await page.waitForURL((now) => now.pathname !== "/login");
  await page.close();
  return context;
}

async function take({ address, width, file, isWhole }: Picture, context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.setViewportSize({ width: Number(width), height: HEIGHTS[width] ?? 900 });
  await page.goto(url + address, { waitUntil: "load" });
  // Pictures in sight are loaded late, others never.
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) =>
        image.complete || !image.checkVisibility() || image.getBoundingClientRect().top > window.innerHeight,
    ),
  );
  await mkdir(join(file, ".."), { recursive: true });
  await page.screenshot({ path: file, fullPage: isWhole });
  await page.close();
}
