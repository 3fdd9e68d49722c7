import { afterAll, beforeAll, expect, test } from "vitest";
import { shipmentList } from "#app/contract/shipment.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { makeKey } from "#app/provider/call/key.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { runTogether } from "#tests/support/text-reading.ts";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

const PAGE = "/account/apiKeys";
const ADD = "/account/apiKeyAdd";

async function administrator(language: "en" | "zh" = "en") {
  const person = await makePerson(provider.db, await makeCompany(provider.db), {
    language_preference: language,
  });
  return { person, browser: await portal.signedIn(person.userName, PASSWORD) };
}
const keyIn = (markup: string) => /value="(fla_[\w-]+)"/.exec(markup)?.[1] ?? "";

for (const [language, made, works, revoked] of [
  ["en", "Copy it now", "Works", "The key no longer works"],
  ["zh", "请立即复制", "有效", "该密钥已失效"],
] as const)
  test(`an administrator makes a key, a program uses it, and it ends when it is revoked, ${language}`, async () => {
    const { browser } = await administrator(language);
    expect((await browser.get("/account/members")).markup).toContain(`href="${PAGE}"`);
    expect((await browser.get(PAGE)).markup).toContain(`href="${ADD}"`);
    const requestId = requestIdOf(await browser.get(ADD));
    const form: [string, string][] = [
      ...Object.entries({ requestId, name: "ERP <one>", days: "180" }),
      ...["shipments.read", "bookings.write"].map((scope): [string, string] => ["scopes", scope]),
    ];
    const answer = await browser.post(ADD, form);
    expect(answer.markup).toContain(made);
    const key = keyIn(answer.markup);
    // The form pressed twice, or sent again by a reload, makes no second key.
    expect(keyIn((await browser.post(ADD, form)).markup)).toBe(key);
    expect((await provider.call(shipmentList, {}, { token: key })).code).toBe(200);

    const listed = await browser.get(PAGE);
    for (const text of [
      works,
      "ERP &lt;one&gt;",
      key.slice(-4),
      "/api/shipment/list",
      "/openapi/customer.json",
    ])
      expect(listed.markup).toContain(text);
    expect(listed.html).not.toContain(key);
    const id = /<button(?=[^>]*name="revoke")[^>]*value="(\d+)"/.exec(listed.markup)?.[1] ?? "";
    const press = { requestId: requestIdOf(listed), revoke: id };
    expect((await browser.post(PAGE, press)).location).toBe(PAGE);
    expect((await browser.get(PAGE)).markup).toContain(revoked);
    expect((await provider.call(shipmentList, {}, { token: key })).status).toBe(401);
    // Revoked in another browser meanwhile: what was asked for.
    const again = requestIdOf(await browser.get(PAGE));
    expect((await browser.post(PAGE, { requestId: again, revoke: id })).location).toBe(PAGE);
  });

for (const [language, far, near] of [
  ["en", "Ends in 13 days", "Ends tomorrow"],
  ["zh", "13 天后到期", "明天到期"],
] as const)
  test(`the list says in words which keys end soon, ${language}`, async () => {
    const { person, browser } = await administrator(language);
    const add = async (name: string, leftDays: number, madeForDays = 90) => {
      const { keyHash: key_hash, hint } = makeKey("fla_");
      const expires_at = new Date(Date.now() + leftDays * DAY_MS);
      const created_at = new Date(expires_at.getTime() - madeForDays * DAY_MS);
      const row = { company_id: person.companyId, user_id: person.id, name, key_hash, hint };
      const scopes = ["shipments.read" as const];
      await provider.db
        .insertInto("api_key")
        .values({ ...row, scopes, created_at, expires_at })
        .execute();
    };
    await add("Ended", -1);
    for (const days of [1, 13, 15]) await add(`Left ${days}`, days);
    await add("Short", 3, 7);
    const { markup } = await browser.get(PAGE);
    const badges = [...markup.matchAll(/bg-warning-soft[^>]*>([^<]*)</g)].map(([, text]) => text!.trim());
    expect(badges).toEqual([far, near]);
    expect(markup).toMatch(new RegExp(`Left 13 </strong><span[^>]*>[^<]*</span> <span[^>]*>${far}</span>`));
    expect(runTogether(markup)).toEqual([]);
  });

test("the form keeps what was typed, names the fields, and takes no nonsense", async () => {
  const { browser } = await administrator();
  const requestId = requestIdOf(await browser.get(ADD));
  const none = await browser.post(ADD, { requestId, name: "Warehouse <1>", days: "365" });
  expect(none.status).toBe(400);
  expect(none.markup).toContain("Choose at least one");
  expect(none.markup).toContain('value="Warehouse &lt;1&gt;"');
  expect(none.markup).toMatch(/<option(?=[^>]*value="365")[^>]*selected/);
  const nonsense: Record<string, string>[] = [
    { name: "x".repeat(10_000), days: "90", scopes: "shipments.read" },
    { name: "x", days: "100000", scopes: "shipments.read" },
    { name: "x", days: "90", scopes: "members:write" },
    { name: "x", days: "90", "scopes[60000000]": "1" },
  ];
  for (const fields of nonsense) expect((await browser.post(ADD, { requestId, ...fields })).status).toBe(400);
  expect((await browser.post(PAGE, { requestId, revoke: "x".repeat(10_000) })).location).toBe(PAGE);
});

test("the pages are for administrators of a customer", async () => {
  const { person } = await administrator();
  const { id } = await provider.db
    .selectFrom("app_user")
    .select("company_id as id")
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  const viewer = await makePerson(provider.db, id, { role: "viewer" });
  const browser = await portal.signedIn(viewer.userName, PASSWORD);
  for (const path of [PAGE, ADD]) expect((await browser.get(path)).status).not.toBe(200);
});
