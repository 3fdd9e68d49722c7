import type { Page } from "@playwright/test";
import { bookingList } from "#app/contract/booking.ts";
import { type FaultyLink, seeded, startFaultyLink } from "#tests/support/faulty-link.ts";
import { test as base, expect, forgetSession, signIn } from "../support/journey.ts";
import { providerClient } from "../support/provider-client.ts";

/** The service worker: what a browser shows without a network, and to whom. */
const test = base.extend<{ link: FaultyLink }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs.
  link: async ({}, use) => {
    const link = await startFaultyLink(seeded(12));
    link.connect({
      portalUrl: process.env.E2E_URL ?? "",
      providerUrl: process.env.E2E_PROVIDER_URL ?? "",
    });
    await use(link);
    await link.close();
  },
  baseURL: async ({ link }, use) => use(link.url),
});
test.use({ serviceWorkers: "allow" });
test.beforeEach(({ allowFault }) => allowFault(/ERR_|Failed to fetch|WebSocket|realtime|status of 404/));

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const keptRows = (page: Page) => page.locator("#kept li");
const note = (page: Page) => page.getByText("There is no connection. You see this page as it was at");

interface Kept {
  owner: string;
  paths: string[];
}
/** What the browser's own store holds; its one cache is named by the person's mark. */
const kept = (page: Page): Promise<Kept[]> =>
  page.evaluate(async () => {
    const found = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      const paths = requests.map(({ url }) => new URL(url).pathname + new URL(url).search);
      found.push({ owner: name.replace("kept-", ""), paths: paths.filter((path) => path !== "/offline") });
    }
    return found;
  });
const untilKept = (page: Page, path: string) =>
  expect.poll(async () => (await kept(page))[0]?.paths ?? []).toContain(path);

/** The worker brings the page that it shows without a network by itself, after the first page of a person. */
async function pullPlug(page: Page, link: FaultyLink): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await caches.match("/offline")) !== undefined))
    .toBe(true);
  link.isDown = true;
  link.cut();
}

/** Opens the first shipment of the list by its link, without a new document. */
async function openShipment(page: Page): Promise<string> {
  await page.goto("/shipments/index");
  await page.locator("tbody tr").first().getByRole("rowheader").getByRole("link").click();
  await expect(page).toHaveURL(/\/shipments\/detail\/\d+$/);
  const { pathname } = new URL(page.url());
  await untilKept(page, pathname);
  return pathname;
}

/** Hands a page to the worker, as a page's script does. */
const handOver = (page: Page, owner: string, path: string) =>
  page.evaluate(
    async ([owner, path]) =>
      (await navigator.serviceWorker.ready).active?.postMessage({
        owner,
        path,
        at: "2026-11-22 12:00:00",
        title: `<b>${path}`,
        html: `<h1>Page of ${owner}</h1>`,
      }),
    [owner, path],
  );

test("without a network the shipments and drafts that were opened are shown with their age, and listed elsewhere", async ({
  page,
  link,
}) => {
  const { call } = await providerClient(process.env.E2E_PROVIDER_URL ?? "", "demo");
  const { rows } = await call(bookingList, { page: 1, pageSize: 1, status: "DRAFT" });
  await signIn(page, "demo");
  const shipment = await openShipment(page);
  const name = (await heading(page).textContent()) ?? "";
  const draft = `/booking/add?id=${rows[0]?.id}`;
  await page.goto(draft);
  await untilKept(page, draft);
  await expect(note(page)).toBeHidden();

  await pullPlug(page, link);
  await page.goto(`${shipment}?tab=cargo`);
  await expect(heading(page)).toHaveText(name);
  await expect(note(page)).toBeVisible();
  expect(await page.locator("script").count()).toBe(0);

  await page.goto("/dashboard");
  await expect(heading(page)).toHaveText("No connection");
  await expect(keptRows(page)).toHaveCount(2);
  await expect(keptRows(page).first()).toContainText(rows[0]?.bookingNumber ?? "-");
  await keptRows(page).first().getByRole("link").click();
  await expect(page).toHaveURL(draft);
  await expect(note(page)).toBeVisible();

  // An answer of the network always comes before what is kept, an error of the portal too.
  link.isDown = false;
  await page.goto(shipment);
  await expect(heading(page)).toHaveText(name);
  await expect(note(page)).toBeHidden();
  const [mine] = await kept(page);
  await handOver(page, mine?.owner ?? "", "/shipments/detail/999999999");
  await untilKept(page, "/shipments/detail/999999999");
  await page.goto("/shipments/detail/999999999");
  await expect(heading(page)).toHaveText("Page not found");

  await page.goto("/dashboard");
  for (let number = 1; number <= 25; number++) await handOver(page, mine?.owner ?? "", `/kept/${number}`);
  await untilKept(page, "/kept/25");
  expect((await kept(page))[0]?.paths).toEqual(Array.from({ length: 20 }, (_, at) => `/kept/${at + 6}`));
});

test("signing out deletes what is kept, and nobody sees a page of the person before", {
  tag: "@all",
}, async ({ page, link }) => {
  await signIn(page, "demo");
  const shipment = await openShipment(page);
  const [first] = await kept(page);
  await page.goto(`/logout?redirect=${shipment}`);
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  expect(await kept(page)).toEqual([]);
  // A page that was open in another tab all the time.
  await handOver(page, first?.owner ?? "", shipment);

  await signIn(page, "rival");
  const theirs = await openShipment(page);
  await handOver(page, first?.owner ?? "", shipment);
  await handOver(page, "", shipment);
  await pullPlug(page, link);
  await page.goto(shipment);
  await expect(heading(page)).toHaveText("No connection");
  await expect(keptRows(page)).toHaveCount(1);
  expect((await kept(page)).map(({ paths }) => paths)).toEqual([[theirs]]);

  // A session that was lost without a sign-out.
  link.isDown = false;
  await forgetSession(page);
  await signIn(page, "demo");
  await pullPlug(page, link);
  await page.goto(theirs);
  await expect(heading(page)).toHaveText("No connection");
  await expect(keptRows(page)).toHaveCount(0);
  expect((await kept(page)).map(({ owner }) => owner)).toEqual([first?.owner]);
});
