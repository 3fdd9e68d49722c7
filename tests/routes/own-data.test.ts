import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

test("a person of any role downloads their data, and reads how long what is kept in their language", {
  tags: "slow",
}, async () => {
  const given = { role: "booker", language_preference: "zh" } as const;
  const person = await makePerson(provider.db, await makeCompany(provider.db), given);
  const browser = await portal.signedIn(person.userName, PASSWORD);
  const page = await browser.get("/account/data");
  expect(page.markup).toMatch(/安全日志[^<]*<\/td><td[^>]*>400 天</);
  expect(page.markup).toMatch(/表单的处理结果[^<]*<\/td><td[^>]*>26 小时</);
  expect(page.markup).toContain('href="/account/dataFile"');
  const file = await browser.get("/account/dataFile");
  expect(file.headers.get("content-type")).toBe("application/json");
  expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(JSON.parse(file.html)).toMatchObject({ account: { accountName: person.userName } });
});
