import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { channelTypes, messageList, newInquiry } from "#app/contract/message.ts";
import { type FaultyLink, seeded, startFaultyLink } from "#tests/support/faulty-link.ts";
import { isAll } from "#tests/support/is-all.ts";
import { type Product, startProduct } from "#tests/support/product.ts";
import { type Account, expectAccessible, signIn } from "../support/journey.ts";
import { type ProviderClient, providerClient } from "../support/provider-client.ts";

/**
 * Two people exchange messages over a failing link; what the provider stores and what both see must agree in the
 * end.
 */
const CUTS = Number(process.env.LINK_CUTS ?? (isAll ? 50 : 10));
const WEAK_WRITES = Number(process.env.WEAK_WRITES ?? (isAll ? 100 : 20));

let link: FaultyLink;
let product: Product;
let customer: ProviderClient;

test.beforeAll(async () => {
  link = await startFaultyLink(seeded(20_261_121));
  product = await startProduct(
    { REALTIME_URL: link.socketUrl, LOG_LEVEL: "error" },
    process.env.E2E_SEEDED_FOLDER,
  );
  link.connect({ portalUrl: product.url, providerUrl: product.providerUrl });
  // Only the requests of scripts go through the faulty link; pages do not.
  link.isExposed = (path) => /^\/messageCenter\/(updates|message|read|ticket|view)\b/.test(path);
  customer = await providerClient(product.providerUrl, "demo");
});
test.afterAll(async () => {
  await link?.close();
  await product?.stop();
});
test.afterEach(() => {
  link.isDown = false;
  for (const name of Object.keys(link.weather) as (keyof FaultyLink["weather"])[]) link.weather[name] = 0;
});

interface Talk {
  channelId: string;
  path: string;
}
async function beginTalk(subject: string): Promise<Talk> {
  const { id, channelId } = await customer.call(newInquiry, {
    type: channelTypes.quote,
    subject,
    text: "begun",
    clientId: crypto.randomUUID(),
  });
  return { channelId, path: `/messageCenter/index?session=${id}&tab=quote` };
}
async function stored(channelId: string): Promise<{ text: string; clientId: string; sequence: number }[]> {
  const all: { text: string; clientId: string; sequence: number }[] = [];
  for (;;) {
    const { rows, total } = await customer.call(messageList, {
      channelId,
      after: all.at(-1)?.sequence ?? 0,
      limit: 100,
    });
    all.push(...rows);
    if (all.length >= total) return all;
  }
}

async function open(context: BrowserContext, account: Account, { path }: Talk): Promise<Page> {
  const page = await context.newPage();
  await signIn(page, account);
  await page.goto(path);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Emoji" })).toBeVisible();
  return page;
}
const log = (page: Page) => page.getByRole("list", { name: "Messages", exact: true });
const shown = (page: Page) => log(page).locator("li[id^=m] > p:nth-of-type(2)").allTextContents();
async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel("Message", { exact: true }).fill(text);
  await page.keyboard.press("Enter");
}
/** Interrupts the link briefly as on a phone; the browser gets the offline and online events. */
async function cut(...contexts: BrowserContext[]): Promise<void> {
  link.isDown = true;
  link.cut();
  await Promise.all(contexts.map((context) => context.setOffline(true)));
  link.isDown = false;
  await Promise.all(contexts.map((context) => context.setOffline(false)));
}

test(`during ${CUTS} interruptions of the link each message of two people arrives once and in order on both sides`, {
  tag: "@all",
}, async ({ browser }) => {
  test.setTimeout(900_000);
  const talk = await beginTalk("Through the cuts");
  const contexts = await Promise.all([0, 1].map(() => browser.newContext({ baseURL: link.url })));
  const [ours, theirs] = contexts as [BrowserContext, BrowserContext];
  const pages = [await open(ours, "demo", talk), await open(theirs, "desk", talk)] as const;
  Object.assign(link.weather, {
    loseRequest: 0.1,
    loseAnswer: 0.1,
    doubleRequest: 0.1,
    loseFrame: 0.1,
    doubleFrame: 0.1,
    delayMs: 60,
  });
  const written: [string[], string[]] = [[], []];
  for (let number = 1; number <= CUTS; number++) {
    for (const side of [0, 1] as const) {
      const text = `${side === 0 ? "customer" : "forwarder"} ${number}`;
      await write(pages[side], text);
      written[side].push(text);
    }
    await cut(...contexts);
    // Most interruptions have to find both sockets open, or they test nothing.
    await expect
      .poll(() => link.socketCount(), { timeout: 1_500, intervals: [20] })
      .toBe(2)
      .catch(() => {});
  }
  for (const name of Object.keys(link.weather) as (keyof FaultyLink["weather"])[]) link.weather[name] = 0;
  const count = 2 * CUTS + 1;
  await expect.poll(async () => (await stored(talk.channelId)).length, { timeout: 90_000 }).toBe(count);
  const held = (await stored(talk.channelId)).map(({ text }) => text);
  for (const side of [0, 1] as const) {
    expect(held.filter((text) => written[side].includes(text))).toEqual(written[side]);
    await expect.poll(() => shown(pages[side]), { timeout: 90_000 }).toEqual(held);
    await expect(pages[side].getByText(/^(Sending|Not sent)/)).toHaveCount(0);
  }
  console.log(`cuts of the link: ${JSON.stringify(link.befallen)}`);
  expect(
    link.befallen.lostAnswers + link.befallen.lostRequests + link.befallen.doubledRequests,
  ).toBeGreaterThan(CUTS / 4);
  await Promise.all(contexts.map((context) => context.close()));
});

