import type { ProviderConfig } from "#app/provider/config.ts";
import { migrations } from "#app/provider/db/migrations/index.ts";
import { DEMO_PREFIX } from "#app/provider/identity/demo-company.ts";
import { SLOT } from "#app/provider/wal-archive/segments.ts";
import { hasTable, type OpenedDatabase } from "./database.ts";
import { type Finding, fault, ok, skipped, warning, worstOf } from "./finding.ts";
import type { OtherClock } from "./machine.ts";

/** Compares the migrations that the database has with those of this version. */
export async function lookAtMigrations(opened: OpenedDatabase): Promise<Finding> {
  const applied = (await hasTable(opened, "kysely_migration"))
    ? await opened.rows<{ name: string }>("select name from kysely_migration")
    : [];
  const known = Object.keys(migrations);
  const names = new Set(applied.map(({ name }) => name));
  const foreign = [...names].filter((name) => !(name in migrations));
  if (foreign.length > 0)
    return fault(
      `the database has ${foreign.length} migrations that this version does not know, the last ${foreign.sort().at(-1)}`,
      "install the version that made them, go back with its npm run db:back, or restore a backup",
    );
  const missing = known.filter((name) => !names.has(name));
  if (missing.length > 0)
    return warning(
      `${names.size} of ${known.length} migrations are applied; the next is ${missing.sort()[0]}`,
      "start the provider of this version (npm start), which applies the others; make a backup before (npm run db:backup)",
    );
  return ok(`all ${known.length} are applied`);
}

/** Whether PostgreSQL's time zones have been compared with ours, and which ones follow our rules since they differ. */
export async function lookAtZones(opened: OpenedDatabase): Promise<Finding> {
  if (!(await hasTable(opened, "zone_rule"))) return skipped("the database has no table for them yet");
  const [row] = await opened.rows<{ edition: string | null; server: string; zones: string[] }>(`
    select (select edition from reference_edition where name = 'zones') as edition,
      current_setting('server_version') as server,
      array(select distinct zone from zone_rule order by zone) as zones`);
  const { edition, server, zones } = row!;
  const present = `Node ${process.versions.tz}, PostgreSQL ${server}`;
  if (edition !== present)
    return warning(
      `the zones of ${present} have not been compared (last: ${edition ?? "none"})`,
      "start the provider of this version (npm start), which compares them",
    );
  if (zones.length === 0) return ok(`PostgreSQL and Node agree (${present})`);
  return ok(
    `PostgreSQL's data is older for ${zones.join(", ")}: files and filters follow Node's there (${present})`,
  );
}

/** Whether accounts of the demonstration, whose password everybody knows, can sign in where real companies are, or in production. */
export async function lookAtDemonstration(
  opened: OpenedDatabase,
  { isProduction }: ProviderConfig,
): Promise<Finding> {
  if (!(await hasTable(opened, "app_user"))) return skipped("the database has no accounts yet");
  const [row] = await opened.rows<{ accounts: number; others: number }>(`
    select count(*) filter (where c.code like '${DEMO_PREFIX}%' and u.status = 'ACTIVE')::int as accounts,
      count(distinct c.id) filter (where c.code not like '${DEMO_PREFIX}%')::int as others
    from company c join app_user u on u.company_id = c.id where c.closed_at is null`);
  const { accounts, others } = row!;
  if (accounts === 0) return ok("no account of the demonstration can sign in");
  const observation = `${accounts} accounts of the demonstration can sign in, with a password that everybody knows`;
  if (others === 0 && !isProduction) return ok(`${observation}; nobody else has an account`);
  return fault(
    others > 0
      ? `${observation}, beside ${others} companies of yours`
      : `${observation}, and NODE_ENV is production`,
    others > 0
      ? "close the demonstration's companies at /freightForwarder/customers, and disable its staff at /account/members"
      : "set DATA_DIR to another folder, or DATABASE_URL to another database, run npm run setup there, and leave out DEMO_DATA",
  );
}

/** How many connections the server has left. */
export async function lookAtConnections({ rows }: OpenedDatabase): Promise<Finding> {
  const [row] = await rows<{ used: number; most: number; own: number }>(`
    select (select coalesce(sum(numbackends), 0)::int from pg_stat_database) as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      (select numbackends from pg_stat_database where datname = current_database()) as own`);
  const { used, most, own } = row!;
  const observation = `${used} of ${most} are in use, ${own} of them for this database`;
  const todo =
    "end idle sessions of others, lower DATABASE_POOL_SIZE, raise max_connections, or put a pooler in front";
  if (used >= most * 0.95) return fault(observation, todo);
  return used >= most * 0.8 ? warning(observation, todo) : ok(observation);
}

