import type { Page } from "@playwright/test";
import { answerMessage } from "../support/desk.ts";
import { type Account, expect, expectAccessible, signIn, test } from "../support/journey.ts";

/** Without scripts the frame of new messages reloads after 15 s. */
const FRAME_WITHIN_MS = 25_000;

/** Starts a conversation for this test alone, by an inquiry without a reference. */
async function begin(page: Page, account: Account, subject: string): Promise<string> {
  await signIn(page, account);
  await page.getByRole("link", { name: /^Message center/ }).click();
  await page.getByRole("link", { name: "New inquiry" }).click();
  await page.getByLabel("About", { exact: true }).selectOption({ label: "Quote" });
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Question").fill("What would 40 boxes cost?");
  await page.getByRole("button", { name: "Send inquiry" }).click();
  await expect(page.getByRole("heading", { name: subject })).toBeVisible();
  await expect(page.getByRole("list", { name: "Messages" })).toContainText("What would 40 boxes cost?");
  return page.locator('input[name="channelId"]').first().inputValue();
}

const log = (page: Page) => page.getByRole("list", { name: "Messages" });
const composer = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true });
const rowOf = (page: Page, subject: string) =>
  page.getByRole("region", { name: "Conversations" }).getByRole("listitem").filter({ hasText: subject });

