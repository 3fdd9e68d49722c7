import { afterAll, beforeAll, expect, test } from "vitest";
import { quoteAdd } from "#app/contract/quote.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { goodRequest } from "#tests/support/quotes.ts";
import { OUTSIDE, webhookFixture } from "../provider/webhooks/fixture.ts";
import { expectSigned, startReceiver, statusAnswer } from "../provider/webhooks/receiver.ts";

let provider: TestProvider;
let portal: TestPortal;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
const { clock, run } = webhookFixture(() => provider);
beforeAll(async () => {
  provider = await startProvider({ outside: OUTSIDE });
  portal = await startPortal(provider);
  receiver = await startReceiver();
});
afterAll(async () => {
  receiver?.stop();
  await provider?.stop();
});

const LIST = "/account/webhooks";
const ADD = "/account/webhookAdd";

async function administrator(language: "en" | "zh" = "en") {
  const companyId = await makeCompany(provider.db);
  const person = await makePerson(provider.db, companyId, { language_preference: language });
  return { person, companyId, browser: await portal.signedIn(person.userName, PASSWORD) };
}
const secretIn = (markup: string) =>
  (/value="(whsec_[^"]+)"/.exec(markup)?.[1] ?? "").replaceAll("&#x2F;", "/").replaceAll("&#x3D;", "=");
const pageIn = (markup: string) =>
  /href="(\/account\/webhookDetail\?id=\d+)"/.exec(markup)?.[1]?.replaceAll("&amp;", "&") ?? "";
const buttonOf = (markup: string, intent: string) =>
  new RegExp(`value="(${intent} \\d+)"`).exec(markup)?.[1] ?? "";

for (const [language, made, failed, skipped, removed] of [
  ["en", "Copy the secret now", "answered with status 500", "Skipped by a person", "The webhook is removed"],
  ["zh", "请立即复制签名密钥", "接收方答复状态 500", "已由人员跳过", "事件推送已移除"],
] as const)
  test(`a webhook is added, told, looked at, skipped, sent again and removed, ${language}`, async () => {
    const { person, browser } = await administrator(language);
    expect((await browser.get("/account/members")).markup).toContain(`href="${LIST}"`);
    expect((await browser.get(LIST)).markup).toContain(`href="${ADD}"`);
    const requestId = requestIdOf(await browser.get(ADD));
    const url = receiver.url(`/${language}`);
    const form = { requestId, name: "ERP <one>", url, topics: "quotes" };
    const answer = await browser.post(ADD, form);
    expect(answer.markup).toContain(made);
    const secret = secretIn(answer.markup);
    // The form sent again adds no second one.
    expect(secretIn((await browser.post(ADD, form)).markup)).toBe(secret);
    const listed = await browser.get(LIST);
    expect(listed.markup).toContain("ERP &lt;one&gt;");
    expect(listed.html).not.toContain(secret.slice(6));

    receiver.state.answer = statusAnswer(500);
    const token = await makeSession(provider.db, person.id, new Date("2040-01-01"));
    await provider.call(quoteAdd, goodRequest, { token });
    clock.now = new Date();
    await run();
    expectSigned(receiver.at(`/${language}`)[0]!, secret);
    const page = pageIn(listed.markup);
    const shown = await browser.get(page);
    expect(shown.markup).toContain(failed);
    expect(shown.markup).toContain(String(receiver.at(`/${language}`)[0]!.headers["webhook-id"]));
    const press = async (intent: string) =>
      browser.post(page, { requestId: requestIdOf(await browser.get(page)), intent });
    expect((await press(buttonOf(shown.markup, "skip"))).location).toBe(page);
    expect((await browser.get(page)).markup).toContain(skipped);
    receiver.state.answer = statusAnswer(204);
    await press(buttonOf(shown.markup, "replay"));
    clock.now = new Date();
    await run();
    expect(receiver.at(`/${language}`)).toHaveLength(2);
    expect((await browser.get(`${page}&show=open`)).markup).not.toContain("quote.changed");

    const secretPage = page.replace("Detail", "Secret");
    const changed = await browser.post(secretPage, { requestId: requestIdOf(await browser.get(secretPage)) });
    expect(secretIn(changed.markup)).toMatch(/^whsec_/);
    expect(secretIn(changed.markup)).not.toBe(secret);
    for (const intent of ["off", "on"]) expect((await press(intent)).location).toBe(page);
    const removePage = page.replace("Detail", "Remove");
    const gone = await browser.post(removePage, { requestId: requestIdOf(await browser.get(removePage)) });
    expect(gone.location).toBe(LIST);
    expect((await browser.get(LIST)).markup).toContain(removed);
    // A link of a mail that is opened later.
    expect((await browser.open(page)).path).not.toBe(page);
  });

test("the form keeps what was typed and says at the field why an address is refused", async () => {
  const { browser } = await administrator();
  const requestId = requestIdOf(await browser.get(ADD));
  const fields = { requestId, name: "ERP <1>", url: "https://169.254.169.254/latest", topics: "invoices" };
  const refused = await browser.post(ADD, { ...fields, isOrdered: "on" });
  expect(refused.status).toBe(400);
  expect(refused.markup).toContain("This address cannot be used");
  expect(refused.markup).toContain('value="ERP &lt;1&gt;"');
  expect(refused.markup).toContain("169.254.169.254");
  expect(refused.markup).toMatch(/<input(?=[^>]*value="invoices")[^>]*checked/);
  expect(refused.markup).toMatch(/<input(?=[^>]*name="isOrdered")[^>]*checked/);
  const none = await browser.post(ADD, { requestId, name: "x", url: "https://example.com" });
  expect(none.markup).toContain("Choose at least one");
  const nonsense: Record<string, string>[] = [
    { name: "x".repeat(10_000), url: "https://example.com", topics: "quotes" },
    { name: "x", url: "not an address", topics: "quotes" },
    { name: "x", url: "https://example.com", topics: "members" },
    { name: "x", url: `https://example.com/${"x".repeat(1_000)}`, topics: "quotes" },
  ];
  for (const each of nonsense) expect((await browser.post(ADD, { requestId, ...each })).status).toBe(400);
});

test("the pages are for administrators of the company, and none of another's", async () => {
  const { browser, companyId } = await administrator();
  const url = receiver.url("/mine");
  await browser.post(ADD, {
    requestId: requestIdOf(await browser.get(ADD)),
    name: "Mine",
    url,
    topics: "quotes",
  });
  const page = pageIn((await browser.get(LIST)).markup);
  const { browser: other } = await administrator();
  for (const path of ["Detail", "Secret", "Remove"].map((each) => page.replace("Detail", each)))
    expect((await other.get(path)).status).not.toBe(200);
  const viewer = await makePerson(provider.db, companyId, { role: "viewer" });
  const reader = await portal.signedIn(viewer.userName, PASSWORD);
  for (const path of [LIST, ADD, page]) expect((await reader.get(path)).status).not.toBe(200);
  expect((await browser.get("/account/webhookDetail")).location).toBe(LIST);
  const press = { requestId: requestIdOf(await browser.get(page)), intent: "replay 99999999" };
  expect((await browser.post(page, press)).location).toBe(page);
});
