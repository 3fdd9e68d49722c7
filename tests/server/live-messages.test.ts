import type { Browser, BrowserContext, Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeCodes } from "#app/contract/realtime-code.ts";
import { scriptedUser, scriptUser } from "#tests/upstream/scripted-person.ts";
import { type ScriptedProvider, startScriptedProvider } from "#tests/upstream/scripted-provider.ts";
import { launchBrowser } from "./launch-browser.ts";
import { OTHER_CHANNEL, type ScriptedMessages, SESSION, startScriptedMessages } from "./scripted-messages.ts";
import { type ServedPortal, servePortal } from "./serve.ts";

/** Messages in a browser, with a provider that fails as it is told. */
let provider: ScriptedProvider;
let portal: ServedPortal;
let messages: ScriptedMessages;
let browser: Browser;
let context: BrowserContext;
let complaints: string[];
let host = "127.0.0.1";
const urlOf = (path: string) => `http://${host}:${portal.port}${path}`;
const CONVERSATION = `/messageCenter/index?session=${SESSION}`;

beforeAll(async () => {
  provider = await startScriptedProvider();
  messages = await startScriptedMessages();
  portal = await servePortal({
    API_URL: provider.apiUrl,
    TRACKING_API_URL: provider.trackingUrl,
    REALTIME_URL: messages.socketUrl,
    LOG_LEVEL: "silent",
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
  await messages?.stop();
  await provider?.stop();
});

beforeEach(async () => {
  provider.reset();
  const menuList = [...scriptedUser().menuList, { name: "MessageCenter", menuFlag: 0 as const, url: "" }];
  scriptUser(provider, scriptedUser({ menuList }));
  messages.script(provider);
  context = await browser.newContext({ locale: "en-GB", viewport: { width: 1_200, height: 800 } });
  complaints = [];
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("console", (message) => {
    // What a test breaks on purpose, the browser complains of.
    if (message.type() === "error" && !/status of [45]|ERR_|WebSocket connection/.test(message.text()))
      complaints.push(message.text());
  });
  await signIn();
});
/** In a tab that is closed again, and has no scripts that would open a socket on its way out. */
async function signIn(): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto(urlOf("/login?redirect=/account/index"));
  await page.getByLabel("User name").fill("scripted");
  await page.getByLabel("Password", { exact: true }).fill("any-password-1");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.close();
  await expect.poll(() => messages.sockets.size).toBe(0);
  messages.opened = 0;
}
afterEach(async () => {
  host = "127.0.0.1";
  await context.close();
  expect(complaints).toEqual([]);
});

async function openPage(path = CONVERSATION): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(urlOf(path));
  return page;
}
/** The page with everything that comes after it. */
async function openLive(path?: string): Promise<Page> {
  const page = await openPage(path);
  await page.getByText("Live", { exact: true }).waitFor();
  return page;
}
const log = (page: Page) => page.getByRole("list", { name: "Messages" });
const field = (page: Page) => page.getByLabel("Message", { exact: true });
/** The texts of the messages, in their order. */
const texts = (page: Page) => log(page).locator("li > p:nth-of-type(2)").allTextContents();

test("a call that hangs on the old link is abandoned when the link is back", { tags: "slow" }, async () => {
  const page = await openPage();
  await page.getByText("Live", { exact: true }).waitFor();
  let calls = 0;
  await page.route(/\/messageCenter\/updates/, async (route) => {
    calls += 1;
    if (calls > 1) await route.continue();
  });
  const linkReturns = () => page.evaluate("window.dispatchEvent(new Event('online'))");
  await linkReturns();
  await expect.poll(() => calls).toBe(1);
  await linkReturns();
  await expect.poll(() => calls).toBeGreaterThan(1);
});

