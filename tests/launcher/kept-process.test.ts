import { spawn } from "node:child_process";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type KeptProcess, keepRunning, type ProcessPlan } from "#app/launcher/kept-process.ts";

let folder: string;
let lines: string[];
let kept: KeptProcess | undefined;
const never = new AbortController().signal;
/** Time-out for starting or ending a Node program on a busy machine. */
const PATIENCE_MS = 20_000;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fairlead-kept-"));
  lines = [];
});
afterEach(async () => {
  await kept?.stop(2_000, never);
  kept = undefined;
  await rm(folder, { recursive: true });
});

/** Writes its process id into a file and runs until it is stopped. */
const STAYING = `
  import { appendFileSync } from "node:fs";
  appendFileSync("pids", process.pid + "\\n");
  setInterval(() => {}, 1000);
  process.send({ type: "ready" });
`;

async function plan(program: string): Promise<Extract<ProcessPlan, { args: string[] }>> {
  await writeFile(join(folder, "program.mjs"), program);
  return {
    name: "The program",
    args: [join(folder, "program.mjs")],
    cwd: folder,
    environment: process.env,
    untilReady: (child, signal) =>
      new Promise((resolve, reject) => {
        child.once("message", resolve);
        signal.addEventListener("abort", reject, { once: true });
      }),
    say: (line) => lines.push(line),
  };
}

async function pids(): Promise<number[]> {
  const text = await readFile(join(folder, "pids"), "utf8").catch(() => "");
  return text.split("\n").filter(Boolean).map(Number);
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("a kept process", () => {
  it("is started again after a kill -9", async () => {
    kept = keepRunning(await plan(STAYING));
    await kept.ready;
    for (const round of [1, 2]) {
      process.kill((await pids()).at(-1)!, "SIGKILL");
      await vi.waitFor(async () => expect(await pids()).toHaveLength(round + 1), PATIENCE_MS);
      await vi.waitFor(() => expect(lines.at(-1)).toBe("The program is running again"), PATIENCE_MS);
    }
    expect(lines[0]).toMatch(/^The program ended \(SIGKILL\); it is started again in 0\.2 s$/);
  });

  it("that ends before it was ready is not tried again", async () => {
    kept = keepRunning(await plan("process.exit(7)"));
    await expect(kept.ready).rejects.toThrow("The program ended (exit status 7)");
    expect(lines).toEqual([]);
  });

  it("that has logged itself why it cannot start adds no further message", async () => {
    kept = keepRunning(await plan("process.exit(1)"));
    await expect(kept.ready).rejects.toMatchObject({ message: "" });
  });

  it("is ended by a stop, and not started again", async () => {
    kept = keepRunning(
      await plan(`
        process.on("SIGTERM", () => setTimeout(() => { appendFileSync("done", "done"); process.exit(0); }, 300));
        ${STAYING}`),
    );
    await kept.ready;
    await kept.stop(5_000, never);
    expect(await readFile(join(folder, "done"), "utf8")).toBe("done");
    expect((await pids()).some(isAlive)).toBe(false);
  });

  it("is killed when it does not end in time", async () => {
    kept = keepRunning(await plan(`process.on("SIGTERM", () => {}); ${STAYING}`));
    await kept.ready;
    await kept.stop(200, never);
    expect((await pids()).some(isAlive)).toBe(false);
  });

  it("is hurried by a second signal", { tags: "slow" }, async () => {
    kept = keepRunning(await plan(`process.on("SIGTERM", () => {}); ${STAYING}`));
    await kept.ready;
    const force = new AbortController();
    setTimeout(() => force.abort(), 100);
    const startedAt = Date.now();
    await kept.stop(60_000, force.signal);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    expect((await pids()).some(isAlive)).toBe(false);
  });

  it("does not outlive a launcher that is killed outright", { tags: "slow" }, async () => {
    const { args } = await plan(STAYING);
    const module = pathToFileURL(join(process.cwd(), "app/launcher/kept-process.ts"));
    await appendFile(
      join(folder, "launcher.mjs"),
      `import { keepRunning } from ${JSON.stringify(module.href)};
       keepRunning({ name: "It", args: ${JSON.stringify(args)}, cwd: ${JSON.stringify(folder)}, environment: process.env,
         untilReady: () => new Promise(() => {}), say() {} });`,
    );
    const launcher = spawn(process.execPath, [join(folder, "launcher.mjs")], { stdio: "inherit" });
    await vi.waitFor(async () => expect(await pids()).toHaveLength(1), PATIENCE_MS);
    launcher.kill("SIGKILL");
    await vi.waitFor(async () => expect((await pids()).some(isAlive)).toBe(false), PATIENCE_MS);
  });
});
