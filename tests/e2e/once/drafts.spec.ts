import type { Browser, Page, Route } from "@playwright/test";
import { expect, signIn, test } from "../support/journey.ts";

/** Lines that tell the state of the draft. The tests are of the form's script; without it 'Save draft' does the same. */
const status = (page: Page) => page.getByRole("status").filter({ hasText: /saved|Kept|Saving|Somebody/i });
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const idOf = (page: Page) => field(page, "id").first().getAttribute("value");

/** Holds automatic saves back, so that the state before the answer can be tested on any machine. */
async function holdAutosaves(page: Page): Promise<{ release: () => Promise<void> }> {
  const waiting: Route[] = [];
  await page.route("**/booking/autosave", (route) => {
    waiting.push(route);
  });
  return {
    release: async () => {
      await page.unroute("**/booking/autosave");
      // The page may have given one up meanwhile.
      for (const route of waiting) await route.continue().catch(() => {});
    },
  };
}

async function begin(page: Page): Promise<void> {
  await signIn(page, "booker");
  await page.goto("/booking/add");
  await expect(page.getByRole("button", { name: "Save draft", exact: true }).first()).toBeVisible();
}

/** Lets the page save its draft with a destination, and opens it in another browser as a colleague. */
async function sameDraftElsewhere(page: Page, browser: Browser, destination: string): Promise<Page> {
  await field(page, "destination").fill(destination);
  await expect(status(page)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await signIn(other, "demo");
  await other.goto(`/booking/add?id=${await idOf(page)}`);
  return other;
}

test("a draft is saved automatically while it is typed, also on a page served over plain http", async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, "randomUUID"));
  await begin(page);
  await field(page, "destination").fill("Los Angeles");
  await expect(status(page)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  const id = await idOf(page);
  expect(id).toMatch(/^\d+$/);
  const held = await holdAutosaves(page);
  await field(page, "origin").fill("Shenzhen");
  await expect(status(page)).toContainText(/Not saved yet|Saving/);
  await held.release();
  await expect(status(page)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  await page.goto(`/booking/add?id=${id}`);
  await expect(field(page, "destination")).toHaveValue("Los Angeles");
  await expect(field(page, "origin")).toHaveValue("Shenzhen");
});

