import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Product, seededFolder, startProduct } from "#tests/support/product.ts";
import { pagesOf } from "./pages-of.ts";
import { listOf, pinApart, saturate, type Target } from "./portal-load.ts";
import { percentile } from "./seeded-provider.ts";

/**
 * Processor time of the portal for each page that the demonstration's account has, in milliseconds and against the
 * shipment list of the same run. With `--before`, a checkout of an earlier version with its `node_modules` takes turns,
 * on data of the same kind.
 * node tests/bench/screens.ts [--before /path/of/checkout] [--seconds 2] [--rounds 3] [--encoding br] [--only detail]
 */
const { values: given } = parseArgs({
  options: {
    before: { type: "string" },
    seconds: { type: "string", default: "2" },
    rounds: { type: "string", default: "3" },
    encoding: { type: "string", default: "br" },
    only: { type: "string", default: "" },
  },
});
const LIST = "/shipments/index";

const load = { encoding: given.encoding, seconds: Number(given.seconds), connections: 4 };

async function addressesOf(product: Product): Promise<string[]> {
  return (await pagesOf(product))
    .filter((page) => !page.isForVisitors && !page.isForDesk && page.address !== LIST)
    .map(({ address }) => address)
    .filter((address) => address.includes(given.only));
}

/** Median of the rounds; null for an address that answers with another status. */
async function costOf(targets: readonly Target[], address: string): Promise<(number | null)[]> {
  const costs = targets.map((): number[] => []);
  for (let round = 0; round < Number(given.rounds); round++)
    for (const [at, target] of targets.entries()) {
      const page = { ...target, url: new URL(address, target.url).href };
      const answer = await fetch(page.url, { headers: { cookie: page.cookie }, redirect: "manual" });
      await answer.arrayBuffer();
      if (answer.status === 200) costs[at]?.push((await saturate(page, load)).cpuMs);
    }
  return costs.map((each) => (each.length > 0 ? percentile(each, 0.5) : null));
}

const seeded = await seededFolder();
const products: Product[] = [];
try {
  products.push(await startProduct({ RATE_LIMITS: "off" }, seeded));
  if (given.before) products.push(await startProduct({ RATE_LIMITS: "off" }, seeded, given.before));
  const targets: Target[] = [];
  for (const product of products) targets.push(await listOf(product));
  pinApart(products, targets);
  for (const target of targets) await saturate(target, { ...load, seconds: 4 });
  const [list = 1, listBefore] = await costOf(targets, LIST);
  const told = [{ address: LIST, now: list, before: listBefore }];
  for (const address of await addressesOf(products[0]!)) {
    const [now = null, before] = await costOf(targets, address);
    if (now !== null) told.push({ address, now, before });
  }
  console.log(`load average ${readFileSync("/proc/loadavg", "utf8").split(" ")[0]}, ${given.encoding}`);
  console.log("| page | CPU ms | of the list | before | now of before |");
  console.log("|---|---|---|---|---|");
  for (const { address, now, before } of told.sort((one, other) => (other.now ?? 0) - (one.now ?? 0))) {
    const cells = [now?.toFixed(1), `${((now ?? 0) / (list ?? 1)).toFixed(2)}x`];
    cells.push(...(before && now ? [before.toFixed(1), `${(now / before).toFixed(2)}x`] : ["", ""]));
    console.log(`| ${address} | ${cells.join(" | ")} |`);
  }
  const ratios = told.flatMap(({ now, before }) => (now && before ? [now / before] : []));
  if (ratios.length > 0) console.log(`median of before: ${percentile(ratios, 0.5).toFixed(2)}x`);
} finally {
  for (const product of products) await product.stop();
}
