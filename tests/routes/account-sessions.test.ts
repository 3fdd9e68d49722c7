import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

async function signIn(userName: string, headers: Record<string, string> = {}) {
  const browser = portal.visitor(headers);
  const answer = await browser.post("/login", { userName, password: PASSWORD });
  expect(answer.status).toBe(302);
  return browser;
}

test("other sessions are listed by device and address in plain words, and one is signed out at once", async () => {
  // A role without the account menu has sessions as well.
  const person = await makePerson(provider.db, await makeCompany(provider.db), { role: "booker" });
  const here = await signIn(person.userName);
  const phone = await signIn(person.userName, { "user-agent": PHONE, "x-client-address": "198.51.100.20" });
  const page = await here.get("/account/sessions");
  expect(page.markup).toContain("Safari on iOS");
  expect(page.markup).toContain("Address 198.51.100.20");
  const [, id = ""] = /name="id" value="(\d+)"/.exec(page.markup) ?? [];
  const answer = await here.post("/account/sessions", { requestId: requestIdOf(page), id });
  expect(answer.location).toBe("/account/sessions");
  expect((await here.get("/account/sessions")).markup).toContain("The device has been signed out");
  const ended = await phone.get("/account/sessions");
  expect(ended.status).toBe(401);
  expect((await here.get("/account/sessions")).markup).toContain("You are signed in nowhere else.");
});

test("all other sessions end with one button, and private addresses are not shown", async () => {
  const person = await makePerson(provider.db, await makeCompany(provider.db), { language_preference: "zh" });
  const here = await signIn(person.userName);
  const others = [
    await signIn(person.userName, { "user-agent": PHONE, "x-client-address": "192.168.1.4" }),
    await signIn(person.userName),
  ];
  const page = await here.get("/account/sessions");
  expect(page.markup).toContain("iOS 上的 Safari");
  expect(page.markup).not.toContain("192.168.1.4");
  expect(page.markup).toContain("退出所有其他设备");
  await here.post("/account/sessions", { requestId: requestIdOf(page) });
  for (const other of others) expect((await other.get("/account/sessions")).status).toBe(401);
  expect((await here.get("/account/sessions")).status).toBe(200);
});
