import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import pg from "pg";
import type { EmbeddedServer } from "#app/provider/db/embedded.ts";
import { percentile, seededDatabase, startBenchServer } from "./seeded-provider.ts";

/**
 * Whether partitions by month of receipt pay for carriers' events and for messages: bytes by table and index, then the
 * same work in turns on one table ("flat") and on a table with a partition a month and a table of keys that is not
 * partitioned ("parts"). Rows are copies of the demonstration's own events and messages.
 * node tests/bench/partitions.ts [--events 600000] [--messages 300000] [--months 24] [--rounds 40]
 */
const { values } = parseArgs({
  options: {
    events: { type: "string", default: "600000" },
    messages: { type: "string", default: "300000" },
    months: { type: "string", default: "24" },
    rounds: { type: "string", default: "40" },
  },
});
const [events, messages, months, rounds] = [
  Number(values.events),
  Number(values.messages),
  Number(values.months),
  Number(values.rounds),
];
const BATCH = 250;
const VACUUMS = 4;
const SHAPES = ["flat", "parts"] as const;
type Shape = (typeof SHAPES)[number];

const server: EmbeddedServer = await startBenchServer();
const connection = await seededDatabase(server, 1_000);
const client = new pg.Client({ ...connection });
await client.connect();
const run = (text: string, given: unknown[] = []) => client.query(text, given);
const one = async (text: string, given: unknown[] = []) => (await run(text, given)).rows[0];

/** Columns that are given; `facts` follows from them. */
const { list: COLUMNS } = await one(`
  select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as list from information_schema.columns
  where table_schema = 'public' and table_name = 'event' and is_generated = 'NEVER'`);
const monthStart = (index: string) => `timestamptz '2024-01-01' + make_interval(months => ${index})`;

async function makeTables(): Promise<void> {
  await run(`drop schema if exists flat cascade; drop schema if exists parts cascade;
    create schema flat; create schema parts;
    create table flat.event (like public.event including all);
    create table flat.message (like public.message including all);
    create table flat.message_search (like public.message_search including all);
    create table parts.event_key (event_id text primary key, stored_at timestamptz not null);
    create table parts.event (like public.event including defaults including generated including constraints)
      partition by range (stored_at);
    create index on parts.event (event_id);
    create index on parts.event (stored_at);
    create table parts.message_key (channel_id bigint, sender_id bigint, client_id text,
      unique (channel_id, sender_id, client_id));
    create table parts.message (like public.message including defaults including constraints)
      partition by range (created_at);
    create index on parts.message (channel_id, sequence);
    create index on parts.message (sender_id, channel_id, sequence);
    create index on parts.message (company_id, created_at desc, id desc);
    create index on parts.message (created_at desc, id desc);
    create index on parts.message (id);
    create table parts.message_search (like public.message_search, created_at timestamptz not null)
      partition by range (created_at);
    create index on parts.message_search using gin (grams)`);
  for (const [shape, key] of [
    ["flat", "flat.event"],
    ["parts", "parts.event_key"],
  ])
    await run(`
      create table ${shape}.event_reference (like public.event_reference including all,
        foreign key (event_id) references ${key} on delete cascade);
      create table ${shape}.event_shipment (like public.event_shipment including all, stored_at timestamptz,
        foreign key (event_id) references ${key} on delete cascade)`);
  for (let month = 0; month <= months; month++)
    for (const table of ["event", "message", "message_search"])
      await run(`create table parts.${table}_${month} partition of parts.${table}
        for values from ('${await startOf(month)}') to ('${await startOf(month + 1)}')`);
}
const startOf = async (month: number): Promise<string> =>
  (await one(`select (${monthStart("$1::int")})::text as at`, [month])).at;

