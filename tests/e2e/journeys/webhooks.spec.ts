import { newInquiry } from "#app/contract/message.ts";
import { expectSigned, startReceiver, statusAnswer } from "../../provider/webhooks/receiver.ts";
import { expect, expectAccessible, signIn, test } from "../support/journey.ts";
import { providerClient } from "../support/provider-client.ts";

test("an administrator adds a webhook, tests it, sees what did not arrive, sends it again, edits it, changes the secret and removes it", {
  tag: "@all",
}, async ({ page, hasScripts, allowFault }) => {
  // The address that is refused.
  allowFault(/status of 400/);
  const receiver = await startReceiver();
  const look = async () => {
    if (hasScripts) await expectAccessible(page);
  };
  try {
    const demo = await providerClient(process.env.E2E_PROVIDER_URL ?? "", "demo");
    const name = `ERP ${crypto.randomUUID().slice(0, 8)}`;
    await signIn(page, "demo");
    await page.goto("/account/members");
    await page.getByRole("link", { name: "Webhooks" }).click();
    await expect(page.getByRole("heading", { name: "Webhooks", exact: true })).toBeVisible();
    await look();
    await page.getByRole("link", { name: "Add a webhook" }).click();
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Address").fill("https://10.0.0.5/inside");
    await page.getByLabel("Messages").check();
    await page.getByRole("button", { name: "Add the webhook" }).click();
    await expect(page.getByText("This address cannot be used").first()).toBeVisible();
    await expect(page.getByLabel("Address")).toHaveValue("https://10.0.0.5/inside");
    await expect(page.getByLabel("Messages")).toBeChecked();
    await look();
    await page.getByLabel("Address").fill(receiver.url("/hook"));
    await page.getByRole("button", { name: "Add the webhook" }).click();
    await expect(page.getByRole("heading", { name: "The webhook is added" })).toBeVisible();
    const secret = await page.getByRole("textbox", { name: "Secret" }).inputValue();
    await look();
    await page.getByRole("link", { name: "To the webhook" }).click();
    await expect(page.getByText("There is nothing here.")).toBeVisible();

    receiver.state.answer = statusAnswer(202);
    await page.getByRole("button", { name: "Send a test message" }).click();
    await expect(page.getByText("The test message is on its way")).toBeVisible();
    const result = page.getByRole("status").filter({ hasText: "The last test" });
    // Without scripts a person looks again.
    if (hasScripts) await expect(result).toContainText("status 202");
    else
      await expect(async () => {
        await page.reload();
        await expect(result).toContainText("status 202", { timeout: 1_000 });
      }).toPass();
    expectSigned(receiver.received[0]!, secret);
    await look();

    receiver.state.answer = statusAnswer(500);
    const text = `Where is it? ${name}`;
    const inquiry = { type: 1 as const, subject: name, text, clientId: crypto.randomUUID() };
    const { id } = await demo.call(newInquiry, inquiry);
    const told = () => receiver.received.filter(({ body }) => body.includes(text));
    await expect.poll(() => told().length).toBeGreaterThan(0);
    expectSigned(told()[0]!, secret);
    // Noted right after the answer.
    const line = page
      .getByRole("listitem")
      .filter({ hasText: `message.sent · ${id} · 1` })
      .first();
    await expect(async () => {
      await page.reload();
      await expect(line).toContainText("status 500", { timeout: 1_000 });
    }).toPass();
    await expect(page.getByText("The last message did not arrive")).toBeVisible();
    await look();
    receiver.state.answer = statusAnswer(200);
    await line.getByRole("button", { name: "Skip" }).click();
    await expect(page.getByText("The message is skipped")).toBeVisible();
    const before = told().length;
    await line.getByRole("button", { name: "Send again" }).click();
    await expect(page.getByText("The message is sent again")).toBeVisible();
    await expect.poll(() => told().length).toBe(before + 1);
    expect(new Set(told().map(({ headers }) => headers["webhook-id"])).size).toBe(1);

    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Edit a webhook" })).toBeVisible();
    await look();
    await expect(page.getByLabel("Messages")).toBeChecked();
    await page.getByLabel("Address").fill("https://10.0.0.5/inside");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("This address cannot be used").first()).toBeVisible();
    await page.getByLabel("Address").fill(receiver.url("/moved"));
    // A colleague, in another window, is faster.
    const colleague = await page.context().newPage();
    await colleague.goto(page.url());
    await colleague.getByLabel("Name").fill(`${name} new`);
    await colleague.getByRole("button", { name: "Save" }).click();
    await expect(colleague.getByText("The webhook is changed")).toBeVisible();
    await colleague.close();
    await page.getByRole("button", { name: "Save" }).click();
    // Each has changed a field of their own: both changes stay.
    await expect(page.getByText("The webhook is changed")).toBeVisible();
    await expect(page.getByRole("heading", { name: `${name} new` })).toBeVisible();

    await page.getByRole("link", { name: "New secret" }).click();
    await expect(page.getByRole("heading", { name: "New secret of a webhook" })).toBeVisible();
    await look();
    await page.getByRole("button", { name: "Make a new secret" }).click();
    await expect(page.getByRole("textbox", { name: "Secret" })).not.toHaveValue(secret);
    const other = await page.getByRole("textbox", { name: "Secret" }).inputValue();
    await page.getByRole("link", { name: "To the webhook" }).click();
    await line.getByRole("button", { name: "Send again" }).click();
    await expect.poll(() => told().length).toBe(before + 2);
    for (const each of [secret, other]) expectSigned(told().at(-1)!, each);
    expect(told().at(-1)!.path).toBe("/moved");

    await page.getByRole("button", { name: "Switch off" }).click();
    await expect(page.getByText("The webhook is off")).toBeVisible();
    await page.getByRole("button", { name: "Switch on" }).click();
    await expect(page.getByText("The webhook is on")).toBeVisible();
    await page.getByRole("link", { name: "Remove", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Remove a webhook" })).toBeVisible();
    await look();
    await page.getByRole("button", { name: "Remove the webhook" }).click();
    await expect(page.getByText("The webhook is removed")).toBeVisible();
    await expect(page.getByText(name)).toHaveCount(0);
  } finally {
    receiver.stop();
  }
});
