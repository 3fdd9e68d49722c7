import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Kysely, sql } from "kysely";
import { pino } from "pino";
import { openDatabase } from "#app/provider/db/database.ts";
import { startEmbedded } from "#app/provider/db/embedded.ts";
import { migrate } from "#app/provider/db/migrate.ts";
import type { Database } from "#app/provider/db/schema.ts";
import { dispatchDue, nextDispatch } from "#app/provider/notifications/dispatcher.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { indexReferences } from "#app/provider/shipments/reference.ts";

/**
 * 100,000 notifications over 1,000 events a minute (target "lag below 10 s"): the time from a notification's moment until
 * it is told, and the time of one processor that telling takes. All of them are due within one hour, which is 24 times as
 * dense as daily ones spread over a day.
 * node tests/bench/notifications.ts [--rules 100000] [--companies 1000] [--seconds 120] [--events 1000]
 */
const { values } = parseArgs({
  options: {
    rules: { type: "string", default: "100000" },
    companies: { type: "string", default: "1000" },
    seconds: { type: "string", default: "120" },
    events: { type: "string", default: "1000" },
  },
});
const [rules, companies, seconds, eventsPerMinute] = [
  Number(values.rules),
  Number(values.companies),
  Number(values.seconds),
  Number(values.events),
];
const SHIPMENTS_EACH = 20;
const HOUR_S = 3_600;
const log = pino({ level: "warn" });

async function fill(db: Kysely<Database>): Promise<void> {
  await loadReference(db);
  await sql`insert into company (code, name) select 'B' || i, 'Bench ' || i from generate_series(1, ${companies}::int) i`.execute(
    db,
  );
  await sql`
    insert into app_user (company_id, role_id, user_name, name, email)
    select c.id, (select id from role where code = 'admin' and company_id is null), 'bench' || c.id, 'Bench', 'bench' || c.id || '@example.com'
    from company c`.execute(db);
  await sql`insert into party (company_id, code, name) select id, 'S' || id, 'Shipper ' || id from company`.execute(
    db,
  );
  await sql`
    insert into shipment (company_id, house_number, job_mode, service_type, service_level, load_type, incoterms, payment_type,
      shipper_id, consignee_id, port_of_departure, port_of_arrival, system_source, business_unit, pieces, package_type,
      cartons, gross_weight_kg, volume_cbm, eta, dates, created_at)
    select p.company_id, 'BN' || p.company_id || 'X' || i, 'OCEAN', 'PTP', 'STANDARD', 'FCL', 'FOB', 'PREPAID', p.id, p.id,
      'CNSHA', 'DEHAM', 'BENCH', 'B', 1, 'CTN', 1, 1, 1, now() + make_interval(days => i), '{}', now() - interval '30 days'
    from party p, generate_series(1, ${SHIPMENTS_EACH}::int) i`.execute(db);
  const ids = await db.selectFrom("shipment").select("id").execute();
  for (let start = 0; start < ids.length; start += 5_000)
    await indexReferences(
      db,
      ids.slice(start, start + 5_000).map(({ id }) => id),
    );
  // A third each by milestone, by ETA and by delay: the last two are looked at without events too.
  await sql`
    with made as (
      insert into notification (company_id, user_id, name, join_by, scope, channel, recipients, schedule, is_on, next_at,
        told_until, created_at, updated_at)
      select u.company_id, u.id, 'Bench ' || i, 'OR', 'ALL', 'EMAIL', '{}',
        jsonb_build_object('unit', 'day', 'every', 1, 'weekday', 1, 'monthDay', 1, 'zone', 'UTC', 'from', '2026-01-01',
          'time', to_char(now() at time zone 'UTC' + make_interval(secs => i * ${HOUR_S / rules}::float8), 'HH24:MI')),
        true, now() + make_interval(secs => i * ${HOUR_S / rules}::float8), now() - interval '1 day', now(), now()
      from generate_series(1, ${rules}::int) i
      join (select id, company_id, row_number() over (order by id) - 1 as n from app_user) u on u.n = i % ${companies}::int
      returning id
    )
    insert into notification_rule (notification_id, position, kind, value)
    select id, 0, (array['milestone', 'etaWithin', 'delayed'])[id % 3 + 1], (array['atd', '7', 'yes'])[id % 3 + 1]
    from made`.execute(db);
  await sql`analyze`.execute(db);
}

