import { parseArgs } from "node:util";
import { startBendingProxy } from "#tests/support/bending-proxy.ts";
import { bentAtRandom, randomOf } from "#tests/support/bendings.ts";
import { faultOf, screensOf } from "#tests/support/bent-screens.ts";
import { startPortal } from "#tests/support/portal.ts";
import { startProduct } from "#tests/support/product.ts";

/**
 * Random modifications of real answers (issue 10): every screen repeatedly, with one to four fields of each
 * answer changed. No screen may be blank or show an unexpected error.
 * node tests/bench/bend.ts [--count 10000] [--seed 1] [--screen /quote/detail]
 */
const { values: given } = parseArgs({
  options: {
    count: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    screen: { type: "string", default: "" },
  },
});
const first = Number(given.seed);
const count = Number(given.count);

const product = await startProduct({ RATE_LIMITS: "off", LOG_LEVEL: "error" });
const proxy = await startBendingProxy(product.providerUrl);
const portal = await startPortal(proxy, { RATE_LIMITS: "off", LOG_LEVEL: process.env.TEST_LOG ?? "silent" });
const browsers = await Promise.all(["demo", "chen"].map((account) => portal.signedIn(account)));
const screens = await screensOf(browsers[0]!);
const statuses = new Map<number, number>();
let failures = 0;
const startedAt = Date.now();
for (let seed = first; seed < first + count; seed++) {
  const random = randomOf(seed);
  const path = screens[seed % screens.length]!;
  if (!path.includes(given.screen)) continue;
  const isUserBent = random() < 0.1;
  proxy.bend((called, envelope) =>
    called.includes("getUser") && !isUserBent ? JSON.stringify(envelope) : bentAtRandom(envelope, random),
  );
  const page = await browsers[seed % 7 === 0 ? 1 : 0]!.get(path);
  statuses.set(page.status, (statuses.get(page.status) ?? 0) + 1);
  const fault = faultOf(page);
  if (!fault) continue;
  failures += 1;
  console.log(`seed ${seed} ${path}: ${fault}`);
}
const seconds = Math.round((Date.now() - startedAt) / 1000);
console.log(`${count} bendings of ${screens.length} screens in ${seconds} s: ${failures} failures`, statuses);
await proxy.stop();
await product.stop();
process.exitCode = failures > 0 ? 1 : 0;
