import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { connectionUrl } from "#tests/support/database.ts";
import { descendants } from "#tests/support/process-tree.ts";
import { type Product, startProduct } from "#tests/support/product.ts";
import { listOf, saturate, type Target } from "./portal-load.ts";
import { seededDatabase, startBenchServer } from "./seeded-provider.ts";
import { processorMs } from "./watched-process.ts";

/**
 * What an installation takes of a machine (app/decisions/scale-and-sizing.md): the database's bytes a shipment as they lie on the
 * disk, memory of portal, provider and PostgreSQL at rest and under load, and processor time and waits of the list and of a shipment.
 * node tests/bench/sizing.ts [--shipments 2000000] [--seconds 30] [--connections 8]
 */
const { values: given } = parseArgs({
  options: {
    shipments: { type: "string", default: "2000000" },
    seconds: { type: "string", default: "30" },
    connections: { type: "string", default: "8" },
  },
});
const shipments = Number(given.shipments);

type Groups = Record<"launcher" | "portal" | "provider" | "PostgreSQL", number[]>;

function groupsOf(product: Product, portal: Target, postmaster: number): Groups {
  const launcher = Number(product.launcher.pid);
  const provider = descendants(launcher).filter(({ command }) => command.includes("provider/server.ts"));
  return {
    launcher: [launcher],
    portal: portal.pids,
    provider: provider.map(({ pid }) => pid),
    PostgreSQL: [postmaster, ...descendants(postmaster).map(({ pid }) => pid)],
  };
}

/** Memory of processes in MiB, in which what several of them share counts once: PostgreSQL's have its buffers in common. */
function memoryOf(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]);
    } catch {
      return 0;
    }
  });
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

function spentBy(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      return sum + processorMs(pid);
    } catch {
      return sum;
    }
  }, 0);
}

const inEach = (groups: Groups, show: (pids: number[]) => string) =>
  Object.entries(groups)
    .map(([name, pids]) => `${name} ${show(pids)}`)
    .join(", ");
const memoryLine = (groups: Groups) => inEach(groups, (pids) => `${memoryOf(pids).toFixed(0)} MiB`);

const server = await startBenchServer();
try {
  const connection = await seededDatabase(server, shipments);
  const client = new pg.Client(connection);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string; rows: string; heap: string; indexes: string }>(
    `select relname as name, reltuples::bigint as rows, pg_table_size(oid) as heap, pg_indexes_size(oid) as indexes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_total_relation_size(oid) desc limit 8`,
  );
  const { rows: whole } = await client.query<{ bytes: string }>(
    "select pg_database_size(current_database()) as bytes",
  );
  await client.end();
  const bytes = Number(whole[0]?.bytes);
  console.log(
    `${shipments} shipments: ${(bytes / 1e9).toFixed(2)} GB, ${(bytes / shipments / 1e3).toFixed(2)} kB each`,
  );
  for (const { name, rows, heap, indexes } of tables)
    console.log(
      `  ${name.padEnd(22)}${rows.padStart(10)} rows, ${(Number(heap) / 1e6).toFixed(0)} MB, indexes ${(Number(indexes) / 1e6).toFixed(0)} MB`,
    );

  const product = await startProduct({
    DATABASE_URL: connectionUrl(connection),
    RATE_LIMITS: "off",
    // A kept database knows its key, and the product's folder is a new one each time.
    SECRETS_KEY: "a key of the benches only and of nothing else",
  });
  try {
    const list = await listOf(product);
    const page = await (await fetch(list.url, { headers: { cookie: list.cookie } })).text();
    const [address] = /\/shipments\/detail\/[^"'?#]+/.exec(page) ?? [];
    if (!address) throw new Error("The list shows no shipment");
    const shipment = { ...list, name: "shipment", url: new URL(address, list.url).href };
    await sleep(10_000);
    const groups = () => groupsOf(product, list, Number(server.pid()));
    console.log(`at rest: ${memoryLine(groups())}`);
    for (const target of [list, shipment]) {
      const load = { encoding: "br", seconds: Number(given.seconds), connections: Number(given.connections) };
      const alone = await saturate(target, { ...load, connections: 1 });
      // Connections of the provider's pool are made by now, so that the same processes are there before and after.
      const measured = groups();
      const before = Object.values(measured).map(spentBy);
      const full = await saturate(target, load);
      const pages = full.perSecond * load.seconds;
      const costs = inEach(
        measured,
        (pids) =>
          `${((spentBy(pids) - before[Object.values(measured).indexOf(pids)]!) / pages).toFixed(1)} ms`,
      );
      console.log(
        `${target.name}: alone p50 ${alone.p50.toFixed(0)} ms, p99 ${alone.p99.toFixed(0)} ms; on ${given.connections} connections ${full.perSecond.toFixed(0)} a second; processor a page: ${costs}`,
      );
      console.log(`  after it: ${memoryLine(groups())}`);
    }
    console.log(`load average ${loadavg()[0]!.toFixed(1)}`);
  } finally {
    await product.stop();
  }
} finally {
  if (process.env.BENCH_DIR && server.isAdopted) server.release();
  else await server.stop();
}