test("a message of the forwarder appears automatically, is marked read, and is not counted", async () => {
  const page = await openLive();
  messages.say("Your container has been loaded");
  await log(page).getByText("Your container has been loaded").waitFor();
  await expect.poll(() => messages.read).toEqual({ "21": 1 });
  expect(await page.title()).not.toMatch(/^\(/);
});

test("a message for another channel counts in the header and the title of every page", {
  tags: "slow",
}, async () => {
  const page = await openLive();
  messages.say("The invoice is ready", { channelId: OTHER_CHANNEL });
  await expect.poll(() => page.title()).toMatch(/^\(1\) /);
  await expect.poll(() => page.getByRole("link", { name: /Billing.*1 unread/ }).count()).toBe(1);
  const other = await openPage("/account/index");
  await expect.poll(() => other.title()).toMatch(/^\(1\) Profile/);
  messages.say("And another", { channelId: OTHER_CHANNEL });
  await expect.poll(() => other.title()).toMatch(/^\(2\) Profile/);
  await other.getByRole("link", { name: "Shipments", exact: true }).click();
  await expect.poll(() => other.title()).toMatch(/^\(2\) (?!Profile)/);
});

test("a count requested before the socket sent a newer one does not replace it", {
  tags: "slow",
}, async () => {
  const page = await openLive();
  messages.countDelayMs = 800;
  const answered = page.waitForResponse(/messageCenter\/updates/);
  await page.evaluate(() => document.dispatchEvent(new Event("resume")));
  await page.waitForTimeout(300);
  messages.say("The invoice is ready", { channelId: OTHER_CHANNEL });
  await expect.poll(() => page.title()).toMatch(/^\(1\) /);
  await answered;
  await page.waitForTimeout(200);
  expect(await page.title()).toMatch(/^\(1\) /);
});

test("Enter sends, Shift + Enter begins a line, and the text is shown before the answer", {
  tags: "slow",
}, async () => {
  const page = await openLive();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "Can't send empty information" }).waitFor();
  await field(page).pressSequentially("First line");
  await page.keyboard.press("Shift+Enter");
  await field(page).pressSequentially("second line");
  await page.keyboard.press("Enter");
  await expect.poll(() => texts(page)).toEqual(["First line\nsecond line"]);
  await expect.poll(() => messages.messages.map(({ text }) => text)).toEqual(["First line\nsecond line"]);
  expect(await field(page).inputValue()).toBe("");
  await page
    .getByRole("alert")
    .filter({ hasText: "Can't send empty information" })
    .waitFor({ state: "detached" });
});

test("a message sent by two quick clicks is sent once, without the fault of an empty message", {
  tags: "slow",
}, async () => {
  const page = await openLive();
  await page.getByRole("button", { name: "Emoji" }).waitFor();
  await field(page).fill("Pressed twice");
  await page.getByRole("button", { name: "Send", exact: true }).dblclick();
  await expect.poll(() => texts(page)).toEqual(["Pressed twice"]);
  await expect.poll(() => messages.messages.map(({ text }) => text)).toEqual(["Pressed twice"]);
  expect(await page.getByRole("alert").filter({ hasText: "empty" }).count()).toBe(0);
});

test("Enter that confirms a candidate of a Chinese input method sends nothing", {
  tags: "slow",
}, async () => {
  const page = await openLive();
  await field(page).focus();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Input.imeSetComposition", { text: "huowu", selectionStart: 5, selectionEnd: 5 });
  await page.keyboard.press("Enter");
  await cdp.send("Input.insertText", { text: "货物" });
  expect(messages.sends).toEqual([]);
  await page.keyboard.press("Enter");
  await expect.poll(() => messages.messages.map(({ text }) => text)).toEqual(["货物"]);
});

test("an answer that is lost, or a send that never arrives, makes one message in the end", {
  tags: "slow",
}, async () => {
  const page = await openLive();
  messages.fates = ["answer lost", "never arrived", "answer lost"];
  for (const text of ["one", "two", "three"]) {
    await field(page).fill(text);
    await page.keyboard.press("Enter");
  }
  await expect.poll(() => messages.messages.map(({ text }) => text)).toEqual(["one", "two", "three"]);
  await expect.poll(() => texts(page)).toEqual(["one", "two", "three"]);
  await expect.poll(() => page.getByText("Sending", { exact: true }).count()).toBe(0);
});

