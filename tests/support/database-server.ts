import { mkdir, readdir, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { isAlive, livingServer } from "#app/provider/db/server-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Data folder of the run's database server; the first test that needs the server starts it. */
    testServerDir: string;
  }
}

const PREFIX = "fairlead-test-";
const MEMORY = "/dev/shm";
const MEMORY_NEEDED = 2 * 1024 ** 3;

/**
 * Vitest's global set-up: makes one folder for the whole run, and stops the server that tests may have started in
 * it. `TEST_SERVER_DIR` is a folder that several runs share one after the other, so that the second finds the templates of the first.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = process.env.TEST_SERVER_DIR;
  const dir = shared || (await makeServerDir());
  project.provide("testServerDir", dir);
  return shared ? async () => {} : () => removeServerDir(dir);
}

/** Makes a folder for a database server, and removes those that runs before have left behind. */
export async function makeServerDir(): Promise<string> {
  for (const place of [tmpdir(), MEMORY]) await removeAbandoned(place);
  const dir = join(await choosePlace(), `${PREFIX}${process.pid}`);
  await mkdir(dir, { recursive: true });
  return dir;
}

/** A new database is some 300 files, which take 10 ms in memory and up to 300 ms on a slow disk. */
async function choosePlace(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined);
  return memory && memory.bavail * memory.bsize > MEMORY_NEEDED ? MEMORY : tmpdir();
}

async function removeAbandoned(place: string): Promise<void> {
  for (const name of await readdir(place).catch(() => [])) {
    const pid = Number(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : 0);
    if (pid && !isAlive(pid)) await removeServerDir(join(place, name));
  }
}

/** Stops the server in the folder at once, and removes both. */
export async function removeServerDir(dir: string): Promise<void> {
  const cluster = join(dir, "postgres", "data");
  const server = livingServer(cluster);
  if (server) {
    process.kill(server.pid, "SIGQUIT");
    for (let waited = 0; livingServer(cluster) && waited < 5_000; waited += 20) await sleep(20);
  }
  await rm(dir, { recursive: true, force: true, maxRetries: 3 });
}
