import { readFile } from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { isAll } from "#tests/support/is-all.ts";
import type { Mail } from "#tests/support/mailbox.ts";
import { isRouterUp } from "#tests/support/router-up.ts";

export const PASSWORD = "freight-demo-1";
/**
 * An error when a new navigation aborts one whose answer is being read: React Router 8.4 leaves the promise of the
 * answer's end without a handler (`decode` of its turbo-stream), so the browser reports an abort that the router
 * intended.
 */
const OVERTAKEN = "AbortError: signal is aborted without reason";
/** Playwright's word on the one script that registers the service worker, where a test does without it. */
const WORKER_BLOCKED = "Service Worker registration blocked by Playwright";
export type Account = "demo" | "viewer" | "booker" | "chen" | "rival" | "desk";

interface JourneyFixtures {
  hasScripts: boolean;
  /** Declares faults that the browser reports and the test expects, such as the status of a missing page. */
  allowFault(pattern: RegExp): void;
}

/** A test of the running product. Any error or warning that the browser reports fails it. */
export const test = base.extend<JourneyFixtures & { faults: { allowed: RegExp[]; seen: string[] } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs.
  baseURL: async ({}, use) => use(productUrl()),
  hasScripts: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  faults: async ({}, use) => use({ allowed: [], seen: [] }),
  allowFault: async ({ faults }, use) => use((pattern) => faults.allowed.push(pattern)),
  context: async ({ context, faults, javaScriptEnabled }, use) => {
    context.on("console", (message) => {
      const isFault = message.type() === "error" || message.type() === "warning";
      if (isFault && message.text() !== WORKER_BLOCKED)
        faults.seen.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (weberror) => {
      const error = String(weberror.error());
      if (error !== OVERTAKEN) faults.seen.push(error);
    });
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText;
      // A new navigation aborts the requests of the former one; a browser without scripts blocks preloads of
      // scripts.
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
  if (!url)
    throw new Error("E2E_URL is not set: run the journeys by `playwright test`, which starts the product");
  return url;
}

/** Signs in by the form and waits for the page to which the product redirects. */
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

/** Like `signIn`, but finds fields by name: their labels are in the language of the browser. */
export async function signInByNames(page: Page, account: string): Promise<void> {
  await page.goto("/login");
  await page.locator('[name="userName"]').fill(account);
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.locator('[name="password"]').press("Enter");
  await expect(page).not.toHaveURL(/\/login/);
}

/** The links of the line above a page's heading, the last of them to what the page lies right below. */
export const wayBack = (page: Page) => page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link");

/** Opens the menu of the person, who is called differently in each language. */
export async function openAccountMenu(page: Page): Promise<void> {
  await page.locator("[popovertarget=account]").click();
}

/** Leaves the page, whose script would go on polling under an ended session, and deletes the session's cookies. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

/** Opens a page and waits until its script handles links, so that a click is not the browser's own navigation. */
export async function goWithScript(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect.poll(() => isRouterUp(page)).toBe(true);
}

/** What of the page's heading matches, once it is there: the address changes before its page is drawn. */
export async function readHeading(page: Page, pattern: RegExp): Promise<string> {
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(pattern);
  return pattern.exec((await heading.textContent()) ?? "")?.[0] ?? "";
}

/** Waits for mail to an address and returns the newest. */
export async function mailTo(address: string): Promise<string> {
  const file = process.env.E2E_MAILS ?? "";
  let found: Mail | undefined;
  await expect
    .poll(async () => {
      // The last line may not be complete yet.
      const lines = (await readFile(file, "utf8").catch(() => "")).split("\n").slice(0, -1);
      found = lines.map((line) => JSON.parse(line) as Mail).findLast(({ to }) => to.includes(address));
      return found !== undefined;
    })
    .toBe(true);
  return found?.text ?? "";
}

/** Waits until the page is loaded and its script, where it has one, is neither on its way to another page nor reads this one again. */
async function expectSettled(page: Page): Promise<void> {
  const state = `(() => {
    const router = window.__reactRouterDataRouter?.state;
    return router ? [document.readyState, router.initialized, router.navigation.state, router.revalidation] : [document.readyState];
  })()`;
  await expect
    .poll(async () => {
      // The page that is being left takes no question.
      const found = await page.evaluate<unknown[]>(state).catch((error: Error) => [error.message]);
      return found.join(" ");
    })
    .toMatch(/^complete( true idle idle)?$/);
}

/** Parts of pages that this worker has checked, each with what it was checked for. */
const checkedParts = new Set<string>();

/** Whether there is a part among them that was not checked for this before. `npm run test:all` checks every page. */
function areNew(parts: Iterable<string>, check: string): boolean {
  const fresh = [...parts].map((part) => `${check}: ${part}`).filter((part) => !checkedParts.has(part));
  for (const part of fresh) checkedParts.add(part);
  return fresh.length > 0 || isAll;
}

/** What axe's rules read of an element, besides its colours and texts. */
const READ_BY_AXE = /\s(type|role|aria-[a-z]+|for|list|href|alt|tabindex|disabled)(="[^"]*")?/g;

/** Whether a document has a kind of element that no document before it had, by what axe reads of it. */
export function isDocumentNew(html: string): boolean {
  const shown = html.replace(/<(script|style|noscript)\b[\s\S]*?<\/\1>/g, "");
  const parts = [...shown.matchAll(/<([a-z][\w-]*)(\s[^>]*)?>/g)].map(([, tag, attributes = ""]) => {
    const read = [...attributes.matchAll(READ_BY_AXE)];
    const kinds = read.map(([text, name]) => (name === "role" || name === "type" ? text : name));
    return [tag, ...[...new Set(kinds)].sort()].join(" ");
  });
  return areNew(parts, "document");
}

/** Whether the present page has a new part: an element with the one around it. */
async function hasNewParts(page: Page, check: string): Promise<boolean> {
  const parts = await page.evaluate(() => {
    const partOf = (element: Element | null) =>
      element ? [element.tagName, element.getAttribute("class"), element.getAttribute("role")].join(" ") : "";
    const all = [...document.querySelectorAll("body *")];
    return [...new Set(all.map((element) => `${partOf(element.parentElement)} > ${partOf(element)}`))];
  });
  return areNew(parts, check);
}

/**
 * Checks the present page with axe, once it has settled; `npm run test:all` looks at the colours of the dark scheme too.
 * Frames of another origin are not checked (the product has none): for them axe opens a page more each time, and the
 * check takes 80 % more of the processor.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectSettled(page);
  if (!(await hasNewParts(page, "axe"))) return;
  for (const colorScheme of isAll ? (["light", "dark"] as const) : (["light"] as const)) {
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
    const found = await violationsOf(colorScheme === "light" ? axe : axe.withRules("color-contrast"));
    expect(found, `axe on ${page.url()} in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** Higher than every page: nothing then lies below a bar that stays in sight, which would be taken for its neighbour. */
const WHOLE_PAGE = 20_000;

/**
 * Checks that what is pressed is large enough for a finger, or far enough from the next (WCAG 2.2, 2.5.8), at the page's
 * present width.
 */
export async function expectTargets(page: Page): Promise<void> {
  await expectSettled(page);
  const size = page.viewportSize();
  if (!(await hasNewParts(page, `targets at ${size?.width}`))) return;
  if (size) await page.setViewportSize({ ...size, height: WHOLE_PAGE });
  const found = await violationsOf(new AxeBuilder({ page }).setLegacyMode().withRules("target-size"));
  if (size) await page.setViewportSize(size);
  expect(found, `targets on ${page.url()}`).toEqual([]);
}

async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}