test.describe("messages", () => {
  test(
    "are sent, refused when empty, answered and found again",
    { tag: "@without-scripts" },
    async ({ page, hasScripts, allowFault }, info) => {
      test.setTimeout(900_000);
      allowFault(/status of 400/);
      const mark = `${info.project.name}-${Date.now()}`;
      const channelId = await begin(page, "demo", `Rates ${mark}`);

      await send(page).click();
      await expect(page.getByText("Can't send empty information")).toBeVisible();
      await composer(page).fill(`See https://example.com/${mark} /::(ship)/`);
      await send(page).click();
      const link = log(page).getByRole("link", { name: `https://example.com/${mark}` });
      await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
      await expect(log(page).getByRole("img", { name: "ship" })).toBeVisible();
      await expect(composer(page)).toHaveValue("");
      await expect(page.getByText("Can't send empty information")).toHaveCount(0);

      await composer(page).fill("Half a sentence");
      await answerMessage(channelId, `The answer is zebra-${mark}`);
      const news = hasScripts ? log(page) : page.frameLocator("iframe").getByRole("list");
      await expect(news).toContainText(`zebra-${mark}`, { timeout: FRAME_WITHIN_MS });
      await expect(composer(page)).toHaveValue("Half a sentence");

      await page.goto(`/messageCenter/index?find=${encodeURIComponent(`ZEBRA-${mark}`)}`);
      await expect(page.getByText("Messages found: 1")).toBeVisible();
      await page.getByRole("link", { name: new RegExp(`zebra-${mark}`) }).click();
      await expect(page.getByRole("heading", { name: `Rates ${mark}` })).toBeVisible();
      await expect(log(page).getByText(`The answer is zebra-${mark}`)).toBeVisible();
      await page.getByRole("link", { name: "Close" }).click();
      await expect(composer(page)).toHaveCount(0);
    },
  );

  test("carry files, and say which were refused", async ({ page, hasScripts, allowFault }, info) => {
    allowFault(/status of 400/);
    await begin(page, "demo", `Files ${info.project.name} ${Date.now()}`);
    const files = [
      { name: "packing list.txt", mimeType: "text/plain", buffer: Buffer.from("40 boxes") },
      { name: "说明.txt", mimeType: "text/plain", buffer: Buffer.from("四十箱") },
    ];
    await page.getByLabel("Files", { exact: true }).setInputFiles(files);
    await composer(page).fill("Here they are");
    await send(page).click();
    const message = log(page).getByRole("listitem").filter({ hasText: "Here they are" });
    for (const { name } of files) await expect(message.getByRole("link", { name })).toBeVisible();
    const coming = page.waitForEvent("download");
    await log(page).getByRole("link", { name: "packing list.txt" }).click();
    expect((await coming).suggestedFilename()).toBe("packing list.txt");

    const program = {
      name: "tool.exe",
      mimeType: "application/x-msdownload",
      buffer: Buffer.from("MZ\u0000\u0001"),
    };
    await page.getByLabel("Files", { exact: true }).setInputFiles([program]);
    await composer(page).fill("And a program");
    await send(page).click();
    await expect(page.getByText(/tool\.exe/).first()).toBeVisible();
    await expect(
      page.getByText(hasScripts ? /^A file was not taken/ : "These files were not taken:"),
    ).toBeVisible();
    await expect(composer(page)).toHaveValue("And a program");
    await expect(log(page).getByRole("link", { name: "tool.exe" })).toHaveCount(0);
  });

  test(
    "are unread until they are opened or marked as read",
    { tag: "@all" },
    async ({ page, hasScripts }, info) => {
      const subject = `Unread ${info.project.name} ${Date.now()}`;
      // 'Mark all' affects all conversations of the person, and this test may run with scripts on and off at once.
      const channelId = await begin(page, hasScripts ? "booker" : "rival", subject);
      await page.goto("/account/password");
      await answerMessage(channelId, "One");
      await page.goto("/messageCenter/index");
      await expect(rowOf(page, subject)).toContainText("1 unread");
      await expect(page).toHaveTitle(/^\(\d+\+?\) Message center/);
      await rowOf(page, subject).getByRole("link").click();
      await expect(log(page)).toContainText("One");
      await expect(rowOf(page, subject)).not.toContainText("unread");

      await page.goto("/account/password");
      await answerMessage(channelId, "Two");
      await page.goto("/messageCenter/index?unread=1");
      await expect(rowOf(page, subject)).toContainText("1 unread");
      await page.getByRole("button", { name: "Mark all as read" }).click();
      await expect(rowOf(page, subject)).toHaveCount(0);
    },
  );

  test(
    "that exceed a page open at the first unread one, and only those shown are marked as read",
    { tag: "@all" },
    async ({ page, hasScripts }, info) => {
      test.setTimeout(900_000);
      const subject = `Many ${info.project.name} ${Date.now()}`;
      const channelId = await begin(page, "demo", subject);
      await page.goto("/account/password");
      for (let number = 1; number <= 130; number += 1) await answerMessage(channelId, `News ${number}.`);
      await page.goto("/messageCenter/index");
      await expect(rowOf(page, subject)).toContainText("99+");
      await rowOf(page, subject).getByRole("link").click();
      await expect(log(page).getByText("New messages", { exact: true })).toBeInViewport();
      await expect(log(page).getByText("News 1.", { exact: true })).toBeInViewport();
      await expect(rowOf(page, subject)).toContainText("31 unread");

      await page.getByRole("link", { name: "Newest messages" }).click();
      await expect(log(page).getByText("News 130.", { exact: true })).toBeInViewport();
      await expect(rowOf(page, subject)).toContainText("31 unread");
      const above = page.getByRole("link", { name: "Unread messages above: 1" });
      if (hasScripts) {
        // Older messages are loaded above the reader's position and then count as seen.
        await page.getByRole("link", { name: "Older messages" }).click();
        await expect(above).toHaveCount(0);
      } else {
        await above.click();
        await expect(log(page).getByText("News 100.", { exact: true })).toBeInViewport();
      }
      await expect(rowOf(page, subject)).not.toContainText("unread");

      // Two panes within the window; the end is shown also when the address names no place.
      const address = page.url().replace(/#.*|&(before|newest)=\w+/g, "");
      const open = async (anchor: string) => {
        await page.goto("/account/password");
        await page.goto(address + anchor);
      };
      await open("");
      await expect(log(page).getByText("News 130.", { exact: true })).toBeInViewport();
      await expect(send(page)).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole("main").getByRole("searchbox")).toBeInViewport();
      expect(await belowWindow(page)).toBeLessThanOrEqual(0);
      await page.getByRole("region", { name: "Messages" }).focus();
      await page.keyboard.press("Home");
      await expect(log(page).getByText("News 130.", { exact: true })).not.toBeInViewport();
      await expect(send(page)).toBeInViewport({ ratio: 1 });

      // On a phone the form stays at the window's edge, and the last message is above it at the end.
      await page.setViewportSize({ width: 375, height: 667 });
      await open("#end");
      await expect(log(page).getByText("News 130.", { exact: true })).toBeInViewport({ ratio: 1 });
      await open("");
      await expect(send(page)).toBeInViewport({ ratio: 1 });
      await page.getByRole("link", { name: "‹ Conversations" }).click();
      await expect(page.getByRole("region", { name: "Conversations" })).toBeVisible();
    },
  );

  test("and their shipment link to each other", { tag: "@all" }, async ({ page }) => {
    await signIn(page, "demo");
    await page.goto("/shipments/index?mode=OCEAN");
    const shipment = page.getByRole("rowheader").getByRole("link").last();
    const houseNumber = (await shipment.textContent()) ?? "";
    await shipment.click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(houseNumber);
    await page.getByRole("button", { name: "Messages" }).click();
    await expect(page.getByRole("heading", { name: `H# ${houseNumber}` })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: houseNumber, exact: true }).click();
    await expect(page).toHaveURL(/\/shipments\/detail\/\d+$/);
    await page.goto(`/messageCenter/teams?keyword=${houseNumber}`);
    await page.getByRole("main").getByRole("link", { name: "Billing" }).click();
    await expect(page.getByRole("main").getByRole("link", { name: "Billing" })).toHaveAttribute(
      "aria-current",
      "page",
    );
  });
});

