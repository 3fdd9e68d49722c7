import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { isRouterUp } from "#tests/support/router-up.ts";
import { scriptedUser, scriptUser, USER_PATH } from "#tests/upstream/scripted-person.ts";
import {
  envelope,
  raw,
  type ScriptedProvider,
  startScriptedProvider,
} from "#tests/upstream/scripted-provider.ts";
import { launchBrowser } from "./launch-browser.ts";
import { type ServedPortal, servePortal } from "./serve.ts";

/** What only a browser shows: faults met on the way from page to page, the alert as a dialog, the parent's message. */
let provider: ScriptedProvider;
let portal: ServedPortal;
let parent: Server;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];
const urlOf = (server: { port: number }) => `http://127.0.0.1:${server.port}`;

beforeAll(async () => {
  provider = await startScriptedProvider();
  parent = createServer((_request, response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<title>Intranet</title><iframe src="${urlOf(portal)}/account/index"></iframe>`),
  );
  await new Promise<void>((resolve) => parent.listen(0, "127.0.0.1", resolve));
  portal = await servePortal({
    API_URL: provider.apiUrl,
    TRACKING_API_URL: provider.trackingUrl,
    PARENT_ORIGINS: urlOf(parent.address() as AddressInfo),
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
  await new Promise((resolve) => parent?.close(resolve));
  await provider?.stop();
});

beforeEach(async () => {
  provider.reset();
  scriptUser(provider, scriptedUser());
  context = await browser.newContext({ locale: "en-GB" });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of [45]/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`${urlOf(portal)}/login?redirect=/account/index`);
  await page.getByLabel("User name").fill("scripted");
  await page.getByLabel("Password", { exact: true }).fill("any-password-1");
  await page.getByRole("button", { name: "Sign in" }).click();
  await untilHydrated();
});
afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

/** The half of the page that only scripts show has come: the router follows links from now on. */
async function untilHydrated(): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => isRouterUp(page)).toBe(true);
}
const styleOf = () => page.evaluate("getComputedStyle(document.body).display");

test("an error during a navigation is shown in the shell, from which one can navigate on", {
  tags: "slow",
}, async () => {
  provider.answer(raw("<h1>504</h1>", { status: 504, type: "text/html" }));
  await page.getByRole("link", { name: "Shipments", exact: true }).click();
  await page.getByRole("heading", { name: "Request timeout" }).waitFor();
  await expect.poll(() => page.title()).toBe("Request timeout · Fairlead");
  expect(await page.getByRole("link", { name: "Try again" }).getAttribute("href")).toBe("/shipments/index");
  await page.getByRole("link", { name: "Accounts" }).click();
  await page.getByRole("heading", { name: "Profile" }).waitFor();
  await expect.poll(() => page.title()).toBe("Profile · Fairlead");
});

test("when the user cannot be read any more the page keeps its layout and says so", {
  tags: "slow",
}, async () => {
  provider.answer(raw("<h1>502</h1>", { status: 502, type: "text/html" }), USER_PATH);
  await page.getByRole("link", { name: "Shipments", exact: true }).click();
  await page.getByRole("heading", { name: "The connection to the forwarder's system broke off" }).waitFor();
  expect(await styleOf()).toBe("flex");
  await expect.poll(() => page.getByRole("link", { name: "To the portal" }).count()).toBe(1);
});

test("a form that met a fault with scripts is sent again as it was", { tags: "slow" }, async () => {
  await page.getByRole("textbox", { name: "City" }).fill("Rotterdam");
  provider.answer(raw("<h1>504</h1>", { status: 504, type: "text/html" }), USER_PATH);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("What you entered is kept").waitFor();
  provider.reset();
  scriptUser(provider, scriptedUser());
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("Your profile has been saved").waitFor();
  const [call] = provider.received.filter(({ path }) => path.endsWith("/updateUser"));
  expect(new URLSearchParams(call?.body).get("city")).toBe("Rotterdam");
});

test("a form that the portal refuses unread stays on the page, which says why", {
  tags: "slow",
}, async () => {
  const long = "x".repeat(1_100_000);
  await page.getByRole("textbox", { name: "City" }).evaluate((field, text) => {
    (field as unknown as { value: string }).value = text;
  }, long);
  await page.getByLabel("State").fill("Zuid-Holland");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("What was sent is larger").waitFor();
  expect(await page.getByLabel("State").inputValue()).toBe("Zuid-Holland");
  expect(await page.getByRole("textbox", { name: "City" }).inputValue()).toBe(long);
});

test("a part of the frame whose chunk fails to load does not break the rest of the page", {
  tags: "slow",
}, async () => {
  scriptUser(provider, scriptedUser({ isPasswordUpdateDue: true }));
  let lost = 0;
  await page.route(/password-reminder.*\.js/, (route) => {
    lost += 1;
    return route.abort();
  });
  await page.goto(`${urlOf(portal)}/account/index`);
  await untilHydrated();
  // Asked for once more, and then done without.
  await expect.poll(() => lost).toBe(2);
  await page.getByRole("textbox", { name: "City" }).fill("Rotterdam");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Your profile has been saved").waitFor();
  // React makes anew what it cannot take over from the server.
  complaints = complaints.filter((complaint) => !/ERR_FAILED|React error #418/.test(complaint));
});

test("an ended session is a dialog that stays until it is answered", { tags: "slow" }, async () => {
  provider.answer(envelope(null, { code: 8002 }), USER_PATH);
  // A call in the background may have opened the dialog already, and it keeps the mouse from what is under it.
  await page.getByRole("link", { name: "Shipments", exact: true }).dispatchEvent("click");
  const dialog = page.getByRole("alertdialog", { name: "Session expired" });
  await dialog.waitFor();
  expect(await styleOf()).toBe("flex");
  for (let times = 0; times < 3; times++) await page.keyboard.press("Escape");
  const isModal = () => page.evaluate("document.querySelector('dialog').matches(':modal')");
  await expect.poll(isModal).toBe(true);
  await dialog.getByRole("button", { name: "Re-Login" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(new URL(page.url()).search).toBe("?redirect=%2Fshipments%2Findex");
});

test("the parent's message ends the session of the page that it holds, and nobody else's does", {
  tags: "slow",
}, async () => {
  const send = (data: unknown) =>
    page.evaluate(
      (message) => document.querySelector("iframe")?.contentWindow?.postMessage(message, "*"),
      data,
    );
  await page.evaluate("window.postMessage({ type: 'logOut' }, '*')");
  await page.goto(urlOf(parent.address() as AddressInfo));
  const frame = page.frameLocator("iframe");
  await frame.getByRole("heading", { name: "Profile" }).waitFor();
  const dialog = frame.getByRole("alertdialog");
  const held = page.frames().find((each) => each !== page.mainFrame())!;
  await expect.poll(() => isRouterUp(held)).toBe(true);
  await send("logOut");
  await send({ type: "other" });
  // What a message leads to is drawn by the second frame after it.
  await held.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  expect(await dialog.count()).toBe(0);
  await expect
    .poll(async () => {
      await send({ type: "logOut" });
      return dialog.count();
    })
    .toBe(1);
  await dialog.getByRole("button", { name: "Re-Login" }).click();
  await frame.getByRole("heading", { name: "Sign in" }).waitFor();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("session");
});
