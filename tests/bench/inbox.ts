import { parseArgs } from "node:util";
import { type Kysely, sql } from "kysely";
import { deskInbox } from "#app/contract/desk.ts";
import { makeToken } from "#app/provider/call/caller.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import type { Database } from "#app/provider/db/schema.ts";
import { percentile, postAsDemo, seededDatabase, startBenchServer, startSeeded } from "./seeded-provider.ts";

/**
 * The inbox of the forwarder's desk with a hundred and with ten thousand open items, over HTTP (aim: at most twice the time).
 * node tests/bench/inbox.ts [--rounds 200]
 */
const { values } = parseArgs({ options: { rounds: { type: "string", default: "200" } } });
const requests = [
  {},
  { pile: "MINE" },
  { pile: "FREE" },
  { kind: "QUOTE", sort: "opened" },
  { sort: "company" },
  { keyword: "QT-" },
] as const;

/** Open quotes are copied until so many items are open; a third of them are somebody's. */
async function fill(db: Kysely<Database>, items: number): Promise<void> {
  await sql`
    insert into quote (company_id, quote_number, status, freight_mode, request, totals, search_text, requested_by,
      requested_by_name, requested_at, updated_at)
    select q.company_id, q.quote_number || '-' || ${items}::int || '-' || n, 'NEW', q.freight_mode, q.request, q.totals, q.search_text,
      q.requested_by, q.requested_by_name, q.requested_at + make_interval(secs => n), q.updated_at
    from (select * from quote order by id limit 1) q,
      generate_series(1, ${items}::int - (select count(*)::int from desk_item where done_at is null)) n`.execute(
    db,
  );
  await sql`
    update desk_item set taken_by = (select id from app_user where user_name = case id % 2 when 0 then 'desk' else 'kit.wong' end),
      taken_at = now(), held_until = now() + interval '1 day'
    where id % 3 = 0`.execute(db);
  await sql`analyze`.execute(db);
}

const server = await startBenchServer();
try {
  const connection = await seededDatabase(server, 300);
  const { db, close } = openDatabase(connection, { poolSize: 1 });
  const provider = await startSeeded(connection);
  try {
    const { token, tokenHash } = makeToken();
    await sql`
      insert into auth_token (token_hash, user_id, expires_at)
      select ${tokenHash}, id, now() + interval '1 day' from app_user where user_name = 'desk'`.execute(db);
    const desk = { ...provider, token };
    const measured: Map<string, number>[] = [];
    for (const items of [100, 10_000]) {
      await fill(db, items);
      const found = new Map<string, number>();
      for (const request of requests) {
        const times: number[] = [];
        for (let round = -10; round < Number(values.rounds); round++) {
          const start = performance.now();
          const answer = JSON.parse(await (await postAsDemo(desk, deskInbox.path, request)).text());
          if (answer.code !== 200) throw new Error(JSON.stringify(answer));
          if (round >= 0) times.push(performance.now() - start);
        }
        found.set(JSON.stringify(request), percentile(times, 0.5));
      }
      measured.push(found);
    }
    for (const [request, few] of measured[0] ?? []) {
      const many = measured[1]?.get(request) ?? Number.NaN;
      console.log(
        `${request.padEnd(34)} 100: ${few.toFixed(1)} ms, 10,000: ${many.toFixed(1)} ms, ratio ${(many / few).toFixed(2)}`,
      );
    }
  } finally {
    provider.child.disconnect();
    await close();
  }
} finally {
  await server.stop();
}
