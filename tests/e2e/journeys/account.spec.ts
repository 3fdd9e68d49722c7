import { Secret, TOTP } from "otpauth";
import { expect, expectAccessible, forgetSession, mailTo, signIn, test } from "../support/journey.ts";
import { choosePassword, linkIn, newMember, setPassword, signInNewMember } from "../support/member.ts";

test("a new member sets a first password, forgets it, and resets it by mail", async ({
  page,
  allowFault,
}) => {
  allowFault(/status of 40[0-9]/);
  const { userName, email } = await newMember();
  const welcome = await linkIn(await mailTo(email));
  await page.goto(welcome);
  await choosePassword(page, "first-Pass-1");
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, userName, "first-Pass-1");
  await forgetSession(page);

  await page.goto("/forgotPassword");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Please look at your mail")).toBeVisible();
  await expect.poll(async () => linkIn(await mailTo(email))).not.toBe(welcome);
  const reset = await linkIn(await mailTo(email));
  await page.goto(reset);
  await page.getByRole("button", { name: "Reset the password" }).click();
  await expect(page.getByText("Please confirm that the password is to be reset").first()).toBeVisible();
  await setPassword(page, "123456");
  await expect(page.getByText("This password is too simple to be saved").first()).toBeVisible();
  await setPassword(page, "second-Pass-2", "second-Pass-1");
  await expect(page.getByText("The two passwords are inconsistent").first()).toBeVisible();
  await setPassword(page, "second-Pass-2");
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, userName, "second-Pass-2");

  await forgetSession(page);
  await page.goto(reset);
  await expect(page.getByRole("heading", { name: "This link cannot be used" })).toBeVisible();
});

test("a member changes profile and password", { tag: "@all" }, async ({ page, allowFault }) => {
  allowFault(/status of 400/);
  const { userName, email } = await signInNewMember(page, "first-Pass-1");

  await page.goto("/account/index");
  await page.getByLabel("Name", { exact: true }).fill("Mia Changed");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Your profile has been saved")).toBeVisible();
  await page.goto("/account/index");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Mia Changed");

  const newEmail = email.replace("@", ".new@");
  await page.getByLabel("New e-mail address").fill("not an address");
  await page.getByLabel("Present password").fill("first-Pass-1");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Email format error").first()).toBeVisible();
  await expect(page.getByLabel("New e-mail address")).toHaveValue("not an address");
  await page.getByLabel("New e-mail address").fill(newEmail);
  await page.getByLabel("Present password").fill("first-Pass-1");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("We have sent a link to the new address")).toBeVisible();
  await page.goto(/https?:\/\/\S*\/confirmEmail\?\S+/.exec(await mailTo(newEmail))?.[0] ?? "");
  await page.getByRole("button", { name: "Confirm the address" }).click();
  await expect(page.getByText("Your e-mail address has been changed")).toBeVisible();
  await expect(page.getByText(`Your address is ${newEmail}`)).toBeVisible();

  await page.goto("/account/password");
  await page.getByLabel("Present password").fill("wrong-Pass-0");
  await page.getByLabel("New password").fill("third-Pass-3");
  await page.getByLabel("Repeat the password").fill("third-Pass-3");
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("This is not your present password").first()).toBeVisible();
  await page.getByLabel("Present password").fill("first-Pass-1");
  await page.getByLabel("New password").fill("third-Pass-3");
  await page.getByLabel("Repeat the password").fill("third-Pass-3");
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("Your password has been changed")).toBeVisible();
  await forgetSession(page);
  await signIn(page, userName, "third-Pass-3");
});

test("a member sets up a second factor, signs in with its code and with a recovery code, and switches it off", {
  tag: "@all",
}, async ({ page, allowFault, hasScripts }) => {
  allowFault(/status of 400/);
  const { userName } = await signInNewMember(page, "first-Harbour-1");

  await page.goto("/account/index");
  await page.getByRole("link", { name: "Second factor" }).click();
  await page.getByRole("link", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  const codeAt = (at: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
  await page.getByLabel("Code of six digits").fill(codeAt(Date.now()));
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  const recoveryCode = ((await page.locator("main li").first().textContent()) ?? "").trim();
  await page.getByRole("link", { name: "I have kept them" }).click();
  await expect(page.getByText("Recovery codes left: 10")).toBeVisible();

  await forgetSession(page);
  await page.goto("/login?redirect=%2Faccount%2FsecondFactor");
  const firstStep = async () => {
    await page.getByLabel("User name").fill(userName);
    await page.getByLabel("Password", { exact: true }).fill("first-Harbour-1");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
  };
  await firstStep();
  if (hasScripts) await expectAccessible(page);
  await page.getByLabel("Code").fill("not-a-code");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("This code is wrong, was used already, or is too old").first()).toBeVisible();
  // The next step's code counts already, and the one of the set-up does not any more.
  await page.getByLabel("Code").fill(codeAt(Date.now() + 30_000));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/account\/secondFactor$/);

  await forgetSession(page);
  await page.goto("/login?redirect=%2Faccount%2FsecondFactor");
  await firstStep();
  await page.getByLabel("Code").fill(recoveryCode.toLowerCase());
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Recovery codes left: 9")).toBeVisible();
  await page.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByText("The second factor is switched off")).toBeVisible();
});
