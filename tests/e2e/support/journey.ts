import { readFile } from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import type { Mail } from "#tests/support/mailbox.ts";
import { isRouterUp } from "#tests/support/router-up.ts";

export const PASSWORD = "freight-demo-1";
/**
 * A navigation that is overtaken while its answer is being read: React Router 8.4 leaves the promise of the answer's
 * end without a handler (`decode` of its turbo-stream), so the browser reports what the router itself ended.
 */
const OVERTAKEN = "AbortError: signal is aborted without reason";
export type Account = "demo" | "viewer" | "booker" | "chen" | "rival" | "desk";

interface JourneyFixtures {
  hasScripts: boolean;
  /** Faults that the browser reports and the test expects, such as the status of a page that is not there. */
  allowFault(pattern: RegExp): void;
}

/** A journey through the running product. Whatever the browser complains about fails the test. */
export const test = base.extend<JourneyFixtures & { faults: { allowed: RegExp[]; seen: string[] } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs.
  baseURL: async ({}, use) => use(productUrl()),
  hasScripts: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  faults: async ({}, use) => use({ allowed: [], seen: [] }),
  allowFault: async ({ faults }, use) => use((pattern) => faults.allowed.push(pattern)),
  context: async ({ context, faults, javaScriptEnabled }, use) => {
    context.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning")
        faults.seen.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (weberror) => {
      const error = String(weberror.error());
      if (error !== OVERTAKEN) faults.seen.push(error);
    });
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText;
      // A navigation that overtakes another ends its requests; a browser without scripts blocks their preloads.
      if (reason === "net::ERR_ABORTED" || (reason === "csp" && !javaScriptEnabled)) return;
      faults.seen.push(`${request.url()}: ${reason}`);
    });
    await use(context);
    const unexpected = faults.seen.filter((fault) => !faults.allowed.some((pattern) => pattern.test(fault)));
    expect(unexpected, "what the browser complained about").toEqual([]);
  },
});

export { expect };

export function productUrl(): string {
  const url = process.env.E2E_URL;
  if (!url) throw new Error("The journeys run by `playwright test`, which starts the product");
  return url;
}

/** Signs in by the form and waits for the page that the product leads to. */
export async function signIn(
  page: Page,
  account: Account | (string & {}),
  password = PASSWORD,
): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("User name").fill(account);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Leaves the page, whose script would go on asking under an ended session, and forgets who was signed in. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

/** Goes there and waits until the script follows links: what happens on the way to a page is then its own doing. */
export async function goWithScript(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect.poll(() => isRouterUp(page)).toBe(true);
}

/** The newest mail to an address, once it has come. */
export async function mailTo(address: string): Promise<string> {
  const file = process.env.E2E_MAILS ?? "";
  let found: Mail | undefined;
  await expect
    .poll(async () => {
      const lines = (await readFile(file, "utf8").catch(() => "")).split("\n").filter(Boolean);
      found = lines.map((line) => JSON.parse(line) as Mail).findLast(({ to }) => to.includes(address));
      return found !== undefined;
    })
    .toBe(true);
  return found?.text ?? "";
}

/**
 * axe over the page as it stands; what depends on colours in both colour schemes. Only frames of another origin are left
 * out (the product has none): looking into those needs a page more for each look, and two thirds more of the processor.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
    const { violations } = await (colorScheme === "light" ? axe : axe.withRules("color-contrast")).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${colorScheme} ${id} at ${target.join(" ")}: ${failureSummary}`,
      ),
    );
    expect(found, `axe on ${page.url()}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}