/** Copies of the demonstration's events whose payload is as it came, spread over the months. */
async function fill(): Promise<void> {
  const given = COLUMNS.replace(/\bevent_id\b/, "'MAEU:' || md5(n::text)::uuid as event_id").replace(
    /\bstored_at\b/,
    `${monthStart("0")} + (n::float8 / ${events}) * (${monthStart(String(months))} - ${monthStart("0")}) as stored_at`,
  );
  await run(`
    create temp table source as select row_number() over (order by event_id) as row, e.* from public.event e
      where payload <> '{}' and payload->'desk' is null;
    create temp table made as select n from generate_series(1, ${events}) n;
    create index on source (row); analyze source; analyze made`);
  const { count } = await one("select count(*)::int from source");
  const named = `made join source s on s.row = 1 + (n::bigint * 7919) % ${count}`;
  await run(`insert into flat.event (${COLUMNS}) select ${given} from ${named}`);
  await run(`
    insert into flat.event_reference select 'MAEU:' || md5(n::text)::uuid, r.kind, 'R' || r.value_key || n % 50000
      from ${named} join public.event_reference r on r.event_id = s.event_id;
    insert into flat.event_shipment (event_id, shipment_id, is_digested, stored_at)
      select e.event_id, 1 + row_number() over (order by e.stored_at) / 30, true, e.stored_at from flat.event e;
    insert into parts.event_key select event_id, stored_at from flat.event;
    insert into parts.event (${COLUMNS}) select ${COLUMNS} from flat.event;
    insert into parts.event_reference select * from flat.event_reference;
    insert into parts.event_shipment select * from flat.event_shipment`);
  await run(`
    create temp table spoken as select row_number() over (order by m.id) as row, m.*, g.grams
      from public.message m join public.message_search g on g.message_id = m.id`);
  const said = await one("select count(*)::int from spoken");
  await run(`
    insert into flat.message select n, n / 25, s.company_id, 1 + n % 25, s.sender_id, s.sender_name, s.is_forwarder,
        s.body, s.search_text, gen_random_uuid()::text,
        ${monthStart("0")} + (n::float8 / ${messages}) * (${monthStart(String(months))} - ${monthStart("0")})
      from generate_series(1, ${messages}) n join spoken s on s.row = 1 + (n::bigint * 7919) % ${said.count};
    insert into flat.message_search select n, s.company_id, s.grams
      from generate_series(1, ${messages}) n join spoken s on s.row = 1 + (n::bigint * 7919) % ${said.count};
    insert into parts.message_key select channel_id, sender_id, client_id from flat.message on conflict do nothing;
    insert into parts.message select * from flat.message;
    insert into parts.message_search select g.*, m.created_at from flat.message_search g join flat.message m on m.id = g.message_id`);
  const { rows } = await run(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('flat', 'parts')",
  );
  for (const { name } of rows) await run(`vacuum analyze ${name}`);
}

async function tellSizes(): Promise<void> {
  const per = (bytes: string, count: number) => `${(Number(bytes) / count).toFixed(0)} B`;
  const { rows } = await run(`
    select c.relname as name, pg_table_size(c.oid) as own, t.index, t.bytes from pg_class c
    left join lateral (select i.indexrelid::regclass::text as index, pg_relation_size(i.indexrelid) as bytes
      from pg_index i where i.indrelid = c.oid) t on true
    where c.relnamespace = 'flat'::regnamespace and c.relkind = 'r' order by 1, 4 desc`);
  const told = new Set<string>();
  for (const { name, own, index, bytes } of rows) {
    const count = name.startsWith("event") ? events : messages;
    if (!told.has(name)) console.log(`${name}: ${per(own, count)} a row of its kind`);
    told.add(name);
    console.log(`  ${index}: ${per(bytes, count)}`);
  }
  const { payload, facts, row } = await one(`
    select avg(pg_column_size(payload)) as payload, avg(pg_column_size(facts)) as facts, avg(pg_column_size(e.*)) as row
    from flat.event e`);
  console.log(
    `of an event's row of ${Math.round(row)} B: payload ${Math.round(payload)} B, facts ${Math.round(facts)} B`,
  );
  for (const shape of SHAPES) {
    const { event, message } = await one(`
      select sum(pg_total_relation_size(oid)) filter (where relname like 'event%') as event,
        sum(pg_total_relation_size(oid)) filter (where relname like 'message%') as message
      from pg_class where relnamespace = '${shape}'::regnamespace and relkind = 'r'`);
    console.log(`${shape}: ${per(event, events)} an event, ${per(message, messages)} a message, all told`);
  }
}

