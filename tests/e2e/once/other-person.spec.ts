import { channelTypes, messageList, newInquiry } from "#app/contract/message.ts";
import { expect, signIn, test } from "../support/journey.ts";
import { providerClient } from "../support/provider-client.ts";

test("a frozen tab under which somebody else signed in shows the alert, sends nothing and keeps the typed text", async ({
  context,
  page,
  allowFault,
}) => {
  allowFault(/status of 401/);
  const { call } = await providerClient(process.env.E2E_PROVIDER_URL ?? "", "demo");
  const { id, channelId } = await call(newInquiry, {
    type: channelTypes.quote,
    subject: "A tab that rests",
    text: "begun",
    clientId: crypto.randomUUID(),
  });
  await signIn(page, "demo");
  await page.goto(`/messageCenter/index?session=${id}&tab=quote`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Emoji" })).toBeVisible();
  await page.evaluate("document.dispatchEvent(new Event('freeze'))");

  const other = await context.newPage();
  await other.goto("/logout");
  await other.getByRole("button", { name: "Log out" }).click();
  await expect(other).toHaveURL(/\/home/);
  await signIn(other, "chen");

  // Typed into the frozen page, and sent before it has noticed the other person.
  await page.getByLabel("Message", { exact: true }).fill("Words of the first person");
  await page.evaluate("document.querySelector('#message').form.requestSubmit()");
  const alert = page.getByRole("alertdialog");
  await expect(alert.getByRole("heading")).toHaveText("Another account is signed in");
  await expect(page.getByText("Live", { exact: true })).toBeHidden();
  expect((await call(messageList, { channelId, limit: 100 })).rows.map(({ text }) => text)).toEqual([
    "begun",
  ]);

  await alert.getByRole("link", { name: "Re-Login" }).click();
  await expect(page.getByText("您当前以 chen 登录。")).toBeVisible();
  await other.close();
  await page.getByRole("button", { name: "退出登录" }).click();
  await page.getByRole("link", { name: "Sign in", exact: true }).first().click();
  await page.getByLabel("User name").fill("demo");
  await page.getByLabel("Password", { exact: true }).fill("freight-demo-1");
  await page.getByRole("button", { name: "Sign in" }).click();
  // The unsent message is sent for its author.
  await expect
    .poll(async () =>
      (await call(messageList, { channelId, limit: 100 })).rows.map(({ msName, text }) => [msName, text]),
    )
    .toContainEqual(["Dana Whitfield", "Words of the first person"]);
});

test("a tab whose next page arrives for somebody else is loaded again as a new document", {
  tag: "@all",
}, async ({ context, page, allowFault }) => {
  // The session may end just when the page requests its socket.
  allowFault(/registration failed 4004|status of 401/);
  await signIn(page, "demo");
  const other = await context.newPage();
  await other.goto("/logout");
  await other.getByRole("button", { name: "Log out" }).click();
  await expect(other).toHaveURL(/\/home/);
  await signIn(other, "chen");
  await other.close();
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.evaluate('document.querySelector(\'a[href="/quote/index"], a[href^="/quote"]\').click()');
  await expect(page.getByRole("link", { name: "报价" }).first()).toBeVisible();
  await expect(page.getByText("Dana Whitfield")).toHaveCount(0);
  expect(documents).toBe(1);
});
