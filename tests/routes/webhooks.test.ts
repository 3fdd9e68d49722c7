import { afterAll, beforeAll, expect, test } from "vitest";
import { quoteAdd } from "#app/contract/quote.ts";
import { formIn } from "#tests/support/form-in.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { goodRequest } from "#tests/support/quotes.ts";
import { OUTSIDE, webhookFixture } from "../provider/webhooks/fixture.ts";
import { expectSigned, startReceiver, statusAnswer } from "../provider/webhooks/receiver.ts";

let provider: TestProvider;
let portal: TestPortal;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
const { clock, run, runTests, prove } = webhookFixture(() => provider);
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
/** The first link that has this in its address. */
const linkOf = (markup: string, part: RegExp) => {
  const links = [...markup.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!.replaceAll("&amp;", "&"));
  return links.find((link) => part.test(link)) ?? "";
};
const bodyIn = (markup: string) =>
  (/<pre[^>]*>([^<]*)<\/pre>/.exec(markup)?.[1] ?? "").replaceAll("&quot;", '"').replaceAll("&#x2F;", "/");
const buttonOf = (markup: string, intent: string) =>
  new RegExp(`value="(${intent} \\d+)"`).exec(markup)?.[1] ?? "";

for (const [language, made, failed, skipped, sentAgain, removed] of [
  [
    "en",
    "Copy the secret now",
    "answered with status 500",
    "Skipped by a person",
    "What was given up is sent again",
    "The webhook is removed",
  ],
  [
    "zh",
    "请立即复制签名密钥",
    "接收方答复状态 500",
    "已由人员跳过",
    "已放弃的消息将重新发送",
    "事件推送已移除",
  ],
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
    const bodyLink = linkOf(shown.markup, /&message=\d+/);
    expect(shown.markup).not.toContain("<pre");
    const opened = await browser.get(bodyLink.split("#")[0]!);
    expect(JSON.parse(bodyIn(opened.markup))).toEqual(JSON.parse(receiver.at(`/${language}`)[0]!.body));
    expect(linkOf(opened.markup, /#delivery-\d+/)).not.toContain("message=");
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

    expect((await browser.get(page)).markup).not.toContain('value="replayAll"');
    await provider.db.updateTable("webhook_delivery").set({ state: "FAILED" }).execute();
    expect((await browser.get(page)).markup).toContain('value="replayAll"');
    expect((await press("replayAll")).location).toBe(page);
    const sent = (await browser.get(page)).markup;
    expect(sent).toContain(sentAgain);
    expect(sent).not.toContain('value="replayAll"');

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
  for (const path of ["Detail", "Edit", "Secret", "Remove"].map((each) => page.replace("Detail", each)))
    expect((await other.get(path)).status).not.toBe(200);
  const viewer = await makePerson(provider.db, companyId, { role: "viewer" });
  const reader = await portal.signedIn(viewer.userName, PASSWORD);
  for (const path of [LIST, ADD, page]) expect((await reader.get(path)).status).not.toBe(200);
  expect((await browser.get("/account/webhookDetail")).location).toBe(LIST);
  const press = { requestId: requestIdOf(await browser.get(page)), intent: "replay 99999999" };
  expect((await browser.post(page, press)).location).toBe(page);
});

async function added(name: string, path: string) {
  const { browser, ...more } = await administrator();
  const requestId = requestIdOf(await browser.get(ADD));
  await browser.post(ADD, { requestId, name, url: receiver.url(path), topics: "quotes" });
  const page = pageIn((await browser.get(LIST)).markup);
  return { ...more, browser, page, edit: page.replace("Detail", "Edit") };
}

test("the form to edit shows what is stored, keeps what was typed, and saves it under the same secret", async () => {
  const { browser, page, edit } = await added("ERP <one>", "/before");
  expect((await browser.get(page)).markup).toContain(`href="${edit}"`);
  const shown = await browser.get(edit);
  expect(shown.markup).toContain('value="ERP &lt;one&gt;"');
  expect(shown.markup).toMatch(/<input(?=[^>]*value="quotes")[^>]*checked/);
  expect(shown.markup).not.toMatch(/<input(?=[^>]*value="invoices")[^>]*checked/);
  const { requestId, begun } = formIn(shown, "webhook");
  const typed = {
    requestId: requestId!,
    begun: begun!,
    name: "TMS <2>",
    topics: "invoices",
    isOrdered: "on",
  };
  const refused = await browser.post(edit, { ...typed, url: "https://169.254.169.254/latest" });
  expect(refused.status).toBe(400);
  expect(refused.markup).toContain("This address cannot be used");
  expect(refused.markup).toContain('value="TMS &lt;2&gt;"');
  expect(refused.markup).toMatch(/<input(?=[^>]*value="invoices")[^>]*checked/);
  expect(refused.markup).not.toMatch(/<input(?=[^>]*value="quotes")[^>]*checked/);
  expect(refused.markup).toMatch(/<input(?=[^>]*name="isOrdered")[^>]*checked/);
  expect(formIn(refused, "webhook").begun).toBe(begun);
  for (const bad of [{ name: "" }, { topics: "members" }, { url: "" }, { name: "x".repeat(10_000) }])
    expect((await browser.post(edit, { ...typed, url: receiver.url("/x"), ...bad })).status).toBe(400);
  const form = { ...typed, url: receiver.url("/after") };
  expect((await browser.post(edit, form)).location).toBe(page);
  // The form sent again does nothing twice and says the same.
  expect((await browser.post(edit, form)).location).toBe(page);
  const changed = await browser.get(page);
  expect(changed.markup).toContain("The webhook is changed");
  expect(changed.markup).toContain("TMS &lt;2&gt;");
  expect(changed.markup).toContain("/after");
  expect(changed.markup).toContain("In strict order");
});

test("of two administrators who edit at once the second sees both versions, and may save hers over it", {
  tags: "slow",
}, async () => {
  const { browser, page, edit, companyId } = await added("ERP", "/two");
  const colleague = await makePerson(provider.db, companyId, { language_preference: "zh" });
  const other = await portal.signedIn(colleague.userName, PASSWORD);
  const [mine, hers] = [await browser.get(edit), await other.get(edit)];
  const url = receiver.url("/two");
  const formOf = (shown: typeof mine, name: string) => ({
    ...formIn(shown, "webhook"),
    name,
    url,
    topics: "quotes",
  });
  expect((await browser.post(edit, formOf(mine, "Mine"))).location).toBe(page);
  const told = await other.post(edit, formOf(hers, "Hers"));
  expect(told.status).toBe(409);
  expect(told.markup).toContain("刚刚被他人更改");
  expect(told.markup).toMatch(/您打开此页后，内容已被修改[\s\S]*Hers[\s\S]*Mine/);
  expect(told.markup).toContain('value="Hers"');
  expect((await browser.get(page)).markup).toContain("Mine");
  expect((await other.post(edit, formOf(told, "Hers"))).location).toBe(page);
  expect((await browser.get(page)).markup).toContain("Hers");
});

test("editing takes a fresh proof of who one is, as adding does", async () => {
  const { browser, person, edit } = await added("ERP", "/proof");
  clock.now = new Date(Date.now() - 3_600_000);
  await prove(person as never);
  const asked = await browser.get(edit);
  expect(asked.location).toMatch(/^\/account\/confirm/);
  expect(decodeURIComponent(asked.location ?? "")).toContain(edit);
});

for (const [language, sent, arrived, failed] of [
  ["en", "The test message is on its way", "answered with status 204", "answered with status 503"],
  ["zh", "测试消息正在发送", "接收方答复状态 204", "接收方答复状态 503"],
] as const)
  test(`a test message is sent by a button, and the page says what came of it, ${language}`, async () => {
    const { browser, page, person } = await added("ERP", `/test-${language}`);
    if (language === "zh")
      await provider.db
        .updateTable("app_user")
        .set({ language_preference: "zh" })
        .where("id", "=", person.id)
        .execute();
    const reader = language === "zh" ? await portal.signedIn(person.userName, PASSWORD) : browser;
    const press = async (requestId: string) => reader.post(page, { requestId, intent: "test" });
    const once = requestIdOf(await reader.get(page));
    expect((await press(once)).location).toBe(page);
    // Pressed twice it is sent once.
    expect((await press(once)).location).toBe(page);
    expect((await reader.get(page)).markup).toContain(sent);
    const refused = await press(requestIdOf(await reader.get(page)));
    expect(refused.status).toBe(400);
    expect(refused.markup).toContain("10");
    receiver.state.answer = statusAnswer(204);
    clock.now = new Date();
    expect(await runTests()).toBe(1);
    const shown = (await reader.get(page)).markup;
    expect(shown).toContain(arrived);
    expect(shown).toContain("webhook.test");
    expect(buttonOf(shown, "replay")).toBe("");
    await provider.db
      .updateTable("webhook_delivery")
      .set({ since: new Date(Date.now() - 60_000) })
      .where("topic", "=", "test")
      .execute();
    // The list of what has not arrived leaves it out, and the card above it does not.
    const open = `${page}&show=open`;
    expect((await reader.get(open)).markup).toContain(arrived);
    const again = { requestId: requestIdOf(await reader.get(open)), intent: "test" };
    expect((await reader.post(open, again)).location).toBe(open);
    receiver.state.answer = statusAnswer(503);
    clock.now = new Date();
    await runTests();
    expect((await reader.get(page)).markup).toContain(failed);
    expect(receiver.at(`/test-${language}`)).toHaveLength(2);
  });