let serial = 0;
/** A second's events, for shipments of any company. */
function eventsOf(count: number, houses: readonly string[], now: Date) {
  const at = now.toISOString();
  return Array.from({ length: count }, () => {
    serial++;
    const isEstimate = serial % 3 === 0;
    return {
      eventID: `bench-${serial}`,
      eventCreatedDateTime: at,
      eventType: "TRANSPORT",
      eventClassifierCode: isEstimate ? "EST" : "ACT",
      eventDateTime: isEstimate ? new Date(now.getTime() + 9 * 86_400_000).toISOString() : at,
      transportEventTypeCode: isEstimate ? "ARRI" : "DEPA",
      transportCall: { UNLocationCode: isEstimate ? "DEHAM" : "CNSHA", modeOfTransport: "VESSEL" },
      references: [{ referenceType: "FF", referenceValue: houses[(serial * 7_919) % houses.length]! }],
    };
  });
}

const folder = join(tmpdir(), `fairlead-bench-${process.pid}`);
mkdirSync(folder, { recursive: true });
const server = await startEmbedded({
  dataDir: folder,
  log: { info: () => {}, warn: console.warn, error: console.error },
});
await migrate(server.connection);
const { db, close } = openDatabase(server.connection, { isUnhurried: true });
try {
  await fill(db);
  const houses = (await db.selectFrom("shipment").select("house_number").execute()).map(
    (row) => row.house_number,
  );
  // What came due while the tables were filled would count as late.
  await dispatchDue(db, new Date(), log);
  await sql`delete from notice`.execute(db);
  const lags: number[] = [];
  let told = 0;
  let tellingMs = 0;
  let slowest = { ms: 0, count: 0 };
  const stop = Date.now() + seconds * 1_000;
  const importing = (async () => {
    while (Date.now() < stop) {
      const started = Date.now();
      await storeEvents(db, eventsOf(Math.ceil(eventsPerMinute / 60), houses, new Date()), {
        source: "BENCH",
        now: new Date(),
      });
      await sleep(Math.max(0, 1_000 - (Date.now() - started)));
    }
  })();
  const cpu = process.cpuUsage();
  while (Date.now() < stop) {
    const { rows } = await sql<{
      first: Date | null;
    }>`select min(next_at) as first from notification`.execute(db);
    const started = performance.now();
    const count = await dispatchDue(db, new Date(), log);
    const tookMs = performance.now() - started;
    tellingMs += tookMs;
    if (tookMs > slowest.ms) slowest = { ms: tookMs, count };
    if (count > 0) lags.push(Date.now() - rows[0]!.first!.getTime());
    told += count;
    // As the engine does.
    const next = await nextDispatch(db);
    await sleep(Math.min(5_000, Math.max(250, (next?.getTime() ?? 0) - Date.now())));
  }
  await importing;
  const { user, system } = process.cpuUsage(cpu);
  lags.sort((a, b) => a - b);
  const { rows } = await sql<{ notices: number }>`select count(*)::int as notices from notice`.execute(db);
  const inSeconds = (ms: number | undefined) => `${((ms ?? 0) / 1_000).toFixed(1)} s`;
  console.log(
    `${rules} notifications, ${companies} companies, ${eventsPerMinute} events a minute, ${seconds} s`,
  );
  console.log(
    `told ${told} (${Math.round((told * 60) / seconds)} a minute), with news for ${rows[0]!.notices}`,
  );
  console.log(
    `lag: p50 ${inSeconds(lags[lags.length >> 1])}, most ${inSeconds(lags.at(-1))}, of which 3 s are waited on purpose`,
  );
  console.log(`slowest telling: ${slowest.count} notifications in ${inSeconds(slowest.ms)}`);
  console.log(`telling took ${Math.round(tellingMs / seconds / 10)} % of the time`);
  console.log(
    `this process: ${Math.round((user + system) / seconds / 10_000)} % of one processor, importing included`,
  );
} finally {
  await close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
