import { readFileSync } from "node:fs";
import type pg from "pg";

const TICK_MS = 10;

/** Milliseconds of processor time that a process of this machine has used: other work does not count. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

export interface SessionCost {
  ms: number;
  /** Bytes of the log. */
  wal: number;
}

/** What the work on a connection costs its server process; needs PostgreSQL 18, which counts the log by session. */
export async function sessionCost(client: pg.Client, work: () => Promise<void>): Promise<SessionCost> {
  const standing = async () => {
    await client.query("select pg_stat_force_next_flush()");
    const { rows } = await client.query<{ pid: number; bytes: string }>(
      "select pid, wal_bytes as bytes from pg_backend_pid() pid, pg_stat_get_backend_wal(pid)",
    );
    return { ms: processorMs(rows[0]!.pid), wal: Number(rows[0]!.bytes) };
  };
  const before = await standing();
  await work();
  const after = await standing();
  return { ms: after.ms - before.ms, wal: after.wal - before.wal };
}
