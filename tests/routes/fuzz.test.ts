import { afterAll, beforeAll, expect, test } from "vitest";
import { fuzzRequests, type Harvest, harvest, initOf } from "#tests/support/fuzz.ts";
import { isAll } from "#tests/support/is-all.ts";
import { type Browser, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { routeTable } from "#tests/support/route-table.ts";

/** `tests/bench/fuzz.ts` does the same for a given time, and measures time and memory. */

let provider: TestProvider;
let portal: TestPortal;
let paths: string[];
beforeAll(async () => {
  provider = await startProvider({ demo: true });
  portal = await startPortal(provider, { LOG_LEVEL: process.env.TEST_LOG ?? "silent" });
  paths = (await routeTable()).map((route) => route.path);
});
afterAll(() => provider?.stop());

/** The same requests every day; `FUZZ_SEED` sends others. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_123);
const REQUESTS = isAll ? 150 : 40;

async function found(browser: Browser): Promise<Harvest> {
  const all: Harvest = { paths: [...paths], fields: [] };
  // Requests go to all of them; forms and links are taken from every third.
  for (const path of paths.filter((_, index) => isAll || index % 3 === 0)) {
    const page = await browser.get(path);
    const { paths: links, fields } = harvest(page.html);
    all.paths.push(...links.filter((link) => !/^\/(assets|logout)/.test(link)).slice(0, 12));
    all.fields.push(...fields);
  }
  return { ...all, paths: [...new Set(all.paths)] };
}

async function send(browser: Browser, request: Parameters<typeof initOf>[0]): Promise<number> {
  const { path, init } = initOf(request);
  const encoded = new Response(init.body ?? null);
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  const answer = await browser.send(path, {
    method: request.method,
    ...(init.body ? { body: bytes } : {}),
    headers: {
      ...(init.body
        ? {
            "content-type": encoded.headers.get("content-type") ?? "",
            "content-length": String(bytes.length),
          }
        : {}),
      origin: "http://portal.test",
    },
  });
  return answer.status;
}

test("whatever is sent to whatever address, the portal and its provider answer it without a failure", {
  tags: "slow",
}, async () => {
  const failures: unknown[] = [];
  for (const account of [null, "demo", "desk"]) {
    const enter = () => (account ? portal.signedIn(account) : portal.visitor());
    let browser = await enter();
    for (const request of fuzzRequests(await found(browser), REQUESTS, SEED)) {
      const status = await send(browser, request);
      if (status >= 500) failures.push({ status, seed: SEED, account, ...short(request) });
      if (account && !browser.cookies.has("session")) browser = await enter();
    }
  }
  expect(failures).toEqual([]);
});

const short = (request: Parameters<typeof initOf>[0]) => ({
  ...request,
  fields: request.fields.map(([name, value]) => `${name.slice(0, 60)}=${value.slice(0, 60)}`),
});
