import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import pg from "pg";
import { COPIED_TABLES, pageStatements, SOURCES } from "./company-keys-tables.ts";
import { percentile, seededDatabase, startBenchServer } from "./seeded-provider.ts";
import { type SessionCost, sessionCost } from "./session-cost.ts";
import { zipfBounds } from "./zipf.ts";

/**
 * What keys that begin with the company cost an operator of one machine (app/decisions/scale-and-sizing.md):
 * the largest tables twice in one database, as the migrations make them and with `company_id` first in every unique
 * key and in the children, each filled with copies of the demonstration's shipments, which companies of Zipf size share.
 * Bytes, then shipments and events stored, then pages read, in turns.
 * node tests/bench/company-keys.ts [--copies 50] [--companies 2000] [--rounds 12]
 */
const { values } = parseArgs({
  options: {
    copies: { type: "string", default: "50" },
    companies: { type: "string", default: "2000" },
    rounds: { type: "string", default: "12" },
  },
});
const [copies, companies, rounds] = [Number(values.copies), Number(values.companies), Number(values.rounds)];
const WARM_UP = 2;
const VARIANTS = ["keys_now", "keys_company"] as const;
type Variant = (typeof VARIANTS)[number];

const server = await startBenchServer();
const connection = await seededDatabase(server, SOURCES);
const client = new pg.Client(connection);
await client.connect();
const admin = new pg.Client(server.adminConnection);
await admin.connect();
await client.query(
  "set max_parallel_maintenance_workers = 0; set maintenance_work_mem = '256MB'; set work_mem = '128MB'",
);

const columnsOf = async (table: string): Promise<string[]> =>
  (
    await client.query<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum",
      [`public.${table}`],
    )
  ).rows.map(({ name }) => name);

async function makeSources(): Promise<void> {
  await client.query(`
    drop schema if exists keys_now cascade; drop schema if exists keys_company cascade;
    create schema keys_now; create schema keys_company;
    drop table if exists source, event_source, company_of;
    create table source as select id, row_number() over (order by id) - 1 as n, row_number() over (order by id) - 1 as leader
      from shipment;
    create unique index on source (id); select setseed(0.42)`);
  // Shipments that share an event are of one company: of the demonstration's events, 0.7 % are of two.
  for (let moved = 1; moved; ) {
    const { rowCount } = await client.query(`
      update source s set leader = l.least from (
        select a.shipment_id, min(o.leader) as least from event_shipment a join event_shipment b on b.event_id = a.event_id
        join source o on o.id = b.shipment_id group by 1) l
      where l.shipment_id = s.id and l.least < s.leader`);
    moved = rowCount ?? 0;
  }
  await client.query(`
    create table event_source as select l.event_id, min(s.leader) as leader
      from event_shipment l join source s on s.id = l.shipment_id group by 1`);
  await client.query("create unique index on event_source (event_id)");
  await client.query("vacuum analyze source, event_source");
  const bounds = zipfBounds(companies).slice(0, -1);
  await client.query(
    `create table company_of as select i, n, null::bigint as company_id from generate_series(0, ${copies + rounds + WARM_UP}) i,
      generate_series(0, ${SOURCES - 1}) n`,
  );
  await client.query("update company_of set company_id = width_bucket(random(), $1::float8[]) + 1", [bounds]);
  await client.query("create unique index on company_of (i, n) include (company_id)");
  await client.query("vacuum analyze company_of");
}

/** Rows of the copies `from` to `to` of some shipments, or of all. */
async function copy(
  variant: Variant,
  table: string,
  from: number,
  to: number,
  where = "true",
): Promise<void> {
  const { set, source } = COPIED_TABLES[table]!;
  const columns = await columnsOf(table);
  const isAdded = variant === "keys_company" && !columns.includes("company_id");
  const told = columns.map((name) => (name === "company_id" ? "c.company_id" : (set[name] ?? `r.${name}`)));
  await client.query(
    `
    insert into ${variant}.${table} (${[...(isAdded ? ["company_id"] : []), ...columns].join(", ")})
    select ${[...(isAdded ? ["c.company_id"] : []), ...told].join(", ")}
    from generate_series(${from}, ${to}) i cross join (select r.*, ${source} as "its source" from public.${table} r where ${where}) r
    join company_of c on c.i = i.i and c.n = r."its source"`
      .replaceAll(/\bi \* /g, "i.i * ")
      .replaceAll(/\|\| i\b/g, "|| i.i"),
  );
}