const median = (times: readonly number[]) => percentile(times, 0.5);
async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The same work in turns; prints the medians and how many times as long the partitioned one takes. */
async function compare(
  what: string,
  work: (shape: Shape, round: number) => Promise<unknown>,
  count = rounds,
): Promise<void> {
  const times: Record<Shape, number[]> = { flat: [], parts: [] };
  for (let round = 0; round < count; round++)
    for (const shape of round % 2 ? SHAPES : SHAPES.toReversed())
      times[shape].push(await timed(() => work(shape, round)));
  const [flat, parts] = [median(times.flat), median(times.parts)];
  console.log(
    `${what}: flat ${flat.toFixed(2)} ms, parts ${parts.toFixed(2)} ms, ${(parts / flat).toFixed(2)} times`,
  );
}

const batches = Array.from({ length: rounds }, () =>
  Array.from({ length: BATCH }, () => `MAEU:${randomUUID()}`),
);
/** A message of a carrier as the provider stores it: events once, their references, their links. */
async function insertBatch(shape: Shape, round: number): Promise<void> {
  const ids = batches[round]!;
  const given = COLUMNS.replace(/\bevent_id\b/, "given.id").replace(/\bstored_at\b/, "$2::timestamptz");
  const rows = `unnest($1::text[]) with ordinality given(id, n) join source s on s.row = given.n`;
  await run("begin");
  const { rows: fresh } =
    shape === "flat"
      ? await run(
          `insert into flat.event (${COLUMNS}) select ${given} from ${rows} on conflict do nothing returning event_id`,
          [ids, latest],
        )
      : await run(
          `with key as (insert into parts.event_key select id, $2::timestamptz from unnest($1::text[]) id
             on conflict do nothing returning event_id)
           insert into parts.event (${COLUMNS}) select ${given} from ${rows} where id in (select event_id from key)
           returning event_id`,
          [ids, latest],
        );
  const added = fresh.map(({ event_id }) => event_id);
  await run(
    `insert into ${shape}.event_reference select id, kind, id || kind from unnest($1::text[]) id, unnest('{H,M,CNTR}'::text[]) kind`,
    [added],
  );
  await run(
    `insert into ${shape}.event_shipment (event_id, shipment_id, stored_at) select id, 1 + n / 2, $2::timestamptz
     from unnest($1::text[]) with ordinality x (id, n)`,
    [added, latest],
  );
  await run("commit");
}

const shipmentOf = (round: number) => 1 + ((round * 7_919) % Math.floor(events / 30));
const timeline = (shape: Shape, round: number, isPruned: boolean) =>
  run(
    `select e.* from ${shape}.event_shipment l join ${shape}.event e on e.event_id = l.event_id
       ${isPruned ? "and e.stored_at = l.stored_at" : ""}
     where l.shipment_id = $1 order by e.occurred_at, e.event_id`,
    [shipmentOf(round)],
  );

/** Bytes of write-ahead log that the work makes. */
async function logged(work: () => Promise<unknown>): Promise<{ ms: number; mb: number }> {
  const { at } = await one("select pg_current_wal_insert_lsn()::text as at");
  const ms = await timed(work);
  const { bytes } = await one("select pg_current_wal_insert_lsn() - $1::pg_lsn as bytes", [at]);
  return { ms, mb: Number(bytes) / 1024 ** 2 };
}
const tell = (what: string, { ms, mb }: { ms: number; mb: number }) =>
  console.log(`${what}: ${(ms / 1000).toFixed(1)} s, ${mb.toFixed(0)} MB of write-ahead log`);

