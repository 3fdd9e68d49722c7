import { afterAll, beforeAll, expect, test } from "vitest";
import { CODE_SESSION_EXPIRED } from "#app/contract/code.ts";
import { type Browser, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { scriptedBrowser } from "#tests/upstream/scripted-person.ts";
import { envelope, type ScriptedProvider, startScriptedProvider } from "#tests/upstream/scripted-provider.ts";

const SEARCH = "/tracking/preview/search";

let provider: ScriptedProvider;
let portal: TestPortal;
let person: Browser;
beforeAll(async () => {
  provider = await startScriptedProvider();
  portal = await startPortal(provider);
  person = await scriptedBrowser(provider, portal);
});
afterAll(() => provider?.stop());

const bearersOfSearch = () =>
  provider.received
    .filter(({ path }) => path === SEARCH)
    .map(({ headers }) => headers.authorization?.split(" ")[0]);
const search = (browser: Browser) => browser.get("/tracking/preview?searchType=H&number=FLD1");

test("the public search carries the session of whoever has one, and none of a stranger", async () => {
  provider.answer(envelope({ shipments: [] }), SEARCH);
  provider.received.length = 0;
  for (const browser of [person, portal.visitor()]) {
    const page = await search(browser);
    expect(page.status).toBe(200);
    expect(page.markup).toContain("Nothing to show for FLD1");
  }
  expect(bearersOfSearch()).toEqual(["Bearer", undefined]);
});

test("a session that has ended gets the public answer", async () => {
  const over = envelope(null, { code: CODE_SESSION_EXPIRED, message: "over" });
  provider.answer((response, received) => {
    const answer = received.headers.authorization ? over : envelope({ shipments: [] });
    answer(response, received);
  }, SEARCH);
  provider.received.length = 0;
  const page = await search(person);
  expect(page.status).toBe(200);
  expect(page.markup).toContain("Nothing to show for FLD1");
  expect(page.markup).not.toContain('role="alertdialog"');
  expect(bearersOfSearch()).toEqual(["Bearer", undefined]);
});
