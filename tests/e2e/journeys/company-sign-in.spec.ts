import { startIdentityProvider, type TestIdentityProvider } from "#tests/support/identity-provider.ts";
import { expect, expectAccessible, mailTo, productUrl, signIn, test } from "../support/journey.ts";

let idp: TestIdentityProvider;

test.beforeAll(async () => {
  idp = await startIdentityProvider({
    returnAddress: `${productUrl()}/login/company/return`,
    afterSignOutAddress: `${productUrl()}/home`,
  });
});
test.afterAll(() => idp?.stop());

test("a company sets up its own sign-in, and its people come and go by it", { tag: "@all" }, async ({
  page,
  browser,
  hasScripts,
}) => {
  // The two ways of this journey change the settings of two companies.
  await signIn(page, hasScripts ? "demo" : "rival");
  await page.goto("/account/companySignInEdit");
  await page.getByLabel("Address of the issuer").fill(idp.issuer);
  await page.getByLabel("Client id").fill(idp.clientId);
  await page.getByLabel("Client secret").fill(idp.clientSecret);
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The settings have been saved")).toBeVisible();
  await page.getByRole("button", { name: "Check the sign-in service" }).click();
  await expect(page.getByText(`People go on at ${idp.host}`)).toBeVisible();

  const domain = `${hasScripts ? "on" : "off"}-${Date.now()}.example`;
  await page.getByLabel("Domain, for example").fill(domain);
  await page.getByRole("button", { name: "Add the domain" }).click();
  await expect(page.getByText(`_fairlead-challenge.${domain}`)).toBeVisible();
  if (hasScripts) await expectAccessible(page);
  await page.getByRole("button", { name: `Mail to the postmaster of ${domain}` }).click();
  await expect(page.getByText("A mail is on its way to the postmaster")).toBeVisible();
  const elsewhere = await browser.newContext({ baseURL: productUrl() });
  const other = await elsewhere.newPage();
  await other.goto(
    /https?:\/\/\S*\/confirmDomain\?\S+/.exec(await mailTo(`postmaster@${domain}`))?.[0] ?? "",
  );
  if (hasScripts) await expectAccessible(other);
  await other.getByRole("button", { name: "Yes, I agree" }).click();
  await expect(other.getByText("The domain is confirmed")).toBeVisible();
  await page.goto("/account/companySignIn");
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByText("The company sign-in is switched on")).toBeVisible();

  const email = `ada@${domain}`;
  idp.claims.set(email, { email, email_verified: true, name: "Ada Lovelace" });
  await other.goto("/login?redirect=%2Faccount%2Findex");
  await other.getByRole("link", { name: "Sign in with your company" }).click();
  await expect(other.getByLabel("E-mail address")).toBeVisible();
  if (hasScripts) await expectAccessible(other);
  await other.getByLabel("E-mail address").fill(email);
  await other.getByRole("button", { name: "Go on" }).click();
  await expect(other).toHaveURL(new RegExp(`^${idp.issuer}/interaction/`));
  await other.locator("[name=login]").fill(email);
  await other.locator("[name=password]").fill("any");
  await other.getByRole("button", { name: "Sign-in" }).click();
  await expect(other).toHaveURL(/\/account\/index$/);
  await expect(other.getByText("Ada Lovelace").first()).toBeAttached();

  await other.goto("/logout");
  await other.getByRole("main").getByRole("button").click();
  await expect(other).toHaveURL(/\/login\/company\/out$/);
  // The address changes before the page does.
  await expect(other.getByRole("link", { name: `Sign out at ${idp.host}` })).toBeVisible();
  if (hasScripts) await expectAccessible(other);
  await other.getByRole("link", { name: `Sign out at ${idp.host}` }).click();
  await other.getByRole("button", { name: "Sign out" }).click();
  await expect(other).toHaveURL(/\/home/);
  await elsewhere.close();

  await page.goto("/account/companySignIn");
  await page.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByText("The company sign-in is switched off")).toBeVisible();
});
