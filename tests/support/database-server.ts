import { mkdir, readdir, rm } from "node:fs/promises";
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

/** Vitest's global set-up: one folder for the whole run, and an end to the server that tests may have started in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : 0);
    if (pid && !isAlive(pid)) await remove(join(tmpdir(), name));
  }
  const dir = join(tmpdir(), `${PREFIX}${process.pid}`);
  await mkdir(dir, { recursive: true });
  project.provide("testServerDir", dir);
  return () => remove(dir);
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