test(`${WEAK_WRITES} messages over a link that resets one connection in ten are each stored once`, {
  tag: "@all",
}, async ({ browser }) => {
  test.setTimeout(900_000);
  const talk = await beginTalk("Weak writes");
  const context = await browser.newContext({ baseURL: link.url });
  const page = await open(context, "demo", talk);
  Object.assign(link.weather, { loseRequest: 0.05, loseAnswer: 0.05 });
  const written = Array.from({ length: WEAK_WRITES }, (_, index) => `weak ${index + 1}`);
  for (const text of written) await write(page, text);
  await expect.poll(() => shown(page), { timeout: 150_000 }).toEqual(["begun", ...written]);
  expect((await stored(talk.channelId)).map(({ text }) => text)).toEqual(["begun", ...written]);
  await expect(page.getByText(/^(Sending|Not sent)/)).toHaveCount(0);
  await context.close();
});

test("an upload shows its progress, can be cancelled, and appears in the other side's conversation", {
  tag: "@all",
}, async ({ browser }) => {
  const talk = await beginTalk("With files");
  const contexts = await Promise.all([0, 1].map(() => browser.newContext({ baseURL: link.url })));
  const [ours, theirs] = contexts as [BrowserContext, BrowserContext];
  const mine = await open(ours, "demo", talk);
  const other = await open(theirs, "desk", talk);
  await mine.getByLabel("Files").setInputFiles([
    { name: "packing list.txt", mimeType: "text/plain", buffer: Buffer.from("12 cartons") },
    { name: "tool.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ\u0090\u0000") },
  ]);
  const send = mine.getByRole("button", { name: "Send", exact: true });
  await expect(mine.getByRole("button", { name: "Remove tool.exe" })).toBeVisible();
  await send.click();
  await expect(mine.getByText("A file was not taken. Send it again or remove it first.")).toBeVisible();
  await mine.getByRole("button", { name: "Remove tool.exe" }).click();
  await expect(mine.getByText("tool.exe")).toHaveCount(0);
  await send.click();
  await expect(log(other).getByRole("link", { name: "packing list.txt" })).toBeVisible();
  await expect(log(mine).getByRole("link", { name: "packing list.txt" })).toBeVisible();
  const [download] = await Promise.all([
    other.waitForEvent("download"),
    log(other).getByRole("link", { name: "packing list.txt" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("packing list.txt");

  const cdp = await ours.newCDPSession(mine);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 50,
    downloadThroughput: 100_000,
    uploadThroughput: 20_000,
  });
  await mine
    .getByLabel("Files")
    .setInputFiles([{ name: "large.txt", mimeType: "text/plain", buffer: Buffer.alloc(400_000, "slow ") }]);
  await expect(mine.getByRole("progressbar", { name: "large.txt" })).toBeVisible();
  await mine.getByRole("button", { name: "Cancel large.txt" }).click();
  await expect(mine.getByText("large.txt")).toHaveCount(0);
  expect(await stored(talk.channelId)).toHaveLength(2);
  await Promise.all(contexts.map((context) => context.close()));
});

test("a conversation with picker, faults and unsent messages passes axe", { tag: "@all" }, async ({
  browser,
}) => {
  test.setTimeout(900_000);
  const talk = await beginTalk("Without barriers");
  const context = await browser.newContext({ baseURL: link.url });
  const page = await open(context, "demo", talk);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("Can't send empty information");
  link.isDown = true;
  link.cut();
  // The picker's chunk cannot be loaded over a link that is down; the page stays unchanged.
  await page.getByRole("button", { name: "Emoji" }).click();
  for (const text of ["one", "two"]) await write(page, text);
  await expect(page.getByText(/^Not sent yet/)).toBeVisible({ timeout: 30_000 });
  await page
    .getByLabel("Files")
    .setInputFiles([
      { name: "tool.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ\u0090\u0000") },
    ]);
  await expect(page.getByRole("button", { name: "Remove tool.exe" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 780 });
  link.isDown = false;
  // The outbox retries automatically, possibly before the click.
  await page
    .getByRole("button", { name: "Send again" })
    .first()
    .click({ timeout: 3_000 })
    .catch(() => {});
  await expect.poll(() => shown(page), { timeout: 45_000 }).toEqual(["begun", "one", "two"]);
  await page.getByRole("button", { name: "Emoji" }).click();
  await expect(page.getByRole("toolbar", { name: "Choose an emoji" })).toBeVisible();
  await expectAccessible(page);
  await context.close();
});

test("a refused message is put back into its field for editing, before the text that is being typed", {
  tag: "@all",
}, async ({ browser }) => {
  test.setTimeout(900_000);
  const talk = await beginTalk("To be edited");
  const context = await browser.newContext({ baseURL: link.url });
  const page = await open(context, "demo", talk);
  // Offline an attempt fails within the browser, so none can still arrive with the first text.
  await context.setOffline(true);
  await write(page, "will be too long");
  await expect(page.getByText("Waiting for the connection")).toBeVisible();
  // As an older version of the page, with a higher limit, may have stored it.
  await page.evaluate((text) => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith("fairlead-outbox:")))
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? ""), text }));
  }, "4001".repeat(1_001));
  await context.setOffline(false);
  await expect(page.getByText(/should not exceed 4000/)).toBeVisible({ timeout: 45_000 });
  const field = page.getByLabel("Message", { exact: true });
  await field.fill("And where is it?");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(field).toHaveValue(`${"4001".repeat(1_001)}\nAnd where is it?`);
  await expect(field).toBeFocused();
  await expect(page.getByText(/^Not sent/)).toHaveCount(0);
  await write(page, "Short.");
  await expect.poll(() => shown(page)).toEqual(["begun", "Short."]);
  await context.close();
});