test("a refused message shows the reason, and disappears when it is sent again", {
  tags: "slow",
}, async () => {
  const page = await openLive();
  messages.fates = ["refused"];
  await field(page).fill("Is it open?");
  await page.keyboard.press("Enter");
  await page.getByText("Not sent", { exact: true }).waitFor();
  await page.getByText("No longer open").waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => messages.messages.map(({ text }) => text)).toEqual(["Is it open?"]);
  expect(new Set(messages.sends.map(({ clientId }) => clientId)).size).toBe(1);
  await page.getByText("Not sent", { exact: true }).waitFor({ state: "detached" });
});

test("a refused message is also shown in other conversations, with a link to its own", {
  tags: "slow",
}, async () => {
  const page = await openLive();
  messages.fates = ["refused"];
  await field(page).fill("Is it open?");
  await page.keyboard.press("Enter");
  await page.getByText("No longer open").waitFor();
  const elsewhere = page.getByRole("link", { name: "Not sent: Is it open?" });
  expect(await elsewhere.count()).toBe(0);
  await page.getByRole("link", { name: "Billing" }).click();
  await elsewhere.click();
  await page.getByRole("button", { name: "Edit" }).click();
  await expect.poll(() => field(page).inputValue()).toBe("Is it open?");
  await page.getByText("Not sent", { exact: true }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Billing" }).click();
  await expect.poll(() => field(page).inputValue()).toBe("");
  expect(await elsewhere.count()).toBe(0);
});

test("what was typed offline is sent once and in order when the link returns, also after a reload", {
  tags: "slow",
}, async () => {
  const page = await openLive();
  await context.setOffline(true);
  await page.getByText("Offline; what you send").waitFor();
  for (const text of ["one", "two", "three"]) {
    await field(page).fill(text);
    await page.keyboard.press("Enter");
  }
  await expect.poll(() => page.getByText("Waiting for the connection").count()).toBe(3);
  expect(messages.sends).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => messages.messages.map(({ text }) => text)).toEqual(["one", "two", "three"]);
  await expect.poll(() => texts(page)).toEqual(["one", "two", "three"]);
  expect(new Set(messages.sends.map(({ clientId }) => clientId)).size).toBe(3);
});

test("a draft survives a reload, each channel has its own, and sending deletes it", {
  tags: "slow",
}, async () => {
  const page = await openLive();
  await field(page).fill("Half a sent");
  await page.getByRole("link", { name: "Billing" }).click();
  await expect.poll(() => field(page).inputValue()).toBe("");
  await field(page).fill("About the bill");
  await page.reload();
  await expect.poll(() => field(page).inputValue()).toBe("About the bill");
  await page.getByRole("link", { name: "Shipment", exact: true }).click();
  await expect.poll(() => field(page).inputValue()).toBe("Half a sent");
  await field(page).press("Enter");
  await expect.poll(() => messages.messages.length).toBe(1);
  await page.reload();
  await page.getByText("Live", { exact: true }).waitFor();
  expect(await field(page).inputValue()).toBe("");
});

test("two tabs share one socket, hear the same, and the second takes over", { tags: "slow" }, async () => {
  const first = await openLive();
  const second = await openLive();
  expect([messages.opened, messages.sockets.size]).toEqual([1, 1]);
  messages.say("To both");
  for (const page of [first, second]) await log(page).getByText("To both").waitFor();
  await first.close();
  await expect.poll(() => messages.opened).toBe(2);
  messages.say("To the one that is left");
  await log(second).getByText("To the one that is left").waitFor();
  await expect.poll(() => messages.sockets.size).toBe(1);
});

test("messages sent while the socket was disconnected are fetched when it is back", {
  tags: "slow",
}, async () => {
  const page = await openLive();
  messages.say("Before");
  await log(page).getByText("Before").waitFor();
  for (const socket of messages.sockets) socket.terminate();
  messages.say("Meanwhile", { isSilent: true });
  await expect.poll(() => messages.opened).toBe(2);
  await log(page).getByText("Meanwhile").waitFor();
  expect(await texts(page)).toEqual(["Before", "Meanwhile"]);
});

test("an ended session shows the alert and does not come back", { tags: "slow" }, async () => {
  const page = await openLive();
  for (const socket of messages.sockets) socket.close(closeCodes.sessionEnded);
  await page.getByRole("alertdialog", { name: "Session expired" }).waitFor();
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect(messages.opened).toBe(1);
});

