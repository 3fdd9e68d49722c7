import { type Account, expect, expectAccessible, goWithScript, signIn, test } from "../support/journey.ts";

test.describe("signing in", { tag: "@without-scripts" }, () => {
  const firstPages: [Account, RegExp, string][] = [
    ["demo", /\/dashboard$/, "en"],
    ["viewer", /\/dashboard$/, "en"],
    ["booker", /\/dashboard$/, "en"],
    ["chen", /\/dashboard$/, "zh-CN"],
    ["rival", /\/dashboard$/, "en"],
  ];
  for (const [account, url, language] of firstPages) {
    test(`leads ${account} to the first menu, in ${language}`, {
      tag: account === "demo" ? [] : "@all",
    }, async ({ page }) => {
      await signIn(page, account);
      await expect(page).toHaveURL(url);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
    });
  }

  test("lets the forwarder's staff in", { tag: "@all" }, async ({ page }) => {
    await signIn(page, "desk");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

  test("shows the page that was asked for", { tag: "@all" }, async ({ page }) => {
    await page.goto("/shipments/index?page=2");
    await expect(page).toHaveURL("/home?redirect=%2Fshipments%2Findex%3Fpage%3D2");
    await page.goto("/login?redirect=%2Fshipments%2Findex%3Fpage%3D2");
    await page.getByLabel("User name").fill("demo");
    await page.getByLabel("Password", { exact: true }).fill("freight-demo-1");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/shipments/index?page=2");
  });

  test("does not redirect to another site", { tag: "@all" }, async ({ page }) => {
    await page.goto("/login?redirect=//evil.example/");
    await page.getByLabel("User name").fill("viewer");
    await page.getByLabel("Password", { exact: true }).fill("freight-demo-1");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/dashboard");
  });

  test("with a wrong password keeps the name and says what is wrong", async ({ page, allowFault }) => {
    allowFault(/status of 40[01]/);
    await page.goto("/login");
    await page.getByLabel("User name").fill("nobody-of-that-name");
    await page.getByLabel("Password", { exact: true }).fill("not-the-password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.getByLabel("User name")).toHaveValue("nobody-of-that-name");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  });

  test("needs both fields", { tag: "@all" }, async ({ page, allowFault }) => {
    allowFault(/status of 400/);
    await page.goto("/login");
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Sign in" }).click();
    const summary = page.getByRole("alert");
    await expect(summary.getByRole("link", { name: /Please enter your user name/ })).toBeVisible();
    await expect(summary.getByRole("link", { name: /at least 6 characters/ })).toBeVisible();
    await summary.getByRole("link", { name: /user name/ }).click();
    await expect(page.getByLabel("User name")).toBeFocused();
  });

  test("is not required again while signed in", { tag: "@all" }, async ({ page }) => {
    await signIn(page, "demo");
    await page.goto("/login");
    await expect(page).toHaveURL("/dashboard");
  });
});

test.describe("signing out", { tag: "@without-scripts" }, () => {
  test("asks for confirmation, and remembers the page", async ({ page, hasScripts }) => {
    await signIn(page, "demo");
    if (hasScripts) await goWithScript(page, "/shipments/index");
    else await page.goto("/shipments/index");
    await page.getByLabel(/^Account of/).click();
    await page.getByRole("link", { name: "Log out" }).click();
    await expect(page.getByText("Are you sure to log out?")).toBeVisible();
    await page.getByRole(hasScripts ? "button" : "link", { name: "Cancel" }).click();
    await expect(page).toHaveURL("/shipments/index");
    await expect(page.getByText("Are you sure to log out?")).toHaveCount(0);

    await page.getByLabel(/^Account of/).click();
    await page.getByRole("link", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL("/home?redirect=%2Fshipments%2Findex");
    await page.goto("/shipments/index");
    await expect(page).toHaveURL("/home?redirect=%2Fshipments%2Findex");
  });
});

test.describe("a session that the provider ended", () => {
  test("shows the alert with the way back in", async ({ page, context, hasScripts, allowFault }) => {
    // The socket of the page may register after the session has ended.
    allowFault(/status of 401|realtime registration failed 4004/);
    await signIn(page, "viewer");
    const cookies = await context.cookies();
    await page.getByLabel(/^Account of/).click();
    await page.getByRole("link", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL(/\/home/);
    await context.addCookies(cookies);
    // Its script opens the dialog once more, as a modal one: a press before that would be lost.
    await (hasScripts ? goWithScript(page, "/shipments/index") : page.goto("/shipments/index"));
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await page.getByRole("button", { name: "Re-Login" }).click();
    await expect(page).toHaveURL("/login?redirect=%2Fshipments%2Findex");
  });
});

test("the sign-in page passes axe", { tag: "@all" }, async ({ page, hasScripts }) => {
  test.skip(!hasScripts, "axe is a script");
  await page.goto("/login");
  await expectAccessible(page);
});
