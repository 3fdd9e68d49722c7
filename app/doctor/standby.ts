import { setTimeout as sleep } from "node:timers/promises";
import type { ProviderConfig } from "#app/provider/config.ts";
import { openDatabase } from "#app/provider/db/database.ts";
import { isPooler } from "#app/provider/db/pooler.ts";
import { lsnOf, SERVER } from "#app/provider/db/primary-position.ts";
import { adviceOn, type OpenedDatabase } from "./database.ts";
import { type Finding, fault, ok, reasonOf, skipped, warning } from "./finding.ts";

const ANSWER_WITHIN_MS = 5_000;
/** A standby that follows is behind by milliseconds. */
const BEHIND_MS = 2_000;
const PAUSE_MS = 5;

interface Server {
  isStandby: boolean;
  server: string;
  /** The same for a server and all copies of it. */
  cluster: string;
  /** Counts takeovers. */
  timeline: number;
  isFeedback: boolean;
  /** How far its log was written, or replayed. */
  place: string | null;
}

const ASK = `select pg_is_in_recovery() as "isStandby", ${SERVER} as server,
  (select system_identifier::text from pg_control_system()) as cluster,
  (select timeline_id from pg_control_checkpoint()) as timeline,
  current_setting('hot_standby_feedback')::bool as "isFeedback",
  (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end)::text as place`;

type Rows = OpenedDatabase["rows"];

/** Whether the server of `DATABASE_READ_URL` follows the database, and how far it is behind. */
export async function lookAtStandby(
  { rows: onPrimary }: OpenedDatabase,
  { databaseReadUrl: url }: ProviderConfig,
): Promise<Finding> {
  if (!url) return skipped("DATABASE_READ_URL is not set: everything is read from the database itself");
  try {
    const target = (await isPooler(url)) ? { pooledUrl: url, directUrl: undefined } : url;
    const { pool, close } = openDatabase(target, {
      poolSize: 1,
      applicationName: "fairlead-doctor",
      connectMs: ANSWER_WITHIN_MS,
      statementMs: ANSWER_WITHIN_MS,
    });
    const onStandby: Rows = async <Row>(text: string) => (await pool.query(text)).rows as Row[];
    return await compare(onPrimary, onStandby).finally(close);
  } catch (error) {
    return warning(
      `it does not answer (${reasonOf(error)}), and the database itself is read instead`,
      adviceOn(error, "DATABASE_READ_URL"),
    );
  }
}

async function compare(onPrimary: Rows, onStandby: Rows): Promise<Finding> {
  const [[primary], [standby]] = await Promise.all([onPrimary<Server>(ASK), onStandby<Server>(ASK)]);
  if (primary!.isStandby) return skipped("the server of DATABASE_URL is a standby itself");
  const lead = "set DATABASE_READ_URL to a standby of the server of DATABASE_URL";
  if (standby!.server === primary!.server)
    return warning("DATABASE_READ_URL leads to the primary itself, which is spared nothing", lead);
  if (standby!.cluster !== primary!.cluster)
    return fault("it is of another cluster than the database, and is not read", lead);
  if (!standby!.isStandby)
    return fault("it is a copy that takes writes of its own, and is not read", `stop it, or ${lead}`);
  const since = performance.now();
  let place = standby!.place;
  while (isBefore(place, primary!.place) && performance.now() - since < BEHIND_MS) {
    await sleep(PAUSE_MS);
    place = (await onStandby<Server>(ASK))[0]!.place;
  }
  const behind = lsnOf(primary!.place!) - lsnOf(place ?? "0/0");
  if (behind > 0n)
    return warning(
      `it is ${(Number(behind) / 1024 ** 2).toFixed(1)} MB behind, more than ${BEHIND_MS / 1000} s, and is read by nobody meanwhile`,
      "look whether its replay was paused or delayed, whether it is connected to the primary, and at its log",
    );
  if (standby!.timeline > primary!.timeline)
    return fault(
      "it follows a server that was promoted beside the primary",
      "let it follow the server of DATABASE_URL, and stop the one that was promoted",
    );
  const milliseconds = Math.round(performance.now() - since);
  if (!standby!.isFeedback)
    return warning(
      `it has everything within ${milliseconds} ms, but ends long reports and exports when rows that they read are cleared away`,
      "set hot_standby_feedback to on at the standby",
    );
  return ok(`it follows the database, and has everything within ${milliseconds} ms`);
}

const isBefore = (place: string | null, other: string | null) => lsnOf(place ?? "0/0") < lsnOf(other!);
