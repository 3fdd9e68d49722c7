import type { Page } from "@playwright/test";
import { everyPage, type PageOfTable, recordsOf } from "#tests/support/every-page.ts";
import { casesByDay, isAll } from "#tests/support/is-all.ts";
import {
  expect,
  expectAccessible,
  expectTargets,
  forgetSession,
  isDocumentNew,
  signIn,
  signInByNames,
  test,
} from "../support/journey.ts";
import { providerClient } from "../support/provider-client.ts";

/** Addresses of pages of the route table in further states. */
const STATES = [
  "/shipments/index?keyword=FLDSHA&panel=filters&dateFrom=2020-01-01",
  "/shipments/index?keyword=FLDSHA&panel=columns",
  "/shipments/index?keyword=NOTHING-LIKE-THIS",
  "/booking/index?keyword=NOTHING-LIKE-THIS",
];
/** A language changes only text, so axe checks one list and one form in Chinese. */
const SCREENS_IN_CHINESE = ["/dashboard", "/shipments/index?keyword=FLDSHA", "/account/password"];

/** The pages with records that the account sees. */
async function pagesOf(account: string): Promise<PageOfTable[]> {
  const client = await providerClient(process.env.E2E_PROVIDER_URL ?? "", account);
  const pages = await everyPage(await recordsOf(client));
  expect(pages.length).toBeGreaterThan(40);
  return pages;
}

/**
 * Opens each page, those for visitors first, and then `further`; none may redirect. `npm test` takes an eighth of the pages, and opens
 * none whose document has only kinds of elements that it has seen: a document costs a tenth of a page that is opened.
 */
async function walk(
  page: Page,
  further: readonly string[],
  { account, look }: { account: "demo" | "chen"; look: (address: string) => Promise<void> },
): Promise<void> {
  const pages = casesByDay(await pagesOf(account), 8);
  const open = async (address: string) => {
    const document = await page.request.get(address);
    expect(new URL(document.url()).pathname, address).toBe(address.split("?")[0]);
    if (!isDocumentNew(await document.text())) return;
    await page.goto(address);
    expect(new URL(page.url()).pathname, address).toBe(address.split("?")[0]);
    await look(address);
  };
  for (const { address } of pages.filter((each) => each.isForVisitors)) await open(address);
  await signInByNames(page, account);
  for (const { address } of pages.filter((each) => !each.isForVisitors && !each.isForDesk))
    await open(address);
  for (const address of further) await open(address);
  await forgetSession(page);
  await signInByNames(page, "desk");
  for (const { address } of pages.filter((each) => each.isForDesk)) await open(address);
}

/** The browser reports the status of the page for an unknown address. */
const NOT_FOUND = /status of 404.*\/404/;

/** Widths of small phones, at which neither the page nor a cell of a table may be too narrow for its content. */
const PHONES = isAll ? [375, 320] : [320];
/** Widths of windows, from phones to large screens, at which no page may slide sideways. */
const WIDTHS = isAll ? Array.from({ length: 26 }, (_, step) => 320 + step * 64) : [1024];
/** Narrower, a date breaks every few letters. */
const NARROWEST_CELL = 64;

async function expectNoSlide(page: Page, address: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 640 });
  // A chart follows the window a moment later.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${address} at ${width}`)
    .toBeLessThanOrEqual(width);
}

