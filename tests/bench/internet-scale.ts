import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { type Measured, measure } from "./internet-scale-measured.ts";
import { zipfBounds } from "./zipf.ts";

/**
 * 50,000 companies of Zipf size with 100 million shipments, on paper (app/decisions/scale-and-sizing.md):
 * bytes and processor times are measured first, on databases of the demonstration; every other number is an assumption
 * and an option. It says which limit of one primary is reached first, how uneven companies fall on several, and what it costs.
 * node tests/bench/internet-scale.ts [--shipments 100000000] [--companies 50000] [--zipf 1] [--measured 1000000] ...
 */
const ASSUMED = {
  shipments: 100_000_000,
  companies: 50_000,
  /** Exponent of Zipf's law. */
  zipf: 1,
  /** Years that a shipment is kept. */
  years: 5,
  peoplePerCompany: 6,
  /** Share of people who work on a day, and pages that each looks at. */
  activeShare: 0.4,
  pagesPerDay: 40,
  callsPerPage: 1.3,
  /** The busiest second by the day's mean over eight hours. */
  peak: 3,
  /** Days in which a shipment is looked at and changed; what is older is rarely read. */
  liveDays: 75,
  /** Events an hour at the worst by the mean: carriers send in batches. */
  eventPeak: 5,
  /** Milliseconds of a core: a list page in the portal (look-and-bytes.md, br), and an event stored and counted
   * (1,000 a second on two cores: carriers-events.md). */
  portalMs: 13,
  eventMs: 2,
  /** Documents in the file store: bytes of each. */
  documentBytes: 200_000,
  /** What one primary can be: cores, memory, and the bytes that are restored within the hours that an operator may be away. */
  primaryCores: 64,
  primaryMemoryGb: 512,
  restoreHours: 4,
  restoreMbPerSecond: 300,
  /** Share of a core's time that is planned for. */
  busy: 0.5,
  /** Databases that the companies would be spread over, and shards of each table. */
  nodes: 8,
  shards: 256,
  /** List prices in USD a month, of no vendor: a core with 4 GB, a further GB of memory, a GB of SSD, a GB of object storage. */
  corePrice: 30,
  memoryPrice: 3,
  ssdPrice: 0.1,
  objectPrice: 0.023,
  /** What is measured: shipments of the larger database, calls of each kind. */
  measured: 1_000_000,
  calls: 300,
};

type Assumed = typeof ASSUMED;
const DAY_S = 8 * 3_600;
const GB = 1e9;

function optionsOf(): Assumed {
  const { values } = parseArgs({
    options: Object.fromEntries(Object.keys(ASSUMED).map((name) => [name, { type: "string" as const }])),
  });
  return {
    ...ASSUMED,
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)])),
  };
}

