import { afterAll, beforeAll, expect, test } from "vitest";
import { callsOfScope, customerScopes, forwarderScopes } from "#app/contract/api-key-code.ts";
import en from "#app/locales/en/api-calls.ts";
import zh from "#app/locales/zh/api-calls.ts";
import { startBendingProxy } from "#tests/support/bending-proxy.ts";
import { endpoints } from "#tests/support/endpoints.ts";
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

const PAGE = "/account/apiCalls";
const one = (name: string) => `/account/apiCall?name=${name}`;
const names = (scopes: readonly (keyof typeof callsOfScope)[]) => [
  ...new Set(scopes.flatMap((scope) => callsOfScope[scope])),
];
const summaryIn = (words: { summary: object }, name: string) =>
  name.split(".").reduce<unknown>((inside, key) => (inside as Record<string, unknown>)[key], words.summary);

async function administrator(language: "en" | "zh" = "en", given: { is_forwarder?: boolean } = {}) {
  const company = await makeCompany(provider.db, undefined, given);
  const person = await makePerson(provider.db, company, { language_preference: language });
  return portal.signedIn(person.userName, PASSWORD);
}

test("every call that a key opens has words in both languages, in English those of the contract", () => {
  const all = names([...customerScopes, ...forwarderScopes]);
  const ofContract = new Map(endpoints.map(({ name, summary }) => [name, summary]));
  expect(all.map((name) => summaryIn(en, name))).toEqual(all.map((name) => ofContract.get(name)));
  expect(all.filter((name) => typeof summaryIn(zh, name) !== "string")).toEqual([]);
});

for (const [language, words] of [
  ["en", en],
  ["zh", zh],
] as const)
  test(`an administrator reads which calls there are, finds one and reads its fields, ${language}`, async () => {
    const browser = await administrator(language);
    expect((await browser.get("/account/apiKeys")).markup).toContain(`href="${PAGE}"`);
    const { markup } = await browser.get(PAGE);
    for (const name of names(customerScopes)) expect(markup).toContain(`href="${one(name)}"`);
    expect(markup).not.toContain("forwarderSystem");

    const found = (await browser.get(`${PAGE}?keyword=ETAHIST`)).markup;
    expect(found).toContain(one("shipment.etaHistory"));
    expect(found).not.toContain(one("shipment.list"));
    expect((await browser.get(`${PAGE}?keyword=no-such-word`)).markup).toContain(words.none);

    const read = (await browser.get(one("shipment.list"))).markup;
    for (const text of [
      words.summary.shipment.list.replace("'", "&#x27;"),
      "POST /api/shipment/list",
      "pageSize",
      "rows[].houseNumber",
    ])
      expect(read).toContain(text);
    expect(read).not.toContain(words.write);
    const write = (await browser.get(one("booking.saveDraft"))).markup;
    expect(write).toContain(words.write.slice(0, 8));
    expect((await browser.get(one("shipment.document"))).markup).toContain(words.file.slice(0, 4));
  });

test("an administrator of the forwarder reads the calls of the forwarder's own system, and no others", async () => {
  const browser = await administrator("en", { is_forwarder: true });
  const { markup } = await browser.get(PAGE);
  for (const name of names(forwarderScopes)) expect(markup).toContain(one(name));
  expect(markup).not.toContain(one("shipment.list"));
});

test("a call that is not there leads to the list, and nobody but administrators reads it", async () => {
  const browser = await administrator();
  for (const name of ["", "auth.token", "x".repeat(10_000)])
    expect((await browser.get(one(name))).location).toBe(PAGE);
  const company = await makeCompany(provider.db);
  const viewer = await makePerson(provider.db, company, { role: "viewer" });
  const other = await portal.signedIn(viewer.userName, PASSWORD);
  expect((await other.get(PAGE)).location).toBe("/404");
});

test("a provider whose description cannot be read has none to show, and its keys stay", async () => {
  const proxy = await startBendingProxy(provider.url);
  proxy.bend((path, envelope) =>
    path.startsWith("/openapi") ? "<p>Not here</p>" : JSON.stringify(envelope),
  );
  try {
    const company = await makeCompany(provider.db);
    const person = await makePerson(provider.db, company);
    const elsewhere = await startPortal(proxy);
    const browser = await elsewhere.signedIn(person.userName, PASSWORD);
    expect((await browser.get(PAGE)).markup).toContain(en.unavailable);
    expect((await browser.get(one("shipment.list"))).location).toBe(PAGE);
    expect((await browser.get("/account/apiKeys")).status).toBe(200);
  } finally {
    await proxy.stop();
  }
});
