import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startPortal, type TestPortal } from "#tests/support/portal.ts";
import { scriptedBrowser, scriptedUser } from "#tests/upstream/scripted-person.ts";
import { broken, type ScriptedProvider, startScriptedProvider } from "#tests/upstream/scripted-provider.ts";

const FILE = "/account/dataFile";
let provider: ScriptedProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startScriptedProvider();
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());
beforeEach(() => provider.reset());

test.each([
  ["en", /^The connection to the forwarder's system broke off\n.*\nReport number: ([\da-f]{8})\n$/],
  ["zh", /^与货代系统的连接中断\n.*\n反馈编号：([\da-f]{8})\n$/],
] as const)(
  "a file that fails for a person is answered in their language, with its number: %s",
  async (language, text) => {
    const browser = await scriptedBrowser(provider, portal, scriptedUser({ languagePreference: language }));
    provider.answer(broken);
    const answer = await browser.get(FILE, { accept: "text/html,*/*;q=0.8" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([502, "text/plain; charset=utf-8"]);
    const [, number = "none"] = text.exec(answer.html) ?? [answer.html];
    expect(answer.headers.get("x-request-id")).toMatch(new RegExp(`^${number}[\\da-f]{24}$`));
  },
);

test("a program is answered as before, with the whole id in a header", async () => {
  const browser = await scriptedBrowser(provider, portal);
  provider.answer(broken);
  const answer = await browser.get(FILE, { accept: "*/*" });
  const id = answer.headers.get("x-request-id") ?? "";
  expect(id).toMatch(/^[\da-f]{32}$/);
  const told = { kind: "unavailable", reason: "lost", requestId: id.slice(0, 8) };
  expect([answer.status, JSON.parse(answer.html)]).toEqual([502, told]);
});
