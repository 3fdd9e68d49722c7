import type { Page } from "@playwright/test";
import { channelTypes, messageAnswer, messageList, newInquiry } from "#app/contract/message.ts";
import { expect, signIn, test } from "../support/journey.ts";
import { type ProviderClient, providerClient } from "../support/provider-client.ts";

/** What scripts add to the message form, and what works when they are blocked or fail to load. */
let customer: ProviderClient;
test.beforeAll(async () => {
  customer = await providerClient(process.env.E2E_PROVIDER_URL ?? "", "demo");
});

async function open(page: Page, subject: string): Promise<string> {
  const { id, channelId } = await customer.call(newInquiry, {
    type: channelTypes.quote,
    subject,
    text: "begun",
    clientId: crypto.randomUUID(),
  });
  await signIn(page, "demo");
  await page.goto(`/messageCenter/index?session=${id}&tab=quote`);
  return channelId;
}
const field = (page: Page) => page.getByLabel("Message", { exact: true });
const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true });
const untilLive = (page: Page) => expect(page.getByRole("button", { name: "Emoji" })).toBeVisible();
async function stored(channelId: string) {
  const { rows } = await customer.call(messageList, { channelId, limit: 100 });
  return rows.slice(1).map(({ text, contentUrl }) => [text, contentUrl.map(({ name }) => name)]);
}
/** Passes a file to the page as a browser does when one is pasted or dropped. */
const hand = (page: Page, kind: "paste" | "drop", name: string) =>
  page.evaluate(
    `{
      const given = new DataTransfer();
      given.items.add(new File(["text"], ${JSON.stringify(name)}, { type: "text/plain" }));
      const field = document.querySelector("#message");
      field.dispatchEvent(
        ${JSON.stringify(kind)} === "paste"
          ? new ClipboardEvent("paste", { clipboardData: given, bubbles: true, cancelable: true })
          : new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }),
      );
    }`,
  );

test("text and files, chosen, dropped or pasted, are sent as one message by one click", async ({ page }) => {
  const channelId = await open(page, "One composer");
  await untilLive(page);
  await page
    .getByLabel("Files", { exact: true })
    .setInputFiles([{ name: "chosen.txt", mimeType: "text/plain", buffer: Buffer.from("text") }]);
  await hand(page, "paste", "pasted.txt");
  await hand(page, "drop", "dropped.txt");
  await field(page).fill("Three files");
  // Clicked at once: sending waits for uploads under way.
  await send(page).click();
  await expect
    .poll(() => stored(channelId))
    .toEqual([["Three files", ["chosen.txt", "pasted.txt", "dropped.txt"]]]);
  await expect(field(page)).toHaveValue("");
  await expect(page.getByText("chosen.txt")).toHaveCount(1);
});

test("leaving with unsent files asks for confirmation, and a text near the limit shows its length", {
  tag: "@all",
}, async ({ page }) => {
  const channelId = await open(page, "Leaving");
  await untilLive(page);
  await hand(page, "drop", "dropped.txt");
  await expect(page.getByText("Uploaded")).toBeVisible();
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  await page.getByRole("link", { name: "Close", exact: true }).click();
  await expect.poll(() => questions).toEqual(["confirm"]);
  await expect(page.getByText("dropped.txt")).toBeVisible();
  await page.reload({ timeout: 3_000 }).catch(() => {});
  await expect.poll(() => questions).toEqual(["confirm", "beforeunload"]);
  await expect(page.getByText("dropped.txt")).toBeVisible();

  await field(page).fill("x".repeat(3_700));
  await expect(page.getByText("3700 of 4000 characters")).toBeVisible();
  await field(page).fill("x".repeat(4_100));
  await send(page).click();
  await expect(page.getByRole("alert")).toContainText("4000");
  await expect(field(page)).toHaveValue("x".repeat(4_100));
  expect(await stored(channelId)).toEqual([]);
  await field(page).fill("short");
  await send(page).click();
  await expect.poll(() => stored(channelId)).toEqual([["short", ["dropped.txt"]]]);
});

async function answer(channelId: string, text: string): Promise<void> {
  const desk = await providerClient(process.env.E2E_PROVIDER_URL ?? "", "desk");
  await desk.call(messageAnswer, { channelId, text, clientId: crypto.randomUUID() });
}

test("when a proxy blocks the scripts, messages arrive in the frame, and one can be sent", {
  tag: "@all",
}, async ({ page, allowFault }) => {
  allowFault(/\.js/);
  await page.route("**/*.js", (route) => route.abort());
  const channelId = await open(page, "Blocked scripts");
  await answer(channelId, "Told all the same");
  await expect(page.frameLocator("iframe").getByText("Told all the same")).toBeVisible({ timeout: 40_000 });
  await field(page).fill("Sent all the same");
  await send(page).click();
  await expect.poll(() => stored(channelId)).toContainEqual(["Sent all the same", []]);
});

test("a chunk that fails to load is requested once more", { tag: "@all" }, async ({ page, allowFault }) => {
  allowFault(/start\.client/);
  let lost = 0;
  await page.route("**/start.client*.js", (route) => {
    lost += 1;
    return lost === 1 ? route.abort() : route.continue();
  });
  await open(page, "A lost chunk");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("signing out shows how much is unsent, and the person can wait for it", { tag: "@all" }, async ({
  page,
  context,
  allowFault,
}) => {
  allowFault(/ERR_INTERNET_DISCONNECTED|WebSocket|realtime|Failed to fetch/);
  const channelId = await open(page, "Signing out");
  await untilLive(page);
  // Both chunks are loaded before the link goes down.
  const leave = async () => {
    await page.getByText("Dana Whitfield").first().click();
    await page.getByRole("link", { name: "Log out", exact: true }).click();
  };
  const dialog = page.getByRole("dialog");
  await leave();
  await expect(dialog).toContainText("Are you sure to log out?");
  await expect(dialog).not.toContainText("not sent yet");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await context.setOffline(true);
  await field(page).fill("Written without a link");
  await send(page).click();
  await leave();
  await expect(dialog).toContainText("Written by you and not sent yet: 1.");
  await expect(dialog.getByRole("button", { name: "Discard and log out" })).toBeVisible();
  await context.setOffline(false);
  await expect(dialog).not.toContainText("not sent yet", { timeout: 60_000 });
  expect(await stored(channelId)).toEqual([["Written without a link", []]]);
  await dialog.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/home\?redirect=/);
});
