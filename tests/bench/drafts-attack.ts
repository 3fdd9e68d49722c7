import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { servicePrefixes } from "#app/provider/call/route.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { DEMO_SHIPMENTS } from "#app/provider/demo/load.ts";
import { folderStore } from "#app/provider/file-store/folder.ts";
import { createServer } from "#app/provider/http/server.ts";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { servePortal } from "#tests/server/serve.ts";
import { seeded } from "#tests/support/faulty-link.ts";
import { attackSaves } from "#tests/support/save-attack.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";
import { seededDatabase, startBenchServer } from "./seeded-provider.ts";

/**
 * Two windows, two people of one name, and a connection that loses and repeats requests, on drafts, quote
 * requests and prices: prints what was lost, duplicated or overwritten silently, which should be nothing.
 * Ends with 1 if something was.
 * node tests/bench/drafts-attack.ts [--rounds 200] [--seed 1]
 */
const { values } = parseArgs({
  options: { rounds: { type: "string", default: "200" }, seed: { type: "string", default: "1" } },
});
if (!existsSync("build/server/index.js")) throw new Error("no build: run npm run build first");

const server = await startBenchServer();
const connection = await seededDatabase(server, DEMO_SHIPMENTS);
const { db, close } = openDatabase(connection);
const app = await createServer({
  secretKeys: ["a key of the tests only and of nothing else"],
  database: db,
  target: connection,
  files: folderStore(await tempFolder("attack-files")),
  config: {
    publicUrl: "http://localhost:3000",
    isRateLimited: false,
    trustedProxies: [],
    socketOrigins: { listed: [], isOwnHostEnough: true },
  },
  log: pino({ level: "silent" }),
});
await app.listen({ host: "127.0.0.1", port: 0 });
const providerUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
const portal = await servePortal({
  API_URL: providerUrl + servicePrefixes.api,
  TRACKING_API_URL: providerUrl + servicePrefixes.tracking,
  LOG_LEVEL: "silent",
});
const start = performance.now();
const { faults, befallen, ...figures } = await attackSaves({
  db,
  providerUrl,
  portalUrl: `http://127.0.0.1:${portal.port}`,
  rounds: Number(values.rounds),
  random: seeded(Number(values.seed)),
});
const { broken } = await verifyChains(db);
for (const fault of faults) console.log(fault);
console.log({ ...figures, befallen, seconds: Math.round((performance.now() - start) / 1000) });
console.log(
  `lost = ${figures.lost}, doubled = ${figures.doubled}, overwritten = ${figures.overwritten}, logs ${broken ? "broken" : "whole"}`,
);
await portal.stop();
await app.close();
await close();
await server.stop();
process.exitCode = faults.length > 0 || broken ? 1 : 0;
