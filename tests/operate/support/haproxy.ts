import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

const PROGRAM = "/usr/sbin/haproxy";
const START_LIMIT_MS = 15_000;

export interface HaProxy {
  /** Waits until the server is in (`UP`) or out. */
  until(server: string, state: "UP" | "out", waitMs?: number): Promise<void>;
  /** Lines of its statistics, to tell why something failed. */
  states(): Promise<Map<string, string>>;
  stop(): Promise<void>;
}

/**
 * The distribution's HAProxy with a configuration of `docs/`.
 * @param variables override those that the file presets
 */
export async function startHaProxy(
  file: string,
  statsPort: number,
  variables: Record<string, string>,
): Promise<HaProxy> {
  const child = spawn(PROGRAM, ["-db", "-f", file], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, STATS_BIND: `127.0.0.1:${statsPort}`, ...variables },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const ended = once(child, "close");

  /** State by name of the server. */
  async function states(): Promise<Map<string, string>> {
    const table = await (await fetch(`http://127.0.0.1:${statsPort}/;csv`)).text();
    const [head = "", ...lines] = table.split("\n");
    const columns = head.replace(/^# /, "").split(",");
    const [name, status] = ["svname", "status"].map((column) => columns.indexOf(column));
    return new Map(
      lines.map((line) => line.split(",")).map((row) => [row[name!] ?? "", row[status!] ?? ""] as const),
    );
  }

  async function stop(): Promise<void> {
    child.kill("SIGKILL");
    await ended;
  }

  for (const until = Date.now() + START_LIMIT_MS; ; await sleep(50)) {
    if (await states().catch(() => null)) break;
    if (child.exitCode === null && Date.now() < until) continue;
    await stop();
    throw new Error(`haproxy did not start:\n${output}`);
  }
  return {
    states,
    stop,
    async until(server, state, waitMs = 60_000) {
      for (const end = Date.now() + waitMs; Date.now() < end; await sleep(50)) {
        const isUp = (await states()).get(server) === "UP";
        if (isUp === (state === "UP")) return;
      }
      throw new Error(`${server} is not ${state}: ${JSON.stringify([...(await states())])}\n${output}`);
    },
  };
}
