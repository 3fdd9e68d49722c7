import { afterAll, beforeAll, expect, test } from "vitest";
import { type BendingProxy, startBendingProxy } from "#tests/support/bending-proxy.ts";
import { bendingNames, bent, bentAtRandom, randomOf } from "#tests/support/bendings.ts";
import { faultOf, screensOf } from "#tests/support/bent-screens.ts";
import { casesByDay, isAll } from "#tests/support/is-all.ts";
import { type Browser, startPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let proxy: BendingProxy;
let browser: Browser;
let screens: string[];

beforeAll(async () => {
  provider = await startProvider({ demo: true });
  proxy = await startBendingProxy(provider.url);
  const portal = await startPortal(proxy, { RATE_LIMITS: "off" });
  browser = await portal.signedIn("demo");
  screens = await screensOf(browser);
});
afterAll(async () => {
  await proxy?.stop();
  await provider?.stop();
});

/** Each form meets so many of the screens, and each screen so many of the forms; `npm run test:all` brings all together. */
const EVERY = isAll ? 1 : 4;
const DRAWS = isAll ? 200 : 50;

for (const [at, name] of casesByDay([...bendingNames.entries()], 4)) {
  test(`screens show: ${name}`, async () => {
    expect(screens.length).toBeGreaterThanOrEqual(20);
    proxy.bend((_, envelope) => bent(envelope, [name]));
    const wrong: unknown[] = [];
    for (const path of screens.filter((_, index) => (index + at) % EVERY === 0)) {
      const page = await browser.open(path);
      const fault = page.status === 200 ? faultOf(page) : `status ${page.status}`;
      if (fault) wrong.push([path, fault]);
    }
    expect(wrong).toEqual([]);
  });
}

test("one bad row of 25 is marked, and the other 24 are shown", async () => {
  proxy.bend((_, envelope) => bent(envelope, ["one bad row"]));
  const page = await browser.open("/shipments/index?pageSize=25");
  expect(page.markup.match(/<th scope="row"/g)).toHaveLength(24);
  expect(page.markup).toContain("Rows that could not be read: 1");
});

test("unknown codes are shown as they came", async () => {
  proxy.bend((_, envelope) => bent(envelope, ["unknown codes"]));
  for (const path of ["/shipments/index", "/quote/index", "/booking/index"])
    expect((await browser.open(path)).markup).toContain("ZZ_NEW");
});

test("times are the same whatever form they come in", async () => {
  const texts = async (name: (typeof bendingNames)[number] | null) => {
    proxy.bend(name && ((_, envelope) => bent(envelope, [name])));
    const { markup } = await browser.open("/shipments/index?pageSize=25");
    return markup.match(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/g);
  };
  const straight = await texts(null);
  expect(straight?.length).toBeGreaterThan(25);
  for (const name of ["times with T", "times without seconds", "times with an offset"] as const)
    expect(await texts(name)).toEqual(straight);
});

test("randomly distorted answers lead to no blank screen and no false statement", {
  tags: "slow",
}, async () => {
  const failures: unknown[] = [];
  for (let seed = 1; seed <= DRAWS; seed++) {
    const random = randomOf(seed);
    const path = screens[seed % screens.length] as string;
    // The page's main answer is modified; sometimes the user's as well.
    const isUserBent = random() < 0.1;
    proxy.bend((called, envelope) =>
      called.includes("getUser") && !isUserBent ? JSON.stringify(envelope) : bentAtRandom(envelope, random),
    );
    const fault = faultOf(await browser.get(path));
    if (fault) failures.push({ seed, path, fault });
  }
  expect(failures).toEqual([]);
});
