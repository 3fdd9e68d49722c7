import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startEmbedded } from "#app/provider/db/embedded.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

/**
 * `node tests/bench/fresh-start.ts [--root DIR,DIR] [--times 2] [--data]`: a first start, without a build and without
 * data, of one or more checkouts in turns: seconds until the data are there, until the product is ready, and until the
 * list of a signed-in person has come, with the processor time of all processes. `--data`: the steps of the provider
 * alone, one after the other, with the statements of the last.
 */
const { values } = parseArgs({
  options: {
    root: { type: "string", default: "." },
    times: { type: "string", default: "2" },
    data: { type: "boolean", default: false },
  },
});
const TICK_MS = 10;
const roots = values.root.split(",").map((root) => resolve(root));

/** Processor time of this process' children that have ended, and of theirs. */
function childrensMs(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

async function wholeStart(root: string): Promise<void> {
  const { startProduct } = await import("#tests/support/product.ts");
  const { listOf } = await import("./portal-load.ts");
  await rm(join(root, "build"), { recursive: true, force: true });
  const before = childrensMs();
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  const product = await startProduct({ LOG_LEVEL: "info" }, undefined, root);
  const ready = seconds();
  const { url, cookie } = await listOf(product);
  const { status } = await fetch(url, { headers: { cookie } });
  const shown = seconds();
  const [, data = "?"] = /shipments in ([\d.]+) s/.exec(product.output()) ?? [];
  await product.stop();
  const worked = ((childrensMs() - before) / 1000).toFixed(1);
  console.log(
    `${root}: data in ${data} s, ready after ${ready} s, list (${status}) after ${shown} s, processor ${worked} s`,
  );
}

async function dataSteps(root: string): Promise<void> {
  const part = (path: string) => import(join(root, "app", "provider", path));
  const started = performance.now();
  let last = started;
  const step = (name: string) => {
    const now = performance.now();
    console.log(`  ${name.padEnd(28)} ${((now - last) / 1000).toFixed(2)} s`);
    last = now;
  };
  console.log(root);
  const [{ migrate }, { openDatabase }, { loadReference }, { loadDemo }, { folderStore }] = await Promise.all(
    [
      part("db/migrate.ts"),
      part("db/database.ts"),
      part("reference/load.ts"),
      part("demo/load.ts"),
      part("file-store/folder.ts"),
    ],
  );
  step("modules");
  const dataDir = await tempFolder("fresh-start");
  const quiet = { info: () => {}, warn: () => {}, error: console.error };
  const server = await startEmbedded({ dataDir, log: quiet });
  step("database made and started");
  await migrate(server.connection);
  step("migrations");
  const { db, pool, close } = openDatabase(server.connection, {
    poolSize: 2,
    isUnhurried: true,
    isPipelined: true,
  });
  let statements = 0;
  pool.on("connect", (client: { query: (...given: unknown[]) => unknown }) => {
    const query = client.query.bind(client);
    client.query = (...given) => {
      statements++;
      return query(...given);
    };
  });
  await loadReference(db);
  step("reference data");
  const earlier = statements;
  const before = process.cpuUsage();
  await loadDemo(db, { today: new Date(), files: folderStore(join(dataDir, "files")), log: quiet });
  const { user, system } = process.cpuUsage(before);
  step("demonstration");
  console.log(
    `  ${statements - earlier} statements, ${((user + system) / 1e6).toFixed(2)} s of this process`,
  );
  await close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

for (let time = 0; time < Number(values.times); time++)
  for (const root of roots) await (values.data ? dataSteps(root) : wholeStart(root));