test("older messages come in place, and the reader stays where they were", { tags: "slow" }, async () => {
  for (let number = 1; number <= 150; number++) messages.say(`Number ${number}`, { isSilent: true });
  const page = await openLive();
  await log(page).getByText("Number 150", { exact: true }).waitFor();
  const before = log(page).getByText("Number 121", { exact: true });
  await before.scrollIntoViewIfNeeded();
  await page.evaluate("window.scrollTo(0, 0)");
  const top = (await before.boundingBox())?.y ?? 0;
  await page.getByRole("link", { name: "Older messages" }).click();
  await log(page).getByText("Number 21", { exact: true }).waitFor();
  await expect.poll(async () => Math.abs(((await before.boundingBox())?.y ?? 0) - top)).toBeLessThan(3);
  messages.say("Number 151");
  await page.getByRole("button", { name: "New messages: 1" }).click();
  await expect.poll(() => log(page).getByText("Number 151", { exact: true }).isVisible()).toBe(true);
  await expect.poll(() => page.getByRole("button", { name: "New messages: 1" }).count()).toBe(0);
});

test("an emoji is picked by keyboard, stands at the cursor and goes as its code", {
  tags: "slow",
}, async () => {
  const page = await openLive();
  await field(page).fill("Thanks !");
  await field(page).press("ArrowLeft");
  await page.getByRole("button", { name: "Emoji" }).click();
  const picker = page.getByRole("toolbar", { name: "Choose an emoji" });
  await picker.waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await picker.waitFor({ state: "detached" });
  expect(await field(page).inputValue()).toBe("Thanks 😂!");
  await page.keyboard.press("Enter");
  await expect.poll(() => messages.messages.map(({ text }) => text)).toEqual(["Thanks /::(laugh)/!"]);
  await expect.poll(() => texts(page)).toEqual(["Thanks 😂!"]);
});

test("without a socket the page polls", { tags: "slow" }, async () => {
  await context.routeWebSocket(/\/ws/, (socket) => socket.close({ code: 1011 }));
  const page = await openPage();
  await page.getByText(/^Reconnecting/).waitFor();
  messages.say("Through the wall");
  await log(page).getByText("Through the wall").waitFor({ timeout: 20_000 });
});

test("a frozen tab hands its socket over, and catches up when it resumes", { tags: "slow" }, async () => {
  const page = await openLive();
  // Browsers freeze hidden tabs only, and no tab of a test is hidden: the page is told what they would tell it.
  await page.evaluate("document.dispatchEvent(new Event('freeze'))");
  await expect.poll(() => messages.sockets.size).toBe(0);
  messages.say("While it slept");
  await page.evaluate("document.dispatchEvent(new Event('resume'))");
  await log(page).getByText("While it slept").waitFor();
  await expect.poll(() => messages.sockets.size).toBe(1);
});

test("over plain http, without locks, two tabs send what they write once, and a sign-out empties them", {
  tags: "slow",
}, async () => {
  host = "lan.test";
  await signIn();
  const pages = [await openLive(), await openLive()] as const;
  expect(await pages[0].evaluate("isSecureContext")).toBe(false);
  expect(messages.sockets.size).toBe(2);
  for (const [index, page] of pages.entries()) {
    await field(page).fill(`from tab ${index + 1}`);
    await page.keyboard.press("Enter");
  }
  const sent = () => messages.messages.map(({ text }) => text).sort();
  await expect.poll(sent).toEqual(["from tab 1", "from tab 2"]);
  for (const page of pages) await expect.poll(async () => (await texts(page)).length).toBe(2);

  await field(pages[0]).fill("A secret thought");
  await pages[1].close();
  const page = pages[0];
  // Not the lease of the outbox: a page takes it for a moment each time it looks for what waits.
  const kept = () =>
    page.evaluate("Object.keys(localStorage).filter((key) => /^fairlead-(message-draft|outbox):/.test(key))");
  await expect.poll(kept).toHaveLength(1);
  await page.goto(urlOf("/logout"));
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL(/\/home/);
  await signIn();
  await page.goto(urlOf(CONVERSATION));
  await page.getByText("Live", { exact: true }).waitFor();
  expect(await kept()).toEqual([]);
  expect(await field(page).inputValue()).toBe("");
});
