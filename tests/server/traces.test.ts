import { afterAll, beforeAll, expect, test } from "vitest";
import { freshId } from "#app/lib/fresh-id.ts";
import { freshBrowser } from "#tests/support/fresh-browser.ts";
import { type Browser, requestIdOf, sessionIn } from "#tests/support/portal.ts";
import { freePorts } from "#tests/support/product.ts";
import { DEMO_PASSWORD, startProvider, type TestProvider } from "#tests/support/provider.ts";
import { endProcesses, type ProviderProcess, startProviderProcess } from "#tests/support/provider-process.ts";
import { type ReceivedSpan, startTraceReceiver, type TraceReceiver } from "#tests/support/trace-receiver.ts";
import { type ServedPortal, servePortal } from "./serve.ts";

/** Its database is what the provider of these tests runs on. */
let data: TestProvider;
let receiver: TraceReceiver;
let provider: ProviderProcess;
let portal: ServedPortal;
let browser: Browser;

beforeAll(async () => {
  data = await startProvider({ demo: true });
  receiver = await startTraceReceiver();
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url };
  provider = await startProviderProcess(data.database.url, { ...traced, SMTP_URL: "log:", ...sealing });
  portal = await served(traced);
  browser = await signedIn(portal);
});
afterAll(async () => {
  await portal?.stop();
  if (provider) await endProcesses([provider]);
  await receiver?.stop();
  await data?.stop();
});

const sealing = { SECRETS_KEY: "a key of the tests only and of nothing else" };
const served = (environment: Record<string, string>) =>
  servePortal({
    API_URL: `${provider.url}/api`,
    TRACKING_API_URL: `${provider.url}/tracking`,
    ...environment,
  });

async function signedIn({ port }: ServedPortal): Promise<Browser> {
  const made = freshBrowser(`http://127.0.0.1:${port}`);
  expect((await made.post("/login", { userName: "demo", password: DEMO_PASSWORD })).status).toBe(302);
  return made;
}

/** The span, once it has come. */
async function span(isIt: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
  await expect.poll(() => receiver.spans.some(isIt)).toBe(true);
  return receiver.spans.find(isIt)!;
}
const childOf = (parent: ReceivedSpan, name: string) =>
  span((each) => each.parentId === parent.spanId && each.name === name && each.traceId === parent.traceId);

test("a page is one trace, from the portal's request over the provider's call to the statement", async () => {
  const page = await browser.get("/shipments/index?keyword=typed-word");
  expect(page.status).toBe(200);
  const request = await span(({ name }) => name === "GET /shipments/index");
  expect(request).toMatchObject({
    service: "fairlead-portal",
    parentId: "",
    attributes: { "http.route": "/shipments/index", "http.response.status_code": 200 },
  });
  await expect.poll(() => portal.output()).toContain(request.traceId);
  const call = await childOf(request, "shipment.list");
  expect(call).toMatchObject({ service: "fairlead-portal", attributes: { "fairlead.outcome": "ok" } });
  const answer = await childOf(call, "shipment.list");
  expect(answer).toMatchObject({ service: "fairlead-provider", attributes: { "fairlead.code": 200 } });
  const statement = await childOf(answer, "select");
  expect(statement.attributes["db.query.text"]).toMatch(/select[\s\S]*\$1/);
});

test("a write has a span for its transaction, and a mail that it causes is a part of its trace", {
  tags: "slow",
}, async () => {
  const requestId = requestIdOf(await browser.get("/forgotPassword"));
  const form = { requestId, email: "demo@meridian-retail.example" };
  expect((await browser.post("/forgotPassword", form)).status).toBe(302);
  const transaction = await span(({ name }) => name === "transaction");
  await childOf(transaction, "commit");
  const mail = await span(({ name }) => name === "mail");
  const posted = await span(({ name, traceId }) => name.startsWith("POST ") && traceId === mail.traceId);
  expect(posted.service).toBe("fairlead-portal");
});

test("nothing that a person sent is in a trace", async () => {
  await span(({ name }) => name === "GET /shipments/index");
  const told = receiver.text();
  const { token } = sessionIn(browser);
  const secrets = ["typed-word", DEMO_PASSWORD, "meridian-retail", "Bearer", "authorization", token];
  for (const secret of secrets) expect([secret, told.includes(secret)]).toEqual([secret, false]);
});

test("the last spans are sent at a stop", { tags: "slow" }, async () => {
  const another = await served({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  expect((await another.ask("/login")).status).toBe(200);
  const before = receiver.spans.length;
  expect(await another.stop()).toBe(0);
  const names = receiver.spans.slice(before).map(({ name }) => name);
  expect(names).toContain("GET /login");
});

test("without a collector pages are answered, and the log tells of it once a minute", {
  tags: "slow",
}, async () => {
  const [port] = await freePorts(1);
  const lonely = await served({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  for (let times = 0; times < 3; times++) expect((await lonely.ask("/login")).status).toBe(200);
  await expect.poll(() => lonely.output()).toContain("Traces are lost");
  for (let times = 0; times < 3; times++) expect((await lonely.ask("/login")).status).toBe(200);
  const began = performance.now();
  expect(await lonely.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(lonely.output().match(/Traces are lost/g)).toHaveLength(1);
});

test("a stranger's header begins no trace of theirs", async () => {
  const stranger = freshId();
  await portal.ask("/login", { headers: { traceparent: `00-${stranger}-00f067aa0ba902b7-01` } });
  expect(portal.output()).not.toContain(stranger);
});