async function build(variant: Variant): Promise<void> {
  const isNew = variant === "keys_company";
  for (const table of Object.keys(COPIED_TABLES)) {
    const hasCompany = (await columnsOf(table)).includes("company_id");
    await client.query(
      `create table ${variant}.${table} (${isNew && !hasCompany ? "company_id bigint not null, " : ""}like public.${table})`,
    );
    await copy(variant, table, 0, copies - 1);
    const { rows } = await client.query<{ definition: string; isUnique: boolean; isPrimary: boolean }>(
      `select pg_get_indexdef(indexrelid) as definition, indisunique as "isUnique", indisprimary as "isPrimary" from pg_index
        where indrelid = $1::regclass order by 1`,
      [`public.${table}`],
    );
    for (const { definition, isUnique, isPrimary } of rows) {
      const own = definition.replace(`ON public.${table}`, `ON ${variant}.${table}`);
      const isLed = own.includes("(company_id,") || own.includes("(company_id)");
      await client.query(
        isNew && isUnique && !isLed ? own.replace(/USING btree \(/, "USING btree (company_id, ") : own,
      );
      const [, name] = /INDEX (\S+) ON/.exec(definition)!;
      if (isPrimary)
        await client.query(`alter table ${variant}.${table} add primary key using index ${name}`);
    }
  }
  for (const [table, { to = {} }] of Object.entries(COPIED_TABLES)) {
    for (const [column, key] of Object.entries(to)) {
      const [, parent, id] = /^(\w+)\((\w+)\)$/.exec(key)!;
      await client.query(
        isNew
          ? `alter table ${variant}.${table} add foreign key (company_id, ${column}) references ${variant}.${parent} (company_id, ${id}) on delete cascade`
          : `alter table ${variant}.${table} add foreign key (${column}) references ${variant}.${parent} (${id}) on delete cascade`,
      );
    }
  }
  for (const table of Object.keys(COPIED_TABLES)) await client.query(`vacuum analyze ${variant}.${table}`);
}

interface Bytes {
  table: string;
  rows: number;
  heap: number;
  indexes: number;
}

async function bytesOf(variant: Variant): Promise<Bytes[]> {
  const { rows } = await client.query<Record<keyof Bytes, string>>(
    `select relname as table, reltuples::bigint as rows, pg_table_size(oid) as heap, pg_indexes_size(oid) as indexes
      from pg_class where relnamespace = $1::regnamespace and relkind = 'r' order by pg_total_relation_size(oid) desc`,
    [variant],
  );
  return rows.map(({ table, ...sizes }) => ({
    table,
    rows: Number(sizes.rows),
    heap: Number(sizes.heap),
    indexes: Number(sizes.indexes),
  }));
}

/** Shipments of a transaction, or those whose events it stores. */
const AT_ONCE = 20;
const OF_IMPORT = Object.keys(COPIED_TABLES).slice(0, 8);

async function inTransactions(batches: readonly string[][], work: (ids: string[]) => Promise<void>) {
  for (const ids of batches) {
    await client.query("begin");
    await work(ids);
    await client.query("commit");
  }
}

const batches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );

const { rows: sourceIds } = await client.query<{ id: string }>(
  "select id from shipment order by id limit 200",
);

/** The work of a round, each with new rows of its own. */
const WRITES: Record<string, (variant: Variant, round: number) => Promise<void>> = {
  "200 shipments": (variant, round) =>
    inTransactions(
      batches(
        sourceIds.map(({ id }) => id),
        AT_ONCE,
      ),
      async (ids) => {
        for (const table of OF_IMPORT)
          await copy(
            variant,
            table,
            copies + round,
            copies + round,
            `r.${table === "shipment" ? "id" : "shipment_id"} = any('{${ids.join()}}')`,
          );
      },
    ),
  "their events": (variant, round) =>
    inTransactions(
      batches(
        sourceIds.map(({ id }) => id),
        AT_ONCE,
      ),
      async (ids) => {
        const linked = `r.event_id in (select l.event_id from event_shipment l
        where l.shipment_id = any('{${ids.join()}}')
          and not exists (select from event_shipment e where e.event_id = l.event_id and e.shipment_id < l.shipment_id))`;
        for (const table of ["event", "event_reference"])
          await copy(variant, table, copies + round, copies + round, linked);
        await copy(
          variant,
          "event_shipment",
          copies + round,
          copies + round,
          `${linked} and not exists (select from event_shipment e where e.event_id = r.event_id and e.shipment_id < r.shipment_id)`,
        );
      },
    ),
};

/** Shipments that are read, each with its company. */
const someShipments = async (count: number) =>
  (
    await client.query<{ id: string; company: string }>(
      "select id, company_id as company from keys_now.shipment order by md5(id::text) limit $1",
      [count],
    )
  ).rows;

