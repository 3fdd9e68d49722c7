import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Browser, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { scriptedBrowser, scriptedUser } from "#tests/upstream/scripted-person.ts";
import {
  broken,
  cutShort,
  envelope,
  raw,
  type ScriptedProvider,
  silent,
  startScriptedProvider,
} from "#tests/upstream/scripted-provider.ts";

let provider: ScriptedProvider;
let portal: TestPortal;
let browser: Browser;

const COUNT = "/api/message/countUnReadMsg";
const user = scriptedUser({
  menuList: [...scriptedUser().menuList, { name: "MessageCenter", menuFlag: 0 as const, url: "" }],
});
const message = (text: string, sequence = 1) => ({
  id: String(sequence),
  sequence,
  createTime: "2026-11-20 18:00:00",
  msName: "",
  isOwn: true,
  isForwarder: false,
  text,
  contentUrl: [],
  clientId: `client-of-${sequence}`,
});
const team = { shipment: null, booking: null, quote: null, subject: "Rates", companyName: "" };

beforeAll(async () => {
  provider = await startScriptedProvider();
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());
beforeEach(async () => {
  provider.reset();
  browser = await scriptedBrowser(provider, portal, user);
  provider.answer(envelope(0), COUNT);
  provider.answer(envelope({ rows: [], total: 0 }), "/api/message/chatList");
  const channel = {
    channelId: "21",
    msgList: { rows: [message("Hello")], total: 1 },
    unReadNum: 0,
    checked: 1,
  };
  const detail = { id: "11", team, shipment: null, billing: null, booking: null, quote: channel };
  provider.answer(
    envelope({ ...detail, containBooking: false, isShow: false }),
    "/api/message/sessionDetail",
  );
});

test("of a provider that does not say whether a file was scanned, nothing is said of it", async () => {
  const file = { contentUrl: "/message/attachment/7", name: "a.txt", size: 1, contentType: "text/plain" };
  const channel = {
    channelId: "21",
    msgList: { rows: [{ ...message("Hello"), contentUrl: [file] }], total: 1 },
    unReadNum: 0,
    checked: 1,
  };
  const detail = { id: "11", team, shipment: null, billing: null, booking: null, quote: channel };
  provider.answer(
    envelope({ ...detail, containBooking: false, isShow: false }),
    "/api/message/sessionDetail",
  );
  const { markup } = await browser.get("/messageCenter/index?session=11");
  expect(markup).toMatch(/<bdi>a\.txt<\/bdi><\/a> <span[^>]*>1 KB<\/span>/);
  expect(markup).not.toContain("scanned");
});

describe("the count in the header", () => {
  test.each([
    ["breaks off", broken],
    ["is refused", envelope(null, { code: 500, message: "no", status: 500 })],
    ["is no number", envelope("many")],
    ["is no envelope", raw("<h1>proxy</h1>", { type: "text/html", status: 502 })],
    ["is cut short", cutShort],
  ])("is left out when it %s, and the page stands", async (_, script) => {
    provider.answer(script, COUNT);
    const page = await browser.get("/account/index");
    expect(page.status).toBe(200);
    expect(page.html).toMatch(/<title>[^(]/);
    expect(page.markup).toContain('href="/messageCenter/index"');
    expect(page.markup).not.toContain("unread");
  });

  test("keeps no page waiting", { tags: "slow" }, async () => {
    provider.answer(silent, COUNT);
    const begun = performance.now();
    expect((await browser.get("/account/index")).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test("is asked for at the same time as the user, not after", async () => {
    const order: string[] = [];
    const note = (name: string, data: unknown) =>
      provider.answer(
        (response, received) => {
          order.push(`${name} asked`);
          setTimeout(() => {
            order.push(`${name} answered`);
            envelope(data)(response, received);
          }, 100);
        },
        name === "user" ? "/api/portalUser/getUser" : COUNT,
      );
    note("user", user);
    note("count", 3);
    const page = await browser.get("/account/index");
    expect(page.html).toMatch(/<title>\(3\) /);
    expect(order.slice(0, 2).sort()).toEqual(["count asked", "user asked"]);
  });
});

describe("a message that finds no answer", () => {
  const path = "/messageCenter/index?session=11&tab=quote";

  test("is in the form again, to be sent under the same client id", async () => {
    provider.answer(broken, "/api/message/sendMessage");
    const requestId = requestIdOf(await browser.get(path));
    const fields = { intent: "send", channelId: "21", text: "Is anybody\r\nthere?", requestId };
    const page = await browser.post(path, fields);
    expect(page.status).toBe(503);
    expect(page.markup).toMatch(/<textarea[^>]*>\s*Is anybody\r?\nthere\?<\/textarea>/);
    expect(page.markup).toContain("sending it again does not do it twice");
    const form = page.markup.split('name="intent" value="send"')[0] ?? "";
    expect(form.lastIndexOf(`value="${requestId}"`)).toBeGreaterThan(form.lastIndexOf("<form"));
    const sent = provider.received.filter((call) => call.path === "/api/message/sendMessage");
    expect(new Set(sent.map(({ headers }) => headers["idempotency-key"]))).toEqual(new Set([requestId]));
    for (const { body } of sent) expect(JSON.parse(body)).toMatchObject({ clientId: requestId });
  });

  test("is reported to the script as not sent, not as refused", async () => {
    provider.answer(broken, "/api/message/sendMessage");
    const fields = { channelId: "21", text: "a", requestId: "name-of-a-message" };
    const page = await browser.post("/messageCenter/message", fields);
    expect(page.status).toBe(503);
    expect(JSON.parse(page.html).fault).toContain("does not do it twice");
  });

  test("that the provider refuses shows the provider's message", async () => {
    provider.answer(envelope(null, { code: 400, message: "No longer open" }), "/api/message/sendMessage");
    const requestId = requestIdOf(await browser.get(path));
    const page = await browser.post(path, { intent: "send", channelId: "21", text: "a", requestId });
    expect(page.status).toBe(400);
    expect(page.markup).toContain("No longer open");
  });
});

test("who has no name is called Me, or by no name on the other side", async () => {
  const page = await browser.get("/messageCenter/index?session=11&tab=quote");
  expect(page.markup).toMatch(/<bdi[^>]*>Me<\/bdi>/);
  const chinese = await browser.get("/messageCenter/index?session=11&tab=quote", {
    "accept-language": "zh-CN",
  });
  expect(chinese.markup).toMatch(/<bdi[^>]*>我<\/bdi>/);
});

test("an unavailable provider is reported on the page, and to scripts with 503", async () => {
  provider.answer(raw("", { status: 502, type: "text/html" }), "/api/message/sessionDetail");
  const page = await browser.get("/messageCenter/index?session=11");
  expect(page.status).toBe(502);
  expect(page.markup).toContain('role="alert"');
  provider.answer(raw("", { status: 502, type: "text/html" }), COUNT);
  expect((await browser.get("/messageCenter/updates")).status).toBe(503);
});