test("a draft stays in the browser while the link is down, survives a reload, and is sent when the link is back", async ({
  page,
  context,
  allowFault,
}) => {
  allowFault(/ERR_INTERNET_DISCONNECTED|WebSocket|registration failed 1006/);
  await begin(page);
  await field(page, "destination").fill("Felixstowe");
  await expect(status(page)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  const id = await idOf(page);
  await context.setOffline(true);
  await field(page, "destination").fill("Southampton");
  await expect(status(page)).toContainText("Kept in this browser only", { timeout: 20_000 });
  await context.setOffline(false);
  await expect(status(page)).toContainText("Saved with your forwarder at", { timeout: 20_000 });

  await context.setOffline(true);
  await field(page, "destination").fill("London Gateway");
  await expect(status(page)).toContainText("Kept in this browser only", { timeout: 20_000 });
  const left = await context.newPage();
  await page.close();
  await context.setOffline(false);
  await left.goto(`/booking/add?id=${id}`);
  await expect(left.getByText("This browser keeps a newer version")).toBeVisible();
  await expect(field(left, "destination")).toHaveValue("Southampton");
  await left.getByRole("button", { name: "Take it over" }).click();
  await expect(field(left, "destination")).toHaveValue("London Gateway");
  await expect(status(left)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
});

test("the second of two people who change a draft sees both versions and chooses", { tag: "@all" }, async ({
  page,
  browser,
  allowFault,
}) => {
  allowFault(/status of 409/);
  await begin(page);
  const other = await sameDraftElsewhere(page, browser, "Hamburg");
  await field(other, "destination").fill("Bremerhaven");
  await expect(status(other)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  await other.context().close();

  await field(page, "destination").fill("Rotterdam");
  await expect(status(page)).toContainText("A colleague has saved this draft meanwhile", { timeout: 20_000 });
  await page.getByRole("button", { name: "Save draft", exact: true }).first().click();
  const conflict = page.getByRole("alert").filter({ hasText: "A colleague has saved this meanwhile" });
  await expect(conflict.getByRole("row", { name: /Destination/ })).toContainText("Rotterdam");
  await expect(conflict.getByRole("row", { name: /Destination/ })).toContainText("Bremerhaven");
  await conflict.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByText("A colleague has saved this meanwhile")).toHaveCount(0);
  await page.goto(`/booking/add?id=${await idOf(page)}`);
  await expect(field(page, "destination")).toHaveValue("Rotterdam");
});

test("changes of one person in two windows are merged, and for a field changed in both, both versions are shown", {
  tag: "@all",
}, async ({ page, context, allowFault }) => {
  allowFault(/status of 409/);
  await begin(page);
  await field(page, "destination").fill("Hamburg");
  await expect(status(page)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  const other = await context.newPage();
  await other.goto(`/booking/add?id=${await idOf(page)}`);
  await field(other, "origin").fill("Shekou");
  await expect(status(other)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  await field(page, "marks").fill("N/M");
  await expect(status(page)).toContainText("together with what was changed elsewhere", { timeout: 20_000 });
  await expect(field(page, "origin")).toHaveValue("");
  await page.getByRole("button", { name: "Save draft", exact: true }).last().click();
  await expect(page).toHaveURL(/&merged=\d+$/);
  await expect(field(page, "origin")).toHaveValue("Shekou");
  await expect(field(page, "marks")).toHaveValue("N/M");
  await expect(page.getByText("This browser keeps a newer version")).toHaveCount(0);

  await field(page, "destination").fill("Rotterdam");
  await expect(status(page).last()).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  await field(other, "destination").fill("Bremerhaven");
  await expect(status(other)).toContainText("in another of your windows", { timeout: 20_000 });
  await other.getByRole("button", { name: "Save draft", exact: true }).last().click();
  const conflict = other
    .getByRole("alert")
    .filter({ hasText: "You have saved this in another of your windows" });
  await expect(conflict.getByRole("row", { name: /Destination/ })).toContainText("Rotterdam");
  await conflict.getByRole("button", { name: "Keep mine" }).click();
  await expect(field(other, "marks")).toHaveValue("N/M");
  await expect(field(other, "destination")).toHaveValue("Bremerhaven");
});

test("submitting during an automatic save waits for the save and succeeds", { tag: "@all" }, async ({
  page,
}) => {
  await begin(page);
  await field(page, "destination").fill("Antwerp");
  await expect(status(page)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  let isHeld = false;
  await page.route("**/booking/autosave*", async (route) => {
    isHeld = true;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await field(page, "destination").fill("Zeebrugge");
  await expect.poll(() => isHeld, { timeout: 20_000 }).toBe(true);
  await page.getByRole("button", { name: "Review and submit" }).first().click();
  await expect(page).toHaveURL(/\/booking\/review\?id=\d+$/, { timeout: 20_000 });
  await expect(page.getByText("Zeebrugge")).toBeVisible();
});

test("manual and automatic saves of one person in turn make one draft and no conflict", {
  tag: "@all",
}, async ({ page }) => {
  await begin(page);
  const save = page.getByRole("button", { name: "Save draft", exact: true }).last();
  const version = field(page, "version").first();
  await field(page, "destination").fill("Bremen");
  await save.click();
  await expect(version).toHaveValue("1");
  await expect(page).toHaveURL(/\?id=\d+$/);
  const id = await idOf(page);
  for (const [index, city] of ["Gdansk", "Gdynia"].entries()) {
    await field(page, "destination").fill(city);
    await save.click();
    await expect.poll(async () => Number(await version.inputValue())).toBeGreaterThanOrEqual(index + 2);
    await expect(status(page).filter({ hasText: "Saved with your forwarder at" })).toBeVisible();
  }
  await field(page, "destination").fill("Klaipeda");
  await expect.poll(async () => Number(await version.inputValue()), { timeout: 20_000 }).toBe(4);
  await field(page, "destination").fill("Riga");
  await save.click();
  await expect(version).toHaveValue("5");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.goto(`/booking/add?id=${id}`);
  await expect(field(page, "destination")).toHaveValue("Riga");
  await expect(page.getByText("This browser keeps a newer version")).toHaveCount(0);
});

test("going back from the review opens the draft", { tag: "@all" }, async ({ page }) => {
  await begin(page);
  await field(page, "destination").fill("Trieste");
  await page.getByRole("button", { name: "Review and submit" }).last().click();
  await expect(page).toHaveURL(/\/booking\/review\?id=\d+$/);
  const id = new URL(page.url()).searchParams.get("id");
  await page.goBack();
  await expect(page).toHaveURL(`/booking/add?id=${id}`);
  await expect(field(page, "destination")).toHaveValue("Trieste");
  // The page comes back as it was left, and learns its number when it is loaded again.
  await expect.poll(() => idOf(page)).toBe(id);
});

test("on a slow machine, going back from the review opens the draft, and from a saved draft the page on which it was begun", {
  tag: "@all",
}, async ({ page }) => {
  await begin(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 10 });
  await field(page, "destination").fill("Koper");
  await page.getByRole("button", { name: "Review and submit" }).last().click();
  await expect(page).toHaveURL(/\/booking\/review\?id=\d+$/);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const id = new URL(page.url()).searchParams.get("id");
  await page.goBack();
  await expect(page).toHaveURL(`/booking/add?id=${id}`);
  await expect(field(page, "destination")).toHaveValue("Koper");

  await page.goto("/booking/add");
  await field(page, "destination").fill("Rijeka");
  await page.getByRole("button", { name: "Save draft", exact: true }).last().click();
  await expect(page).toHaveURL(/\/booking\/add\?id=\d+$/);
  await page.goBack();
  await expect(page).toHaveURL(`/booking/add?id=${id}`);
});

test("text typed during 'Save draft' is kept", { tag: "@all" }, async ({ page }) => {
  await begin(page);
  await field(page, "destination").fill("Valencia");
  let isHeld = false;
  let release = () => {};
  await page.route("**/booking/add.data*", async (route) => {
    if (route.request().method() === "POST") {
      isHeld = true;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    }
    await route.continue();
  });
  await page.getByRole("button", { name: "Save draft", exact: true }).last().click();
  await expect.poll(() => isHeld).toBe(true);
  await field(page, "origin").fill("Typed meanwhile");
  release();
  await expect(page).toHaveURL(/\?id=\d+$/);
  await expect(field(page, "origin")).toHaveValue("Typed meanwhile");
  await expect(field(page, "version").first()).toHaveValue("2", { timeout: 20_000 });
  const id = await idOf(page);
  await page.goto(`/booking/add?id=${id}`);
  await expect(field(page, "origin")).toHaveValue("Typed meanwhile");
  await expect(field(page, "destination")).toHaveValue("Valencia");
});

test("both versions stay unchanged until the person chooses, and the choice is in view", {
  tag: "@all",
}, async ({ page, browser, allowFault }) => {
  allowFault(/status of 409/);
  await begin(page);
  const other = await sameDraftElsewhere(page, browser, "Genoa");
  await field(other, "destination").fill("La Spezia");
  await other.getByRole("button", { name: "Save draft", exact: true }).last().click();
  await expect(other.getByText("The draft has been saved")).toBeVisible();

  const held = await holdAutosaves(page);
  const save = page.getByRole("button", { name: "Save draft", exact: true }).last();
  await save.scrollIntoViewIfNeeded();
  // Done in one evaluation: the submit would wait for an automatic save in between, which is held back.
  await save.evaluate((button: HTMLButtonElement) => {
    const destination = button.form?.elements.namedItem("destination") as HTMLInputElement;
    destination.value = "Livorno";
    destination.dispatchEvent(new Event("input", { bubbles: true }));
    button.click();
  });
  const conflict = page.getByRole("alert").filter({ hasText: "A colleague has saved this meanwhile" });
  await expect(conflict).toBeFocused();
  await expect(conflict).toBeInViewport();
  await held.release();
  // Longer than the interval of automatic saves.
  await page.waitForTimeout(6_000);
  await other.goto(`/booking/add?id=${await idOf(page)}`);
  await expect(field(other, "destination")).toHaveValue("La Spezia");
  await other.context().close();
  await conflict.getByRole("link", { name: "Take theirs" }).click();
  await expect(field(page, "destination")).toHaveValue("La Spezia");
  await expect(page.getByText("This browser keeps a newer version")).toHaveCount(0);
  await field(page, "origin").fill("Milan");
  await expect(status(page)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
});

test("returning to a form that was left by a link restores its rows, and what was typed last is saved at the provider", {
  tag: "@all",
}, async ({ page }) => {
  await begin(page);
  await field(page, "origin").fill("Tianjin");
  await page.getByRole("button", { name: "Add a row" }).click();
  await field(page, "cargo[0].poNumber").fill("PO-1");
  await field(page, "cargo[1].poNumber").fill("PO-2");
  await field(page, "specialInstructions").fill("Please call first.");
  const left = page.waitForResponse((answer) => answer.url().includes("/booking/autosave") && answer.ok());
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  const { id } = (await (await left).json()) as { id: string };
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goBack();
  await expect(field(page, "cargo[1].poNumber")).toHaveValue("PO-2");
  await expect(field(page, "specialInstructions")).toHaveValue("Please call first.");
  await field(page, "origin").fill("Tianjin Xingang");
  await expect(status(page)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  expect(await idOf(page)).toBe(id);
  await page.goto(`/booking/add?id=${id}`);
  await expect(field(page, "cargo[1].poNumber")).toHaveValue("PO-2");
  await expect(field(page, "origin")).toHaveValue("Tianjin Xingang");
});

test("a draft kept in the browser is restored with all its rows, and only for its author", {
  tag: "@all",
}, async ({ page, context, allowFault }) => {
  allowFault(/ERR_INTERNET_DISCONNECTED|WebSocket|registration failed 1006/);
  await begin(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await context.setOffline(true);
  await field(page, "destination").fill("Le Havre");
  await page.getByRole("button", { name: "Add a row" }).click();
  await page.getByRole("button", { name: "Add a row" }).click();
  for (const row of [0, 1, 2]) await field(page, `cargo[${row}].poNumber`).fill(`PO-${row}`);
  await expect(status(page)).toContainText("Kept in this browser only", { timeout: 20_000 });
  const left = await context.newPage();
  await page.close();
  await context.setOffline(false);

  await left.goto("/logout");
  await left.getByRole("main").getByRole("button").first().click();
  await expect(left).toHaveURL(/\/home/);
  await signIn(left, "demo");
  await left.goto("/booking/add");
  await expect(left.getByRole("button", { name: "Add a row" })).toBeVisible();
  await left.waitForTimeout(1_000);
  await expect(left.getByText("This browser keeps a newer version")).toHaveCount(0);
  await left.goto("/logout");
  await left.getByRole("main").getByRole("button").first().click();
  await expect(left).toHaveURL(/\/home/);
  await signIn(left, "booker");
  await left.goto("/booking/add");
  await left.getByRole("button", { name: "Take it over" }).click();
  for (const row of [0, 1, 2]) await expect(field(left, `cargo[${row}].poNumber`)).toHaveValue(`PO-${row}`);
  await expect(status(left)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  await left.goto(`/booking/add?id=${await idOf(left)}`);
  await expect(field(left, "cargo[2].poNumber")).toHaveValue("PO-2");
  await expect(field(left, "destination")).toHaveValue("Le Havre");
});

test("an address from the address book is filled in at once, whatever rows there are", {
  tag: "@all",
}, async ({ page }) => {
  await begin(page);
  await page.getByRole("button", { name: "Add a row" }).click();
  await field(page, "cargo[1].poNumber").fill("PO-2");
  const held = await holdAutosaves(page);
  const pick = field(page, "pick.consignee");
  await pick.selectOption({ index: 1 });
  const chosen = (await pick.locator("option:checked").textContent()) ?? "";
  // One of each: shipper, consignee, notify party.
  await page.getByRole("button", { name: "Take over" }).nth(1).click();
  await expect(field(page, "consignee.name")).not.toHaveValue("");
  const name = await field(page, "consignee.name").inputValue();
  await expect(field(page, "consignee.address")).toHaveValue(chosen.slice(`${name}, `.length));
  expect(chosen).toContain(`${name}, `);
  await expect(field(page, "cargo[1].poNumber")).toHaveValue("PO-2");
  const folded = page.getByRole("group", { name: "Consignee", exact: true }).locator("summary");
  await expect(folded).toContainText(name);
  await expect(folded).toBeFocused();
  await page.keyboard.press("Enter");
  await field(page, "consignee.name").fill("Typed over");
  await folded.click();
  await expect(folded).toContainText("Typed over");
  await expect(field(page, "consignee.name")).toBeHidden();
  await held.release();
});

test("a place is suggested while it is typed, by its code and in either language, and a code becomes its name", {
  tag: "@all",
}, async ({ page }) => {
  await signIn(page, "booker");
  const scripts = Promise.withResolvers<void>();
  await page.route(/\.js$/, (route) => scripts.promise.then(() => route.continue()));
  await page.goto("/booking/add", { waitUntil: "commit" });
  const origin = field(page, "origin");
  const options = page.locator("#booking-origin-places option");
  // What is typed before the scripts come counts too.
  await origin.pressSequentially("上海");
  scripts.resolve();
  await expect(options.and(page.locator('[value="Shanghai (CNSHA)"]'))).toHaveAttribute(
    "label",
    /上海 · China/,
  );
  await origin.fill("");
  await origin.pressSequentially("de ham");
  await page.keyboard.press("Tab");
  await expect(origin).toHaveValue("Hamburg (DEHAM)");
  await field(page, "destination").fill("Long Beach, gate 4");
  await field(page, "goodsDescription").focus();
  await expect(status(page)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  await page.goto(`/booking/add?id=${await idOf(page)}`);
  await expect(origin).toHaveValue("Hamburg (DEHAM)");
  await expect(field(page, "destination")).toHaveValue("Long Beach, gate 4");
});

test("the index marks a section as soon as nothing is missing in it, and a link unfolds what it leads to", {
  tag: "@all",
}, async ({ page }) => {
  await begin(page);
  const parties = page.getByRole("link", { name: /^Parties/ });
  await expect(parties).toHaveAccessibleName("Parties not complete yet");
  for (const [role, index] of [
    ["shipper", 1],
    ["consignee", 2],
  ] as const) {
    await field(page, `pick.${role}`).selectOption({ index });
    await page.locator(`#booking-${role}`).getByRole("button", { name: "Take over" }).click();
  }
  await expect(parties).toHaveAccessibleName("Parties complete");
  await page.locator("#booking-consignee summary").click();
  await field(page, "consignee.contactNumber").fill("");
  await expect(parties).toHaveAccessibleName("Parties not complete yet");
  await page.goto(`${new URL(page.url()).pathname}#booking-shipper.contactNumber`);
  await expect(field(page, "shipper.contactNumber")).toBeFocused();
});

test("a draft whose session has ended says so, and is sent after signing in in another tab", {
  tag: "@all",
}, async ({ page, context, allowFault }) => {
  allowFault(/status of 401|WebSocket/);
  await begin(page);
  const cookies = await context.cookies();
  await field(page, "destination").fill("Marseille");
  await context.clearCookies();
  await expect(status(page)).toContainText("you are signed out", { timeout: 20_000 });
  await context.addCookies(cookies);
  await expect(status(page)).toContainText("Saved with your forwarder at", { timeout: 20_000 });
  await page.goto(`/booking/add?id=${await idOf(page)}`);
  await expect(field(page, "destination")).toHaveValue("Marseille");
});
