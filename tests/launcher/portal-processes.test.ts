import { afterAll, beforeAll, expect, test } from "vitest";
import { freshBrowser } from "#tests/support/fresh-browser.ts";
import { MINIMAL_USER, type MinimalProvider, startMinimalProvider } from "#tests/support/minimal-provider.ts";
import { type Browser, requestIdOf } from "#tests/support/portal.ts";
import { descendants } from "#tests/support/process-tree.ts";
import { type Product, startProduct } from "#tests/support/product.ts";

/** The product with two processes of the portal, beside a provider that does every write as often as it is sent. */
let provider: MinimalProvider;
let product: Product;

beforeAll(async () => {
  provider = await startMinimalProvider();
  product = await startProduct({
    API_URL: provider.apiUrl,
    TRACKING_API_URL: provider.trackingUrl,
    REALTIME_URL: provider.realtimeUrl,
    REALTIME_TICKETS: "off",
    PROVIDER_IDEMPOTENT: "off",
    PORTAL_PROCESSES: "2",
    LOG_LEVEL: "fatal",
  });
});
afterAll(async () => {
  await product?.stop();
  await provider?.stop();
});

const workers = () =>
  descendants(Number(product.launcher.pid)).filter(({ command }) =>
    /end-with-launcher\S+ \S+serve/.test(command),
  );

const visitor = (like?: Browser) => freshBrowser(product.url, like);

async function signedIn(): Promise<Browser> {
  const browser = visitor();
  expect((await browser.post("/login", { ...MINIMAL_USER })).status).toBe(302);
  return browser;
}

test("a session is known to all processes, and so is its end", async () => {
  const browser = await signedIn();
  const copies = Array.from({ length: 12 }, () => visitor(browser));
  const pages = () => Promise.all(copies.map((copy) => copy.get("/account/index")));
  expect((await pages()).map(({ status }) => status)).toEqual(copies.map(() => 200));
  await browser.post("/logout", { requestId: requestIdOf(await browser.get("/logout")) });
  const after = await Promise.all(copies.map(() => visitor(browser).get("/account/index")));
  for (const { location } of after) expect(location).toMatch(/^\/home/);
});

test("a form that is sent many times at once is done once", async () => {
  const browser = await signedIn();
  const requestId = requestIdOf(await browser.open("/messageCenter/index?session=501"));
  const text = `Pressed often ${Date.now()}`;
  const fields = { intent: "send", channelId: "9001", requestId, text };
  const copies = Array.from({ length: 12 }, () => visitor(browser));
  const answers = await Promise.all(
    copies.map((copy) => copy.post("/messageCenter/index?session=501", fields)),
  );
  expect(answers.map(({ status }) => status)).toEqual(copies.map(() => 302));
  expect(provider.messages.filter(({ body }) => body === text)).toHaveLength(1);
});

test("a call that the provider lacks is led to by no process once one has met that", async () => {
  const browser = await signedIn();
  expect((await browser.open("/shipments/index")).markup).toContain("Call: shipment.list");
  const pages = await Promise.all(Array.from({ length: 12 }, () => visitor(browser).open("/account/index")));
  for (const { markup } of pages) expect(markup).not.toContain('href="/shipments/index');
});

test("pages go on while a process is killed, and another takes its place", { tags: "slow" }, async () => {
  const browser = await signedIn();
  const [killed, stays] = workers();
  expect(workers()).toHaveLength(2);
  process.kill(Number(killed?.pid), "SIGKILL");
  for (let page = 0; page < 20; page++)
    expect(
      (
        await visitor(browser)
          .get("/account/index")
          .catch(() => ({ status: 0 }))
      ).status,
    ).toBe(200);
  await expect.poll(() => workers().length).toBe(2);
  expect(workers().map(({ pid }) => pid)).toContain(stays?.pid);
  await expect.poll(() => product.output()).toContain("A process of the portal is running again");
});

test("a limit by address counts what all processes were asked", { tags: "slow" }, async () => {
  const passedAt: number[] = [];
  const begunAt: number[] = [];
  const post = async () => {
    while (begunAt.length === 0) {
      const { status, headers } = await visitor().post("/login", { userName: "nobody", password: "wrong" });
      if (status !== 429) passedAt.push(performance.now());
      // The minute that is counted ends then.
      else begunAt.push(performance.now() + Number(headers.get("retry-after")) * 1_000 - 60_000);
    }
  };
  await Promise.all([post(), post(), post(), post()]);
  // The sign-ins of the tests above were counted as well, unless their minute has ended meanwhile.
  expect(passedAt.length).toBeGreaterThan(100);
  // Each process by itself would have let as many pass.
  const passed = passedAt.filter((at) => at > Math.min(...begunAt));
  expect(passed.length).toBeLessThan(130);
});

test("a stop ends all of them", async () => {
  const processes = workers();
  expect(await product.end()).toBe(0);
  for (const { pid } of processes) expect(() => process.kill(pid, 0)).toThrow();
  await expect(fetch(product.url)).rejects.toThrow();
});