/** What an installation of so many shipments needs at its busiest. */
function loadOf(shipments: number, measured: Measured, a: Assumed) {
  const heap = sum(measured.tables.map(({ heapBytes }) => heapBytes));
  const indexes = sum(measured.tables.map(({ indexBytes }) => indexBytes));
  const events = measured.tables.find(({ table }) => table === "event")?.rows ?? 0;
  // People grow with shipments, as companies do.
  const people = a.companies * a.peoplePerCompany * (shipments / a.shipments);
  const pages = ((people * a.activeShare * a.pagesPerDay) / DAY_S) * a.peak;
  const eventsPerSecond = ((shipments / a.years / 365) * events * a.eventPeak) / 86_400;
  const mean = (of: "provider" | "database") =>
    sum(measured.calls.map((call) => call[of])) / measured.calls.length / 1000;
  const live = Math.min(1, a.liveDays / 365 / a.years);
  return {
    shipments,
    bytes: shipments * (heap + indexes),
    indexBytes: shipments * indexes,
    /** Rows that are looked at, and the upper part of the indexes of the others. */
    workingSet: shipments * (live * (heap + indexes) + (1 - live) * indexes * 0.05),
    people,
    pages,
    eventsPerSecond,
    portalCores: (pages * a.portalMs) / 1000 / a.busy,
    providerCores: (pages * a.callsPerPage * mean("provider")) / a.busy,
    databaseCores:
      (pages * a.callsPerPage * mean("database") + (eventsPerSecond * a.eventMs) / 1000) / a.busy,
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The shipments at which each resource of one primary is used up; all of them grow in proportion. */
function limitsOf(measured: Measured, a: Assumed) {
  const load = loadOf(a.shipments, measured, a);
  const restorable = a.restoreHours * 3_600 * a.restoreMbPerSecond * 1e6;
  return [
    ["restoring it within the hours", restorable / load.bytes],
    ["memory for the working set", (a.primaryMemoryGb * GB * 0.75) / load.workingSet],
    ["cores of the database", a.primaryCores / load.databaseCores],
  ]
    .map(([name, share]) => ({ name: name as string, shipments: (share as number) * a.shipments }))
    .sort((one, other) => one.shipments - other.shipments);
}

/** By how much the fullest of so many databases is fuller than the mean. */
function skewOf(nodes: number, a: Assumed) {
  const bounds = zipfBounds(a.companies, a.zipf);
  const sizes = bounds.map((bound, index) => bound - (bounds[index - 1] ?? 0));
  const shards = new Float64Array(a.shards);
  for (const [company, size] of sizes.entries()) shards[hashOf(company) % a.shards]! += size;
  const inTurn = new Float64Array(nodes);
  for (const [shard, size] of shards.entries()) inTurn[shard % nodes]! += size;
  // As a rebalancer by bytes does: the largest shard to the emptiest node.
  const balanced = new Float64Array(nodes);
  for (const size of [...shards].sort((one, other) => other - one))
    balanced[balanced.indexOf(Math.min(...balanced))]! += size;
  const times = (filled: Float64Array) => Math.max(...filled) * nodes;
  return {
    largest: sizes[0]!,
    fullestShard: Math.max(...shards),
    inTurn: times(inTurn),
    balanced: times(balanced),
  };
}

const hashOf = (company: number): number =>
  createHash("md5").update(String(company)).digest().readUInt32BE(0);

const a = optionsOf();
const measured = await measure(a.measured, a.calls);
const load = loadOf(a.shipments, measured, a);
const count = (value: number) => Math.round(value).toLocaleString("en");
const size = (bytes: number) =>
  bytes >= 1e12 ? `${(bytes / 1e12).toFixed(2)} TB` : `${(bytes / GB).toFixed(1)} GB`;

console.log("measured, a shipment: rows, bytes of rows, bytes of indexes");
for (const { table, rows, heapBytes, indexBytes } of measured.tables.slice(0, 16))
  console.log(
    `  ${table.padEnd(22)}${rows.toFixed(2).padStart(8)}${count(heapBytes).padStart(9)}${count(indexBytes).padStart(9)}`,
  );
const [heap, indexes] = (["heapBytes", "indexBytes"] as const).map((of) =>
  sum(measured.tables.map((table) => table[of])),
);
console.log(
  `  ${`all ${measured.tables.length}`.padEnd(30)}${count(heap!).padStart(9)}${count(indexes!).padStart(9)}`,
);
console.log("measured, ms of a core: provider, database");
for (const { name, provider, database } of measured.calls)
  console.log(`  ${name.padEnd(22)}${provider.toFixed(2).padStart(8)}${database.toFixed(2).padStart(8)}`);
console.log(
  `assumed: ${Object.entries(a)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ")}`,
);

const largest = skewOf(1, a).largest;
console.log(`\n${count(a.shipments)} shipments of ${count(a.companies)} companies`);
console.log(
  `  ${size(load.bytes)}, of which indexes ${size(load.indexBytes)}; working set ${size(load.workingSet)}`,
);
console.log(
  `  the largest company ${(largest * 100).toFixed(1)} %: ${count(largest * a.shipments)} shipments, ${size(largest * load.bytes)}`,
);
console.log(
  `  ${count(load.people)} people, at the busiest ${count(load.pages)} pages and ${count(load.eventsPerSecond)} events a second`,
);
console.log(
  `  cores, ${a.busy * 100} % busy: portal ${load.portalCores.toFixed(1)}, provider ${load.providerCores.toFixed(1)}, database ${load.databaseCores.toFixed(1)}`,
);
console.log("\none primary reaches its limit at (shipments):");
const limits = limitsOf(measured, a);
for (const { name, shipments } of limits) {
  const at = loadOf(shipments, measured, a);
  console.log(
    `  ${name.padEnd(30)}${count(shipments).padStart(16)}, ${size(at.bytes)}, working set ${size(at.workingSet)}, ${count(at.people)} people, ${count(at.pages)} pages a second`,
  );
}
console.log("\ncompanies spread by hash: fullest database by the mean");
for (const nodes of [2, 4, 8, 16, 32]) {
  const { inTurn, balanced, fullestShard } = skewOf(nodes, a);
  console.log(
    `  ${String(nodes).padStart(2)} databases: ${inTurn.toFixed(2)}x, shards balanced by bytes ${balanced.toFixed(2)}x; fullest of ${a.shards} shards ${(fullestShard * 100).toFixed(1)} %`,
  );
}

const files =
  a.shipments *
  (measured.tables.find(({ table }) => table === "shipment_document")?.rows ?? 0) *
  a.documentBytes;
const programs = Math.ceil(load.portalCores + load.providerCores) * a.corePrice;
/** Each database three times: a primary and two standbys. */
const databases = (nodes: number) => {
  const cores = Math.max(4, Math.ceil(load.databaseCores / nodes)) * nodes;
  const memory = Math.max(0, load.workingSet / 0.75 / GB - cores * 4);
  return 3 * (cores * a.corePrice + memory * a.memoryPrice + (load.bytes / GB) * 1.5 * a.ssdPrice);
};
const archive = ((load.bytes * 2) / GB) * a.objectPrice;
console.log(
  "\nUSD a month at the assumed prices (portal and provider, databases three times, archive, files):",
);
for (const [name, nodes] of [
  ["one primary, if it could be", 1],
  [`${a.nodes} databases`, a.nodes],
] as const) {
  const parts = [programs, databases(nodes), archive, (files / GB) * a.objectPrice];
  console.log(
    `  ${name.padEnd(30)}${parts.map((part) => count(part).padStart(9)).join("")}   ${count(sum(parts)).padStart(9)}, ${(sum(parts) / a.companies).toFixed(2)} a company`,
  );
}
console.log(`  files: ${size(files)}`);