async function expectFits(page: Page, address: string): Promise<void> {
  for (const width of PHONES) {
    await expectNoSlide(page, address, width);
    const { narrow, cramped, unlabelled } = await page.evaluate((least) => {
      const isNarrow = (cell: Element) => {
        const { width } = cell.getBoundingClientRect();
        return width > 1 && width < least && (cell.textContent ?? "").trim().length > 8;
      };
      return {
        narrow: [...document.querySelectorAll("td, th")].filter(isNarrow).map((cell) => cell.textContent),
        // A place or a country has to be readable while it is typed.
        cramped: [...document.querySelectorAll("input[list]")]
          .filter((input) => input.getClientRects().length > 0 && input.getBoundingClientRect().width < 100)
          .map((input) => input.id),
        // Without the head of its column a value says what it is.
        unlabelled: [...document.querySelectorAll("[class*='max-sm:labelled']:not(:empty)")]
          .filter((cell) => cell.getClientRects().length > 0)
          .filter(
            (cell) =>
              !getComputedStyle(cell, "::before").content.includes(cell.getAttribute("data-label") ?? " "),
          )
          .map((cell) => cell.textContent),
      };
    }, NARROWEST_CELL);
    expect([...narrow, ...cramped, ...unlabelled], `${address} at ${width}`).toEqual([]);
  }
}

test("every page of the route table passes axe, and is no wider than its window", async ({
  page,
  allowFault,
}) => {
  test.setTimeout(1_800_000);
  allowFault(NOT_FOUND);
  const look = async (address: string) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await expectAccessible(page);
    await expectFits(page, address);
    for (const width of WIDTHS) await expectNoSlide(page, address, width);
  };
  await walk(page, STATES, { account: "demo", look });
});

test("no page of the route table has targets too small for a finger", { tag: "@all" }, async ({
  page,
  allowFault,
}) => {
  test.setTimeout(1_800_000);
  allowFault(NOT_FOUND);
  const look = async () => {
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 640 });
      await expectTargets(page);
    }
  };
  await walk(page, STATES, { account: "demo", look });
});

test.describe("in Chinese", { tag: "@all" }, () => {
  test.use({ locale: "zh-CN" });

  test("each page of the route table declares its language, and is no wider than a phone", async ({
    page,
    allowFault,
  }) => {
    test.setTimeout(900_000);
    allowFault(NOT_FOUND);
    const look = async (address: string) => {
      await expect(page.locator("html"), address).toHaveAttribute("lang", "zh-CN");
      await expectFits(page, address);
    };
    await walk(page, STATES, { account: "chen", look });
    await page.setViewportSize({ width: 1280, height: 720 });
    for (const path of SCREENS_IN_CHINESE) {
      await page.goto(path);
      await expectAccessible(page);
    }
  });
});

test.describe("without scripts", { tag: "@all" }, () => {
  test.use({ javaScriptEnabled: false });

  test("each page of the route table shows its heading and its controls", async ({ page, allowFault }) => {
    test.setTimeout(900_000);
    allowFault(NOT_FOUND);
    const look = async (address: string) => {
      await expect(page.getByRole("heading").first(), address).toBeVisible();
      await expect(page.locator("main"), address).toHaveCount(1);
    };
    await walk(page, STATES, { account: "demo", look });
  });
});

test("the tabs of a shipment pass axe", { tag: "@all" }, async ({ page }) => {
  await signIn(page, "demo");
  const detail = (await pagesOf("demo")).find(({ address }) =>
    address.startsWith("/shipments/detail/"),
  )?.address;
  for (const tab of ["cargo", "documents"]) {
    await page.goto(`${detail}?tab=${tab}`);
    await expectAccessible(page);
  }
});

test("the booking form passes axe in every mode, and so does its review page", { tag: "@all" }, async ({
  page,
}) => {
  test.setTimeout(900_000);
  await signIn(page, "booker");
  await page.goto("/booking/add");
  for (const mode of ["Ocean FCL", "Ocean LCL", "Truck"]) {
    await page.getByLabel(mode, { exact: true }).check();
    await expectAccessible(page);
  }
  await page.getByRole("button", { name: "Review and submit" }).first().click();
  await expect(page.getByText("What is still lacking").or(page.getByRole("alert")).first()).toBeVisible();
  await expectAccessible(page);
  const id = new URL(page.url()).searchParams.get("id");
  for (const path of [`/booking/add?id=${id}&check=1`, `/shipments/bookingDetail/${id}`]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});
