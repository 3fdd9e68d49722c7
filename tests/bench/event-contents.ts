import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gunzipSync, zstdCompressSync } from "node:zlib";
import { sql } from "kysely";
import { openDatabase } from "#app/provider/db/database.ts";
import { moveContents } from "#app/provider/event-contents/move.ts";
import { folderStore } from "#app/provider/file-store/folder.ts";
import { percentile, seededDatabase, startBenchServer } from "./seeded-provider.ts";

/**
 * What moving the contents of old events into files saves and costs, with the demonstration's own events, which are as they
 * were before afterwards.
 * node tests/bench/event-contents.ts
 */
const server = await startBenchServer();
const connection = await seededDatabase(server, 1_000);
const { db, close } = openDatabase(connection, { isUnhurried: true, poolSize: 2 });
const folder = await mkdtemp(join(tmpdir(), "fairlead-bench-contents-"));
const one = async <Row>(text: ReturnType<typeof sql<Row>>) => (await text.execute(db)).rows[0]!;

await sql`create table kept_payload as select event_id, payload from event where payload <> '{}'`.execute(db);
await sql`vacuum full event`.execute(db);
await sql`analyze event`.execute(db);
const sizes = () =>
  one(sql<{ count: number; payload: number; row: number; table: number; wal: string }>`
    select count(*)::int as count, avg(pg_column_size(e.payload))::float8 as payload, avg(pg_column_size(e.*))::float8 as row,
      pg_table_size('event')::float8 as table, pg_current_wal_insert_lsn()::text as wal
    from event e where event_id in (select event_id from kept_payload)`);
const before = await sizes();
const now = new Date();
const steps: number[] = [];
for (;;) {
  const begun = performance.now();
  const options = { database: db, files: folderStore(folder), before: new Date("2100-01-01"), now };
  if (!(await moveContents(options))) break;
  steps.push(performance.now() - begun);
}
const after = await sizes();
const { mb } = await one(
  sql<{ mb: number }>`select ((pg_current_wal_insert_lsn() - ${before.wal}::pg_lsn) / 1048576)::float8 as mb`,
);
await sql`vacuum full event`.execute(db);
const packed = await sizes();
const sum = steps.reduce((total, ms) => total + ms, 0);
const names = await readdir(folder, { recursive: true });
const files = names.filter((name) => name.includes("/")).map((name) => join(folder, name));
const bytes = (await Promise.all(files.map((file) => stat(file)))).reduce(
  (total, { size }) => total + size,
  0,
);
const text = gunzipSync(await readFile(files[0]!));
const own = (await stat(files[0]!)).size;
const { thin } = await one(
  sql<{ thin: number }>`select count(*)::int as thin from event where payload ? 'fairlead:file'`,
);
console.log(
  `${thin} of ${before.count} events with a content moved into ${files.length} files in ${(sum / 1000).toFixed(1)} s`,
);
console.log(
  `a step of 1,000: ${percentile(steps, 0.5).toFixed(0)} ms (p50), ${Math.max(...steps).toFixed(0)} ms at most; ${mb.toFixed(0)} MB of write-ahead log`,
);
console.log(
  `payload in the row: ${before.payload.toFixed(0)} B before, ${after.payload.toFixed(0)} B after; row ${before.row.toFixed(0)} and ${after.row.toFixed(0)} B`,
);
console.log(
  `table: ${(before.table / 2 ** 20).toFixed(1)} MB, after ${(after.table / 2 ** 20).toFixed(1)} MB, rewritten ${(packed.table / 2 ** 20).toFixed(1)} MB`,
);
console.log(`in files: ${(bytes / thin).toFixed(0)} B an event`);
console.log(
  `a file of ${text.length} B: gzip ${own} B, zstd ${zstdCompressSync(text).length} B, brotli ${brotliCompressSync(text).length} B`,
);
await sql`update event e set payload = k.payload from kept_payload k where k.event_id = e.event_id`.execute(
  db,
);
await sql`drop table kept_payload`.execute(db);
await sql`delete from event_file`.execute(db);
await sql`update event_walk set after_at = '1970-01-01 00:00:00+00', after_id = '', leased_until = null`.execute(
  db,
);
await close();
await server.stop();
await rm(folder, { recursive: true });
