import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePorts } from "./product.ts";
import { tempFolder } from "./temp-folder.ts";

/**
 * The EICAR test file, harmless and found by every scanner. Concatenated, so that no scanner finds it in this
 * file.
 */
export const EICAR = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

const PROGRAM = "/usr/sbin/clamd";
const START_LIMIT_MS = 60_000;

/** Starts the distribution's daemon with one signature of our own: the real ones cannot be downloaded here. */
export async function startClamd(): Promise<{ url: string; stop(): Promise<void> }> {
  if (!existsSync(PROGRAM)) throw new Error("clamd is not installed: npm test installs clamav-daemon");
  const folder = await tempFolder("clamd");
  const signatures = join(folder, "signatures");
  await mkdir(signatures);
  await writeFile(
    join(signatures, "own.ndb"),
    `Eicar-Test-Signature:0:*:${Buffer.from(EICAR).toString("hex")}\n`,
  );
  const [port = 0] = await freePorts(1);
  const settings = [
    `TCPSocket ${port}`,
    "TCPAddr 127.0.0.1",
    `DatabaseDirectory ${signatures}`,
    "Foreground yes",
  ];
  await writeFile(join(folder, "clamd.conf"), [...settings, "StreamMaxLength 30M", ""].join("\n"));
  const child = spawn(PROGRAM, ["--config-file", join(folder, "clamd.conf")], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  for (const until = Date.now() + START_LIMIT_MS; !(await answers(port)); await sleep(50))
    if (child.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`clamd did not start:\n${output}`);
    }
  return { url: `tcp://127.0.0.1:${port}`, stop };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("zPING\0"));
    socket.once("data", (text) => {
      resolve(String(text).startsWith("PONG"));
      socket.destroy();
    });
    socket.once("error", () => resolve(false));
  });
}