interface Standby {
  name: string;
  state: string | null;
  syncState: string | null;
  lagSeconds: number | null;
  lagBytes: number | null;
}

interface Slot {
  name: string;
  isActive: boolean;
  keptBytes: number | null;
}

const LAG_SECONDS = 60;
const LAG_BYTES = 512 * 1024 ** 2;
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MB`;

/** Which standbys follow, how far behind they are, and whether changes wait for one. */
export async function lookAtReplication({ rows }: OpenedDatabase): Promise<Finding> {
  const [setting] = await rows<{ names: string; isRead: boolean; isReadOnly: boolean }>(`
    select current_setting('synchronous_standby_names') as names, pg_is_in_recovery() as "isReadOnly",
      pg_has_role(current_user, 'pg_monitor', 'usage') as "isRead"`);
  const { names, isRead, isReadOnly } = setting!;
  if (isReadOnly) return skipped("this server is a standby itself");
  const standbys = await rows<Standby>(`
    select application_name as name, state, sync_state as "syncState",
      extract(epoch from replay_lag)::float8 as "lagSeconds",
      pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as "lagBytes"
    from pg_stat_replication where state is distinct from 'backup'`);
  const slots = await rows<Slot>(`
    select slot_name as name, active as "isActive",
      pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as "keptBytes"
    from pg_replication_slots where not temporary and not starts_with(slot_name, '${SLOT}')`);
  if (standbys.length > 0 && !isRead)
    return skipped(
      `${standbys.length} standbys are connected, of which this role may see nothing more (grant pg_monitor to it)`,
    );
  const [first, ...others] = [...standbys.flatMap(ofStandby), ...slots.flatMap(ofSlot)];
  const waits = ofWaiting(names, standbys);
  if (first) return worstOf([first, ...others, ...waits]);
  if (waits[0]) return waits[0];
  if (standbys.length === 0) return ok("no standby is connected, and none is waited for");
  const isWaited = names === "" ? "no change waits for one" : "changes wait for one";
  return ok(`${standbys.length} standby${standbys.length > 1 ? "s" : ""} up to date; ${isWaited}`);
}

function ofStandby({ name, state, lagSeconds, lagBytes }: Standby): Finding[] {
  const [seconds, bytes] = [lagSeconds ?? 0, lagBytes ?? 0];
  if (state === "streaming" && seconds <= LAG_SECONDS && bytes <= LAG_BYTES) return [];
  const observation = `the standby ${name} is ${Math.round(seconds)} s and ${megabytes(bytes)} behind (${state})`;
  return [warning(observation, "look at its disk, its network and long reads on it")];
}

function ofSlot({ name, isActive, keptBytes }: Slot): Finding[] {
  if (isActive) return [];
  return [
    warning(
      `nobody reads the replication slot ${name}, for which the server keeps ${megabytes(keptBytes ?? 0)} of its log until the disk is full`,
      "start its standby again, or drop the slot (select pg_drop_replication_slot(...))",
    ),
  ];
}

function ofWaiting(names: string, standbys: readonly Standby[]): Finding[] {
  const isAnswered = standbys.some(({ syncState }) => syncState === "sync" || syncState === "quorum");
  if (names === "" || isAnswered) return [];
  return [
    fault(
      "every change waits for a standby of synchronous_standby_names, and none of these is connected",
      "start that standby, or empty synchronous_standby_names and reload the server",
    ),
  ];
}

interface TableRow {
  name: string;
  dead: number;
  percent: number;
}

/** Vacuum: rows that were replaced and not cleared away, and how far the transaction ids are used up. */
export async function lookAtTables({ rows }: OpenedDatabase): Promise<Finding> {
  const [server] = await rows<{ isVacuuming: boolean; age: number }>(`
    select current_setting('autovacuum')::bool and current_setting('track_counts')::bool as "isVacuuming",
      (select age(datfrozenxid)::float8 from pg_database where datname = current_database()) as age`);
  const full = await rows<TableRow>(`
    select relname as name, n_dead_tup::float8 as dead, round(100.0 * n_dead_tup / (n_live_tup + n_dead_tup))::int as percent
    from pg_stat_user_tables
    where n_dead_tup > 10000 and n_dead_tup > 0.3 * (n_live_tup + n_dead_tup)
    order by n_dead_tup desc limit 3`);
  const { isVacuuming, age } = server!;
  if (age > 1_500_000_000)
    return fault(
      `${Math.round(age / 1e6)} million transaction ids are used, and at 2,100 million the server refuses changes`,
      "find what holds vacuum up (old transactions, unread slots), and run vacuum (freeze)",
    );
  if (!isVacuuming)
    return fault(
      "autovacuum is off: tables only grow, and the transaction ids are used up",
      "set autovacuum and track_counts to on",
    );
  if (full.length === 0) return ok("autovacuum keeps up with what is replaced");
  const names = full.map(({ name, dead, percent }) => `${name} (${dead}, ${percent} %)`).join(", ");
  return warning(
    `dead rows are not cleared away: ${names}`,
    "run vacuum (analyze) on them, and find what holds autovacuum up: long transactions, unread slots",
  );
}

interface Activity {
  pid: number;
  application: string;
  kind: "runs" | "does nothing in its transaction" | "waits for another session";
  seconds: number;
}

const LONG_SECONDS = 60;

/** Statements that run, transactions that wait, and sessions that are locked out, for long. */
export async function lookAtStatements(
  { rows }: OpenedDatabase,
  longSeconds = LONG_SECONDS,
): Promise<Finding> {
  // The text of a statement may hold what a person entered: it is left to whoever asks the server.
  const slow = await rows<Activity>(
    `
    select * from (
      select pid, application_name as application,
        case when state like 'idle in transaction%' then 'does nothing in its transaction'
          when cardinality(pg_blocking_pids(pid)) > 0 then 'waits for another session' else 'runs' end as kind,
        extract(epoch from clock_timestamp() - case when state = 'active' then query_start else state_change end)::float8
          as seconds
      from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
        and (state = 'active' or state like 'idle in transaction%')) as a
    where seconds > case kind when 'waits for another session' then $1::float8 / 6 else $1::float8 end
    order by seconds desc limit 3`,
    [longSeconds],
  );
  if (slow.length === 0) return ok("none runs for longer than a minute");
  const slowOnes = slow
    .map(
      ({ pid, application, kind, seconds }) => `${pid} (${application}) ${kind} for ${Math.round(seconds)} s`,
    )
    .join(", ");
  return warning(
    slowOnes,
    "look at it in pg_stat_activity; select pg_cancel_backend(PID) ends a statement, pg_terminate_backend(PID) a session",
  );
}

const SLOW_MS = 1_000;

/** Which statements take long on average, where the server counts them. */
export async function lookAtStatementHistory({ rows }: OpenedDatabase): Promise<Finding> {
  const [extension] = await rows<{ schema: string }>(`
    select quote_ident(nspname) as schema from pg_extension join pg_namespace n on n.oid = extnamespace
    where extname = 'pg_stat_statements'`);
  if (!extension)
    return skipped("pg_stat_statements is not installed in this database: nothing is known of the past");
  const slow = await rows<{ id: string; ms: number; calls: number }>(
    `select queryid::text as id, mean_exec_time::float8 as ms, calls::float8 as calls
    from ${extension.schema}.pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())
      and userid = (select oid from pg_roles where rolname = current_user)
      and mean_exec_time > $1 and calls >= 3
    order by mean_exec_time desc limit 3`,
    [SLOW_MS],
  ).catch((error: { code?: string }) => {
    // The extension is there, and its library is not loaded.
    if (error.code === "55000") return null;
    throw error;
  });
  if (!slow)
    return warning(
      "pg_stat_statements is installed and not loaded",
      "add it to shared_preload_libraries and restart the server",
    );
  if (slow.length === 0) return ok("no statement takes longer than a second on average");
  const slowOnes = slow.map(({ id, ms, calls }) => `${id} (${Math.round(ms)} ms, ${calls} times)`).join(", ");
  return warning(
    `statements that take longer than a second on average, by queryid: ${slowOnes}`,
    "read them (select query from pg_stat_statements where queryid = ...) and tell the maintainers",
  );
}

/** The server's clock. */
export async function databaseClock({ rows }: OpenedDatabase): Promise<OtherClock> {
  const from = Date.now();
  const [row] = await rows<{ at: number }>(
    "select extract(epoch from clock_timestamp())::float8 * 1000 as at",
  );
  return { whose: "the database's server", aheadMs: row!.at - (from + Date.now()) / 2 };
}
