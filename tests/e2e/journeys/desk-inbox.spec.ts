import type { Page } from "@playwright/test";
import { expect, expectAccessible, goWithScript, signIn, test } from "../support/journey.ts";

const INBOX = "/freightForwarder/index";

/** The customer begins a conversation of this subject. */
async function ask(page: Page, subject: string, text: string): Promise<void> {
  await signIn(page, "rival");
  await page.goto("/messageCenter/inquiry");
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Question").fill(text);
  await page.getByRole("button", { name: "Send inquiry" }).click();
  await expect(page.getByText(text).first()).toBeVisible();
}

test(
  "of two colleagues one has the message, the other is told, and the customer reads the answer, not the note",
  { tag: "@all" },
  async ({ page, browser, hasScripts, allowFault }, { project }) => {
    allowFault(/status of 409/);
    const subject = `Inbox ${project.name} ${Date.now()}`;
    await ask(page, subject, "Where is my container?");

    const open = async (account: string) => {
      const context = await browser.newContext({ javaScriptEnabled: hasScripts, locale: "en-US" });
      const desk = await context.newPage();
      await signIn(desk, account);
      const path = `${INBOX}?keyword=${encodeURIComponent(subject)}`;
      if (hasScripts) await goWithScript(desk, path);
      else await desk.goto(path);
      await expect(desk.getByRole("link", { name: subject })).toBeVisible();
      return desk;
    };
    const [desmond, kit] = [await open("desk"), await open("kit.wong")];
    if (hasScripts) await expectAccessible(desmond);
    // Both have chosen it before either takes it: a page that is filled in does not load itself again.
    for (const desk of [desmond, kit]) await desk.getByLabel(`Choose ${subject}`).check();
    await desmond.getByRole("button", { name: "Take", exact: true }).first().click();
    await expect(desmond.getByText("Taken: 1")).toBeVisible();
    await kit.getByRole("button", { name: "Take", exact: true }).first().click();
    await expect(kit.getByRole("alert")).toContainText(
      `${subject} was not taken: Desmond Tsang works on it.`,
    );
    await expect(kit.getByRole("button", { name: `Take over ${subject}` })).toBeVisible();

    await desmond.getByRole("link", { name: subject }).click();
    await expect(desmond.getByText("You work on this.")).toBeVisible();
    await desmond.getByLabel("New note").fill("Ask the terminal first: SECRET-4711");
    await desmond.getByRole("button", { name: "Keep the note" }).click();
    await expect(desmond.getByText("SECRET-4711")).toBeVisible();
    if (hasScripts) await expectAccessible(desmond);
    await desmond.getByLabel("Your answer").fill("It is in Busan, and sails on Friday.");
    await desmond.getByRole("button", { name: "Send", exact: true }).click();
    await expect(desmond.getByText("Your answer is sent.")).toBeVisible();

    await page.reload();
    await expect(page.getByText("It is in Busan, and sails on Friday.").first()).toBeVisible();
    await expect(page.getByText("SECRET-4711")).toHaveCount(0);
    await kit.goto(`${INBOX}?keyword=${encodeURIComponent(subject)}`);
    await expect(kit.getByRole("link", { name: subject })).toHaveCount(0);
    for (const desk of [desmond, kit]) await desk.context().close();
  },
);

test(
  "an open inbox shows what comes in by itself, and is worked by keys",
  { tag: "@all" },
  async ({ page, browser, hasScripts }, { project }) => {
    test.skip(!hasScripts, "without scripts a page is as it was loaded");
    const context = await browser.newContext({ locale: "en-US" });
    const desk = await context.newPage();
    await signIn(desk, "desk");
    const subject = `Live ${project.name} ${Date.now()}`;
    await goWithScript(desk, `${INBOX}?keyword=${encodeURIComponent(subject)}`);
    await expect(desk.getByText("Nothing in this pile fits")).toBeVisible();
    await ask(page, subject, "Is anybody there?");
    await expect(desk.getByRole("link", { name: subject })).toBeVisible();
    await desk.locator("h1").click();
    await desk.keyboard.press("j");
    await desk.keyboard.press("t");
    await expect(desk.getByText("Taken: 1")).toBeVisible();
    await desk.keyboard.press("?");
    const keys = desk.getByRole("region", { name: "Keys" });
    await expect(keys).toBeVisible();
    await keys.getByRole("checkbox", { name: "Use these keys" }).uncheck();
    await desk.keyboard.press("?");
    await expect(keys).toBeVisible();
    await context.close();
  },
);
