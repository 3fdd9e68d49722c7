import pg from "pg";
import type { ConnectionSettings } from "#app/provider/db/connection.ts";
import { DEMO_SHIPMENTS } from "#app/provider/demo/load.ts";
import { DISTRIBUTION, isDistributed } from "#tests/support/distribution/plan.ts";
import {
  postAsDemo,
  type SeededProvider,
  seededDatabase,
  startBenchServer,
  startSeeded,
} from "./seeded-provider.ts";
import { processorMs } from "./session-cost.ts";

/** What `internet-scale.ts` measures before it calculates: bytes of rows, and processor time of calls. */
export interface Measured {
  /** Of the tables with enough rows to tell, the largest first. */
  tables: PerShipment[];
  /** Milliseconds of a core for each kind of call, in the provider and in PostgreSQL. */
  calls: { name: string; provider: number; database: number }[];
}

export interface PerShipment {
  table: string;
  rows: number;
  heapBytes: number;
  indexBytes: number;
}

/** All of them have events, documents and what follows from events; the first `DEMO_SHIPMENTS` have people who work, too. */
const WITH_EVENTS = 2_000;
/** With fewer rows, half-filled pages count for more than rows. */
const FEWEST_ROWS = 100;
/** Copies have no payload. */
const WITHOUT_PAYLOAD = "event";

/** Tables that the demonstration fills for every shipment; others for those of its people only. */
const OF_EVERY_SHIPMENT =
  /^(shipment(_(?!follow|billed|emission|merge)\w+)?|event(_\w+)?|milestone_days|free_time_(clock|statement)|cut_off|emission_due|goods_unread)$/;

interface Size {
  table: string;
  rows: number;
  heap: number;
  indexes: number;
}

export async function measure(large: number, calls: number): Promise<Measured> {
  const server = await startBenchServer();
  try {
    const [few, many] = [await seededDatabase(server, WITH_EVENTS), await seededDatabase(server, large)];
    const [small, big] = [await sizesOf(few), await sizesOf(many)];
    const tables = [...small.values()]
      .filter(({ table, rows }) => rows >= FEWEST_ROWS && isDistributed(DISTRIBUTION, table))
      .map((own) => {
        const other = big.get(own.table);
        const sample = other && other.rows > own.rows && own.table !== WITHOUT_PAYLOAD ? other : own;
        const rows = own.rows / (OF_EVERY_SHIPMENT.test(own.table) ? WITH_EVENTS : DEMO_SHIPMENTS);
        return {
          table: own.table,
          rows,
          heapBytes: (rows * sample.heap) / sample.rows,
          indexBytes: (rows * sample.indexes) / sample.rows,
        };
      })
      .sort((a, b) => b.heapBytes + b.indexBytes - a.heapBytes - a.indexBytes);
    return { tables, calls: await callsOf(many, calls) };
  } finally {
    if (process.env.BENCH_DIR && server.isAdopted) server.release();
    else await server.stop();
  }
}

async function sizesOf(connection: ConnectionSettings): Promise<Map<string, Size>> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows: names } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    const found = new Map<string, Size>();
    for (const { name } of names) {
      if (!(name in DISTRIBUTION)) continue;
      const { rows } = await client.query<Record<keyof Size, string>>(
        `select count(*) as rows, pg_table_size('${name}') as heap, pg_indexes_size('${name}') as indexes from ${name}`,
      );
      const [{ rows: count, heap, indexes }] = rows as [Record<keyof Size, string>];
      found.set(name, { table: name, rows: Number(count), heap: Number(heap), indexes: Number(indexes) });
    }
    return found;
  } finally {
    await client.end();
  }
}

async function callsOf(connection: ConnectionSettings, times: number): Promise<Measured["calls"]> {
  const provider = await startSeeded(connection);
  try {
    const list = await postAsDemo(provider, "/shipment/list", {});
    const { rows } = ((await list.json()) as { data: { rows: { id: string; houseNumber: string }[] } }).data;
    const asked: Record<string, (index: number) => [string, unknown]> = {
      "list of shipments": () => ["/shipment/list", {}],
      "list by a search": (index) => [
        "/shipment/list",
        { keyword: rows[index % rows.length]!.houseNumber.slice(0, 7) },
      ],
      "one shipment": (index) => ["/shipment/detail", { id: rows[index % rows.length]!.id }],
    };
    const calls = [];
    for (const [name, question] of Object.entries(asked)) {
      for (let index = 0; index < 50; index++) await ask(provider, ...question(index));
      const before = [processorMs(provider.child.pid!), await databaseTicks(connection)] as const;
      for (let index = 0; index < times; index++) await ask(provider, ...question(index));
      const after = [processorMs(provider.child.pid!), await databaseTicks(connection)] as const;
      calls.push({
        name,
        provider: (after[0] - before[0]) / times,
        database: (after[1] - before[1]) / times,
      });
    }
    return calls;
  } finally {
    provider.child.disconnect();
  }
}

async function ask(provider: SeededProvider, path: string, body: unknown): Promise<void> {
  const answer = await postAsDemo(provider, path, body);
  const { code } = (await answer.json()) as { code: number };
  if (code !== 200) throw new Error(`${path}: code ${code}`);
}

/** Of the server processes of the provider's connections, which stay open. */
async function databaseTicks(connection: ConnectionSettings): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
    );
    return rows.reduce((sum, { pid }) => sum + processorMs(pid), 0);
  } finally {
    await client.end();
  }
}