/** What of the document is below the window. */
const belowWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);

test("an inquiry shows faults at its fields, and keeps what was typed", { tag: "@all" }, async ({
  page,
  allowFault,
}) => {
  allowFault(/status of 400/);
  await signIn(page, "demo");
  await page.goto("/messageCenter/inquiry");
  await page.getByLabel("Reference").fill("NO-SUCH-NUMBER");
  await page.getByLabel("Question").fill("Where is it?");
  await page.getByRole("button", { name: "Send inquiry" }).click();
  await expect(page.getByRole("alert")).toContainText("Reference");
  await expect(page.getByLabel("Reference")).toHaveValue("NO-SUCH-NUMBER");
  await expect(page.getByLabel("Question")).toHaveValue("Where is it?");
});

test("in Chinese and on a phone, list and conversation are two views of one address", {
  tag: "@all",
}, async ({ page, hasScripts, allowFault }) => {
  allowFault(/status of 400/);
  await page.setViewportSize({ width: 375, height: 812 });
  await signIn(page, "chen");
  await page.goto("/messageCenter/index");
  await expect(page.getByRole("heading", { level: 1, name: "消息中心" })).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("region", { name: "会话" }).getByRole("listitem").first().getByRole("link").click();
  await expect(page.getByRole("textbox", { name: "消息", exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "会话" })).toBeHidden();
  await page.getByRole("button", { name: "发送", exact: true }).click();
  await expect(page.getByText("不能发送空信息")).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(window ?? 0);
  await page.getByRole("link", { name: "会话" }).click();
  await expect(page.getByRole("region", { name: "会话" })).toBeVisible();
});

test("the screens of the message center pass axe, and fit the smallest phone", { tag: "@all" }, async ({
  page,
  hasScripts,
}) => {
  test.skip(!hasScripts, "axe is a script");
  test.setTimeout(900_000);
  await signIn(page, "demo");
  for (const path of [
    "/messageCenter/index",
    "/messageCenter/index?find=terminal",
    "/messageCenter/index?keyword=NO-SUCH",
    "/messageCenter/inquiry",
    "/messageCenter/teams",
    "/messageCenter/newer",
  ]) {
    await page.goto(path);
    await expectAccessible(page);
    await expectToFit(page);
  }
  await page.goto("/messageCenter/index");
  await page
    .getByRole("region", { name: "Conversations" })
    .getByRole("listitem")
    .first()
    .getByRole("link")
    .click();
  await expect(composer(page)).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});

async function expectToFit(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content, page.url()).toBeLessThanOrEqual(window ?? 0);
  if (size) await page.setViewportSize(size);
}
