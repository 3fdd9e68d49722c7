import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseArgs, promisify } from "node:util";
import { chromium } from "@playwright/test";
import { BROWSER_ARGUMENTS, findBrowser } from "#tests/support/machine.ts";
import { freePorts, seededFolder, startProduct } from "#tests/support/product.ts";
import { pagesOf } from "./pages-of.ts";
import { signIn } from "./portal-load.ts";

/**
 * Lighthouse on every page, each as the account that it is for: its scores, and the audits that cost points, counted over
 * all pages. Lighthouse is no package of ours, since it takes as long to install as all others: npm fetches it. What it
 * says of speed holds on a quiet machine only; the other categories hold anywhere.
 *
 *   node tests/bench/lighthouse.ts [--only /shipments] [--categories performance,accessibility,best-practices]
 *     [--form mobile|desktop]
 */
const LIGHTHOUSE = "lighthouse@13.5.0";
const { values: given } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    categories: { type: "string", default: "performance,accessibility,best-practices" },
    form: { type: "string", default: "mobile" },
  },
});
interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
  runtimeError?: { message: string };
}

async function reportOf(url: string): Promise<Report> {
  const answer = await promisify(execFile)(
    "npm",
    [
      "exec",
      "--yes",
      `--package=${LIGHTHOUSE}`,
      "--",
      "lighthouse",
      url,
      "--quiet",
      "--output=json",
      `--only-categories=${given.categories}`,
      `--port=${port}`,
      "--disable-storage-reset",
      ...(given.form === "desktop" ? ["--preset=desktop"] : []),
    ],
    { maxBuffer: 1 << 28 },
  );
  return JSON.parse(answer.stdout) as Report;
}

const [port] = await freePorts(1);
const own = findBrowser();
const browser = await chromium.launch({
  ...(own === "own" ? {} : { executablePath: own }),
  args: [...BROWSER_ARGUMENTS, `--remote-debugging-port=${port}`],
});
/** In the browser's own context, which is where Lighthouse opens its pages. */
async function placeCookies(url: string, cookies: string): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await session.send("Storage.clearCookies");
  const pairs = cookies.split("; ").filter(Boolean);
  await session.send("Storage.setCookies", {
    cookies: pairs.map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return { name, value: value.join("="), url };
    }),
  });
  await session.detach();
}
const product = await startProduct({ RATE_LIMITS: "off" }, await seededFolder());
try {
  const sessions = { demo: await signIn(product.url), desk: await signIn(product.url, "desk"), visitor: "" };
  console.log(`load average ${readFileSync("/proc/loadavg", "utf8").split(" ")[0]}, ${given.form}`);
  console.log(`| page | ${given.categories.replaceAll(",", " | ")} | what costs points |`);
  const lost = new Map<string, number>();
  let pages = 0;
  let whole = 0;
  for (const { address, isForVisitors, isForDesk } of await pagesOf(product)) {
    if (!address.includes(given.only)) continue;
    const cookie = sessions[isForVisitors ? "visitor" : isForDesk ? "desk" : "demo"];
    // Lighthouse takes no page that is answered with another status, such as that of an unknown address.
    const answer = await fetch(product.url + address, { headers: { cookie }, redirect: "manual" });
    await answer.arrayBuffer();
    if (answer.status !== 200) {
      console.log(`| ${address} | answered ${answer.status} |`);
      continue;
    }
    pages++;
    await placeCookies(product.url, cookie);
    const { categories, audits, runtimeError } = await reportOf(product.url + address);
    const scores = Object.values(categories).map(({ score }) => Math.round((score ?? 0) * 100));
    if (scores.every((score) => score === 100)) whole++;
    const costly = Object.values(categories)
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id);
    for (const id of costly) lost.set(id, (lost.get(id) ?? 0) + 1);
    const told = costly.map((id) => `${id} ${audits[id]?.displayValue ?? ""}`.trim());
    console.log(`| ${address} | ${scores.join(" | ")} | ${runtimeError?.message ?? told.join(", ")} |`);
  }
  console.log(`${whole} of ${pages} pages at 100 in every category`);
  for (const [id, times] of [...lost].sort(([, one], [, other]) => other - one))
    console.log(`${id}: ${times} pages`);
} finally {
  await browser.close();
  await product.stop();
}
