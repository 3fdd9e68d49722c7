import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { ProviderConfig } from "#app/provider/config.ts";
import { type DatabaseTarget, directTarget, isPooled } from "#app/provider/db/connection.ts";
import { DatabaseStartError, serverUser } from "#app/provider/db/data-folder.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { startEmbedded } from "#app/provider/db/embedded.ts";
import { MigrationError } from "#app/provider/db/migration-error.ts";
import { findTarget, isPooler, poolerWarning } from "#app/provider/db/pooler.ts";
import type { Database } from "#app/provider/db/schema.ts";
import { livingServer } from "#app/provider/db/server-process.ts";
import { type Finding, fault, ok, reasonOf, skipped, warning } from "./finding.ts";
import type { Subject } from "./subject.ts";

/** The database, open for reading what it says of itself. */
export interface OpenedDatabase {
  /** In the words of the report. */
  kind: string;
  /** What to say where there is a pooler without a direct address. */
  warning: string | undefined;
  db: Kysely<Database>;
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** The database cannot be asked, for a reason that its own check reports. */
export class Unopened extends Error {
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(finding.found);
    this.finding = finding;
  }
}

const ANSWER_WITHIN_MS = 5_000;
const OLDEST_SERVER = 150_000;

/**
 * Opens the operator's database or the embedded one, which is started for the look where no program has it running. It is
 * neither made nor migrated.
 * @throws Unopened
 */
export async function openForLook(subject: Subject, config: ProviderConfig): Promise<OpenedDatabase> {
  const { databaseUrl, databaseDirectUrl } = config;
  if (!databaseUrl) return openEmbedded(subject, config);
  try {
    // Asked first without the patience of a start, which waits ten seconds for a database that is being restarted.
    for (const url of [databaseUrl, databaseDirectUrl]) if (url) await isPooler(url);
    const target = await findTarget({ databaseUrl, databaseDirectUrl });
    const kind = isPooled(target) && !target.directUrl ? "behind a pooler" : "of the operator";
    const direct = directTarget(target);
    return open(direct, kind, poolerWarning(target), async () => {});
  } catch (error) {
    if (error instanceof MigrationError) throw new Unopened(fault(error.message, "then ask again"));
    throw new Unopened(fault(`it does not answer (${reasonOf(error)})`, adviceOn(error)));
  }
}

async function openEmbedded({ dataDir }: Subject, { postgresBin }: ProviderConfig): Promise<OpenedDatabase> {
  const cluster = join(dataDir, "postgres", "data");
  const { uid } = await stat(cluster).catch(() => ({ uid: undefined }));
  if (uid === undefined)
    throw new Unopened(skipped(`there is no database in ${dataDir} yet: the first start makes it`));
  const user = serverUser()?.uid ?? process.getuid?.();
  if (!livingServer(cluster) && uid !== user)
    throw new Unopened(
      fault(
        `the database in ${dataDir} does not run, and belongs to another user (id ${uid}) than the one who asks`,
        "ask as the user of the programs (sudo -u USER npm run doctor), or start them first",
      ),
    );
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  try {
    const server = await startEmbedded({ dataDir, postgresBin, log, stopsWithProcess: true });
    const kind = server.isAdopted ? "embedded and running" : "embedded, started for this look";
    return open(server.connection, kind, undefined, async () => {
      if (server.isAdopted) server.release();
      else await server.stop();
    });
  } catch (error) {
    if (error instanceof DatabaseStartError) throw new Unopened(fault(error.message, "then ask again"));
    throw error;
  }
}

function open(
  target: DatabaseTarget,
  kind: string,
  poolersWarning: string | undefined,
  leave: () => Promise<void>,
): OpenedDatabase {
  const { db, pool, close } = openDatabase(target, {
    poolSize: 3,
    applicationName: "fairlead-doctor",
    connectMs: ANSWER_WITHIN_MS,
    statementMs: ANSWER_WITHIN_MS,
  });
  return {
    kind,
    warning: poolersWarning,
    db,
    rows: async <Row>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Row[],
    close: async () => {
      await close().catch(() => {});
      await leave();
    },
  };
}

/** Whether the database has the table: one that was not migrated so far has none. */
export async function hasTable({ rows }: OpenedDatabase, name: string): Promise<boolean> {
  const [table] = await rows<{ isThere: boolean }>(`select to_regclass($1) is not null as "isThere"`, [name]);
  return table?.isThere ?? false;
}

/** What to do about an address that does not answer. */
export function adviceOn(error: unknown, setting = "DATABASE_URL"): string {
  const { code = "" } = error as { code?: string };
  if (code.startsWith("28")) return `check user and password in ${setting}, and the server's pg_hba.conf`;
  if (code === "3D000") return `make the database that ${setting} names, owned by its user`;
  if (code === "53300") return "end idle sessions, raise max_connections, or put a pooler in front";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `check the host in ${setting}, and this machine's DNS`;
  return `check host and port in ${setting}, that the server runs and listens there, and the firewall`;
}

interface ServerRow {
  version: string;
  number: number;
  isReadOnly: boolean;
  encoding: string;
  isSynced: boolean;
  isCommitSynced: boolean;
}

/** What the server is, and whether it keeps what it was given. */
export async function lookAtDatabase(opened: Promise<OpenedDatabase>): Promise<Finding> {
  const database = await opened.catch((error) => error as Error);
  if (database instanceof Unopened) return database.finding;
  if (database instanceof Error) throw database;
  const [server] = await database.rows<ServerRow>(`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      pg_is_in_recovery() as "isReadOnly", current_setting('server_encoding') as encoding,
      current_setting('fsync')::bool and current_setting('full_page_writes')::bool as "isSynced",
      current_setting('synchronous_commit') <> 'off' as "isCommitSynced"`);
  const { version, number, isReadOnly, encoding, isSynced, isCommitSynced } = server!;
  const observation = `PostgreSQL ${version.split(" ")[0]}, ${database.kind}`;
  if (number < OLDEST_SERVER)
    return fault(`${observation} is too old`, "set DATABASE_URL to a server of version 15 or later");
  if (isReadOnly)
    return fault(
      `${observation} only reads: it is a standby, or recovers`,
      "set DATABASE_URL to the primary",
    );
  if (encoding !== "UTF8")
    return fault(
      `${observation} has the encoding ${encoding}`,
      "make a database with encoding UTF8 and restore a backup there",
    );
  if (!isSynced)
    return fault(
      `${observation} does not write through to the disk: a power failure may destroy it`,
      "set fsync and full_page_writes to on",
    );
  if (!isCommitSynced)
    return warning(
      `${observation} confirms changes before they are on the disk: a crash may lose the last ones`,
      "set synchronous_commit to on",
    );
  if (database.warning) return warning(observation, database.warning);
  return ok(observation);
}
