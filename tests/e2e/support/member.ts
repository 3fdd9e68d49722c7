import type { Page } from "@playwright/test";
import { addUser, fontRoleList } from "#app/contract/member.ts";
import { expect, mailTo, signIn } from "./journey.ts";
import { providerClient } from "./provider-client.ts";

/** A member of the demo company that only this test uses, without a password yet. */
export async function newMember() {
  const provider = await providerClient(process.env.E2E_PROVIDER_URL ?? "", "demo");
  const [role] = await provider.call(fontRoleList, {});
  const userName = `m${crypto.randomUUID().slice(0, 10)}`;
  const email = `${userName}@demo.example`;
  await provider.call(addUser, { userName, name: "Mia Member", email, roleId: role?.id });
  return { userName, email };
}

export async function linkIn(mail: string): Promise<string> {
  const link = /https?:\/\/\S*\/resetPassword\?\S+/.exec(mail)?.[0] ?? "";
  expect(link, "the link in the mail").not.toBe("");
  return link;
}

export async function setPassword(page: Page, password: string, repeated = password): Promise<void> {
  await page.getByLabel("New password").fill(password);
  await page.getByLabel("Repeat the password").fill(repeated);
  await page.getByRole("checkbox", { name: /Confirm to reset the password\?/ }).check();
  await page.getByRole("button", { name: "Reset the password" }).click();
}

/** The first password, at the page that an invitation leads to. */
export async function choosePassword(page: Page, password: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Choose your password" })).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Repeat the password").fill(password);
  await page.getByRole("button", { name: "Save the password" }).click();
}

/** Makes a member, sets the first password by the link of the mail, and signs in. */
export async function signInNewMember(page: Page, password: string) {
  const { userName, email } = await newMember();
  await page.goto(await linkIn(await mailTo(email)));
  await choosePassword(page, password);
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, userName, password);
  return { userName, email };
}