async function readShipment(variant: Variant, { id, company }: { id: string; company: string }) {
  const isNew = variant === "keys_company";
  for (const [index, text] of pageStatements(variant, isNew).entries())
    await client.query({ name: `${variant} ${index}`, text, values: isNew ? [id, company] : [id] });
}

async function readList(variant: Variant, { company }: { company: string }): Promise<void> {
  await client.query({
    name: `${variant} list`,
    text: `
      select s.*, (select count(*) from ${variant}.event_shipment l where l.shipment_id = s.id
        ${variant === "keys_company" ? "and l.company_id = s.company_id" : ""}) as events
      from ${variant}.shipment s where company_id = $1 order by updated_at desc, id desc limit 25`,
    values: [company],
  });
}

try {
  await makeSources();
  for (const variant of VARIANTS) {
    const start = performance.now();
    await build(variant);
    console.log(`${variant} filled in ${Math.round((performance.now() - start) / 1000)} s`);
  }
  const [now, byCompany] = [await bytesOf("keys_now"), await bytesOf("keys_company")];
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1).padStart(9);
  const added = (before: number, after: number) =>
    (before ? `${((after / before - 1) * 100).toFixed(1)} %` : "").padStart(8);
  console.log(
    `\n${copies * SOURCES} shipments of ${companies} companies; MB of rows and of indexes, now and by company`,
  );
  const total = { table: "all", rows: 0, heap: 0, indexes: 0 };
  const totalNew = { ...total };
  for (const old of now) {
    const fresh = byCompany.find(({ table }) => table === old.table)!;
    for (const [sum, one] of [
      [total, old],
      [totalNew, fresh],
    ] as const) {
      sum.rows += one.rows;
      sum.heap += one.heap;
      sum.indexes += one.indexes;
    }
  }
  for (const old of [...now, total]) {
    const fresh = old === total ? totalNew : byCompany.find(({ table }) => table === old.table)!;
    console.log(
      `${old.table.padEnd(20)}${String(old.rows).padStart(10)}${mb(old.heap)}${mb(fresh.heap)}${added(old.heap, fresh.heap)}` +
        `${mb(old.indexes)}${mb(fresh.indexes)}${added(old.indexes, fresh.indexes)}   all ${added(old.heap + old.indexes, fresh.heap + fresh.indexes)}`,
    );
  }
  const shown = await someShipments(400);
  const reads: Record<string, (variant: Variant) => Promise<void>> = {
    "400 shipments read": async (variant) => {
      for (const each of shown) await readShipment(variant, each);
    },
    "400 lists read": async (variant) => {
      for (const each of shown) await readList(variant, each);
    },
  };
  console.log(
    `\nload ${loadavg()[0]!.toFixed(1)}; median ms of processor and log (kB) of a round, now and by company; ratio of each round`,
  );
  for (const [name, work] of [
    ...Object.entries(WRITES),
    ...Object.entries(reads).map(([name, read]) => [name, read] as const),
  ]) {
    const found = {
      keys_now: [] as SessionCost[],
      keys_company: [] as SessionCost[],
    };
    for (let round = 0; round < rounds + WARM_UP; round++)
      for (const variant of round % 2 ? VARIANTS : [...VARIANTS].reverse()) {
        // Whole pages go into the log after a checkpoint: both begin with one.
        await admin.query("checkpoint");
        const measured = await sessionCost(client, () => work(variant, round));
        if (round >= WARM_UP) found[variant].push(measured);
      }
    const median = (variant: Variant, of: "ms" | "wal") =>
      percentile(
        found[variant].map((each) => each[of]),
        0.5,
      );
    const ratios = found.keys_now.map(({ ms }, index) => found.keys_company[index]!.ms / ms);
    const wal = VARIANTS.map((variant) => (median(variant, "wal") / 1000).toFixed(0).padStart(8)).join("");
    const ms = VARIANTS.map((variant) => median(variant, "ms").toFixed(0).padStart(8)).join("");
    console.log(
      `${name.padEnd(20)}${ms}  log${wal} ${added(median("keys_now", "wal"), median("keys_company", "wal"))}` +
        `   ${percentile(ratios, 0.5).toFixed(2)}x (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
    );
  }
} finally {
  await client.query(
    "drop schema if exists keys_now cascade; drop schema if exists keys_company cascade; drop table if exists source, event_source, company_of",
  );
  await client.end();
  await admin.end();
  if (process.env.BENCH_DIR && server.isAdopted) server.release();
  else await server.stop();
}
