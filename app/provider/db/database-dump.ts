import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { childEnvironment } from "../config.ts";
import { openDatabase } from "./database.ts";

const run = promisify(execFile);

/**
 * Dumps a server's database with the pg_dump of this machine. @throws an error whose message is one line that
 * says what to do
 */
export async function dumpDatabase(databaseUrl: string, file: string): Promise<void> {
  await runTool("pg_dump", databaseUrl, ["--format=custom", "--no-owner", "--no-privileges", "--file", file]);
}

/** Restores a dump in one transaction; `isReplacing` drops existing objects. */
export async function restoreDump(databaseUrl: string, file: string, isReplacing: boolean): Promise<void> {
  const replacing = isReplacing ? ["--clean", "--if-exists"] : [];
  const flags = ["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", ...replacing];
  await runTool("pg_restore", databaseUrl, [...flags, file]);
}

/** Whether the database holds any tables, ours or not. */
export async function hasTables(databaseUrl: string): Promise<boolean> {
  const { pool, close } = openDatabase(databaseUrl, { poolSize: 1, applicationName: "fairlead-restore" });
  try {
    const tables = "select from pg_class c join pg_namespace n on n.oid = relnamespace";
    const { rowCount } = await pool.query(
      `${tables} where relkind in ('r', 'p') and nspname = 'public' limit 1`,
    );
    return rowCount !== 0;
  } finally {
    await close();
  }
}

/** The password is passed in the environment, because every user of the machine can read arguments. */
async function runTool(tool: string, databaseUrl: string, args: string[]): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = "";
  const env = childEnvironment(password ? { PGPASSWORD: password } : {});
  try {
    await run(tool, ["--no-password", "--dbname", url.href, ...args], { env });
  } catch (error) {
    const { code, stderr } = error as { code?: string | number; stderr?: string };
    if (code === "ENOENT") {
      throw new Error(
        `${tool} is not installed: install PostgreSQL's client programs, of your server's version or newer`,
      );
    }
    const fault = stderr?.split("\n").find((line) => /error:|detail:/.test(line));
    throw new Error(fault ?? `${tool} failed`);
  }
}
