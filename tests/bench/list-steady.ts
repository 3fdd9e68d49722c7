import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { startProduct } from "#tests/support/product.ts";
import { atRate, listOf, pinApart, residentMiB, saturate } from "./portal-load.ts";

/**
 * The portal under constant load (targets "The server"): the list page in brotli at 50 a second (p99 at most
 * 100 ms), memory after a minute of saturation (400 MiB at most) and its growth in the following minutes (5
 * %).
 * node tests/bench/list-steady.ts [--minutes 10] [--processes 1]
 */
const { values: given } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, processes: { type: "string", default: "1" } },
});

const product = await startProduct({ RATE_LIMITS: "off", PORTAL_PROCESSES: given.processes });
try {
  const list = await listOf(product);
  pinApart([product], [list]);
  await atRate(list, { encoding: "br", seconds: 10, perSecond: 20 });
  const idle = residentMiB(list);
  const { perSecond, p50, p99 } = await atRate(list, { encoding: "br", seconds: 30, perSecond: 50 });
  console.log(`${perSecond.toFixed(1)} pages a second: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
  console.log("| minute of saturation | pages/s | p99 ms | resident MiB | against the first |");
  console.log("|---|---|---|---|---|");
  let first = 0;
  for (let minute = 1; minute <= Number(given.minutes) + 1; minute++) {
    const load = await saturate(list, { encoding: "br", seconds: 60, connections: 16 });
    const resident = residentMiB(list);
    first ||= resident;
    const growth = `${((resident / first - 1) * 100).toFixed(1)} %`;
    console.log(
      `| ${minute} | ${load.perSecond.toFixed(0)} | ${load.p99.toFixed(0)} | ${resident.toFixed(0)} | ${growth} |`,
    );
  }
  console.log(`Resident before: ${idle.toFixed(0)} MiB; load average ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await product.stop();
}
