import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { constants, zstdCompressSync } from "node:zlib";
import pg from "pg";
import { LANDED_SECRETS_KEY } from "./landed.ts";
import { trimDatabase } from "./trim-database.ts";

/**
 * `node tests/support/dump-landed.ts REVISION SERVER_URL` writes the database that the provider of a landed version makes for its
 * demonstration, less most of its shipments, to `tests/fixtures/landed`. Run it once for each version that landed with a new migration.
 * The server is a PostgreSQL 15 with a superuser, which every version can read; the present packages have to serve the old code.
 */

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "tests/fixtures/landed");
const PORT = 5_790;
/** What a version does by itself after its start, such as words of documents and figures of emissions. */
const SETTLE_MS = 8_000;

const [revision, server] = process.argv.slice(2);
if (!revision || !server) throw new Error("Usage: dump-landed.ts REVISION SERVER_URL");

const scratch = mkdtempSync(join(tmpdir(), "fairlead-landed-"));
const git = (...args: string[]) => execFileSync("git", ["-C", ROOT, ...args], { maxBuffer: 1e9 });

async function query(database: string, text: string): Promise<void> {
  const url = new URL(server!);
  url.pathname = `/${database}`;
  const client = new pg.Client(url.href);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

async function runVersion(folder: string, databaseUrl: string): Promise<void> {
  const { PATH = "" } = process.env;
  const environment = {
    PATH,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(scratch, "data"),
    SECRETS_KEY: LANDED_SECRETS_KEY,
  };
  const child = spawn(process.execPath, ["app/provider/server.ts"], {
    cwd: folder,
    env: {
      ...environment,
      PROVIDER_PORT: String(PORT),
      DEMO_DATA: "on",
      DEMO_CLOCK: "off",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = once(child, "exit");
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`Version ${revision} ended with ${child.exitCode}`);
      if (await fetch(`http://127.0.0.1:${PORT}/openapi.json`).catch(() => null)) break;
      await sleep(500);
    }
    await sleep(SETTLE_MS);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

try {
  const folder = join(scratch, "version");
  mkdirSync(folder);
  execFileSync("tar", ["x", "-C", folder], { input: git("archive", revision) });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));

  const commit = git("rev-parse", "--short=8", revision).toString().trim();
  const database = `landed_${commit}`;
  await query("postgres", `drop database if exists ${database}`);
  await query("postgres", `create database ${database} template template0 encoding 'UTF8'`);
  const url = new URL(server);
  url.pathname = `/${database}`;
  await runVersion(folder, url.href);
  await trimDatabase(url.href);

  const newest = git("ls-tree", "--name-only", revision, "app/provider/db/migrations/")
    .toString()
    .match(/\d{4}(?=-)/g)!
    .sort()
    .at(-1)!;
  const dump = execFileSync(
    "pg_dump",
    ["--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=200", "--dbname", url.href],
    { maxBuffer: 1e9 },
  );
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${newest}-${commit}.sql.zst`);
  const packed = zstdCompressSync(dump, { params: { [constants.ZSTD_c_compressionLevel]: 19 } });
  writeFileSync(file, packed);
  await query("postgres", `drop database ${database}`);
  console.log(`${file}: ${dump.length} bytes, ${packed.length} packed`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