/** Removes the first month of each, and takes the payloads of the second month out of the rows that stay. */
async function moveMonths(): Promise<void> {
  const { count } = await one("select count(*)::int from flat.event where stored_at < $1", [
    await startOf(1),
  ]);
  const inBatches = async (text: string) => {
    while ((await run(text)).rowCount) {}
  };
  tell(
    `flat, ${count} events deleted`,
    await logged(async () =>
      inBatches(`delete from flat.event where event_id in (select event_id from flat.event
        where stored_at < '${await startOf(1)}' limit 2000)`),
    ),
  );
  tell("flat, vacuum after it", await logged(() => run("vacuum flat.event")));
  tell(
    "parts, the month detached and dropped, keys and links kept",
    await logged(() =>
      run("alter table parts.event detach partition parts.event_0; drop table parts.event_0"),
    ),
  );
  const size = async () =>
    Number((await one("select pg_total_relation_size('flat.event') as bytes")).bytes) / 1024 ** 2;
  const before = await size();
  let cursor = ["-infinity", ""];
  tell(
    "flat, the payloads of a month taken out in place",
    await logged(async () => {
      for (;;) {
        const { rows } = await run(
          `with due as (select event_id, stored_at from flat.event where (stored_at, event_id) > ($1, $2) and stored_at < $3
             order by stored_at, event_id limit 500), thin as (
           update flat.event e set payload = '{}' from due where e.event_id = due.event_id)
           select event_id, stored_at::text from due order by stored_at desc, event_id desc limit 1`,
          [...cursor, await startOf(2)],
        );
        if (!rows[0]) break;
        cursor = [rows[0].stored_at, rows[0].event_id];
      }
    }),
  );
  tell("flat, vacuum after it", await logged(() => run("vacuum flat.event")));
  const { free } = await one("select sum(avail)::bigint as free from pg_freespace('flat.event')");
  console.log(
    `flat.event: ${before.toFixed(0)} MB before, ${(await size()).toFixed(0)} MB after, of which ${(Number(free) / 1024 ** 2).toFixed(0)} MB are free for new rows`,
  );
}

const latest = await startOf(months);
await makeTables();
console.log(`filled in ${((await timed(fill)) / 1000).toFixed(0)} s`);
const admin = new pg.Client({ ...server.adminConnection, database: connection.database });
await admin.connect();
await admin.query("create extension if not exists pg_freespacemap");
await admin.query(
  "grant execute on function pg_freespace(regclass), pg_freespace(regclass, bigint) to public",
);
await admin.end();
await tellSizes();
await compare(`a carrier's message of ${BATCH} new events`, insertBatch);
await compare("the same again, all repeats", insertBatch);
await compare("a shipment's timeline, its link knows the month", (shape, round) =>
  timeline(shape, round, true),
);
await compare("a shipment's timeline, by ids alone", (shape, round) => timeline(shape, round, false));
const channelOf = (round: number) => 1 + ((round * 7_919) % Math.floor(messages / 25));
await compare("a channel's latest page", (shape, round) =>
  run(
    `select * from ${shape}.message where channel_id = $1 and sequence between 6 and 25 order by sequence`,
    [channelOf(round)],
  ),
);
await compare("search of messages", (shape) =>
  run(
    `select m.* from ${shape}.message_search g join ${shape}.message m on m.id = g.message_id
       ${shape === "parts" ? "and m.created_at = g.created_at" : ""}
     where g.grams @> (select (array_agg(x))[1:4] from unnest((select grams from spoken where row = 5)) x)
     order by m.created_at desc, m.id desc limit 50`,
  ),
);
await moveMonths();
const vacuums: Record<Shape, number[]> = { flat: [], parts: [] };
for (let round = 0; round < VACUUMS; round++)
  for (const shape of SHAPES) {
    await run(`update ${shape}.event set remark = $1 where event_id = any($2)`, [`${round}`, batches[round]]);
    vacuums[shape].push(await timed(() => run(`vacuum ${shape}.event`)));
  }
console.log(
  `vacuum after ${BATCH} corrections: flat ${median(vacuums.flat).toFixed(0)} ms, parts ${median(vacuums.parts).toFixed(0)} ms`,
);
await run("drop schema flat cascade; drop schema parts cascade");
await client.end();
await server.stop();
