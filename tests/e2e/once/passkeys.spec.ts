import type { Page } from "@playwright/test";
import { expect, forgetSession, test } from "../support/journey.ts";
import { signInNewMember } from "../support/member.ts";

const PASSWORD = "first-Harbour-41";

/** A device with a passkey store, whose holder passes its check. */
async function device(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    isHeldBy: (isOwner: boolean) =>
      cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: isOwner }),
  };
}

test("a person adds a passkey, signs in by it without a password, proves themselves by it, and removes it", {
  tag: "@all",
}, async ({ page }) => {
  const { isHeldBy } = await device(page);
  await signInNewMember(page, PASSWORD);
  await page.goto("/account/passkeys");
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Name, for you to tell it from others").fill("Desk computer");
  await page.getByRole("button", { name: "Make the passkey on this device" }).click();
  await expect(page.getByText("The passkey has been added")).toBeVisible();
  await expect(page.getByLabel("Name of Desk computer")).toHaveValue("Desk computer");

  await forgetSession(page);
  await page.goto("/login?redirect=%2Faccount%2Fpasskeys");
  await page.getByRole("link", { name: "Sign in with a passkey" }).click();
  await isHeldBy(false);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("The device gave no passkey. Please try again.")).toBeVisible();
  await isHeldBy(true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/account\/passkeys$/);

  await page.goto("/account/confirm?redirect=%2Faccount%2Fpasskeys");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/account\/passkeys$/);
  await page.getByRole("button", { name: "Remove Desk computer" }).click();
  await expect(page.getByText("The passkey has been removed")).toBeVisible();
});
