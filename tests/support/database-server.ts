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
 * it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const place of [tmpdir(), MEMORY]) await removeAbandoned(place);
  const dir = join(await choosePlace(), `${PREFIX}${process.pid}`);
  await mkdir(dir, { recursive: true });
  project.provide("testServerDir", dir);
  return () => remove(dir);
}

/** A new database is some 300 files, which take 10 ms in memory and up to 300 ms on a slow disk. */
async function choosePlace(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined);
  return memory && memory.bavail * memory.bsize > MEMORY_NEEDED ? MEMORY : tmpdir();
}

async function removeAbandoned(place: string): Promise<void> {
  for (const name of await readdir(place).catch(() => [])) {
    const pid = Number(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : 0);
    if (pid && !isAlive(pid)) await remove(join(place, name));
  }
}

async function remove(dir: string): Promise<void> {
  const cluster = join(dir, "postgres", "data");
  const server = livingServer(cluster);
  if (server) {
    process.kill(server.pid, "SIGQUIT");
    for (let waited = 0; livingServer(cluster) && waited < 5_000; waited += 20) await sleep(20);
  }
  await rm(dir, { recursive: true, force: true, maxRetries: 3 });
}
