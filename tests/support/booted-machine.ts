import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tempFolder } from "./temp-folder.ts";

/** A machine that systemd has booted: this one's own files, with changes that nobody sees and that end with it. */
export interface BootedMachine {
  /** Its files. */
  root: string;
  /** Runs a program in it and gives what it has written; throws with that when it fails. */
  run(program: string, ...args: string[]): string;
  /** As `run`, whatever the status. */
  ask(program: string, ...args: string[]): string;
  /** The same process as this machine numbers it. */
  shutDown(): Promise<void>;
}

const BOOT_LIMIT_MS = 120_000;

/**
 * Boots systemd as the first process of namespaces of its own (systemd-nspawn), on an overlay over this machine's files, with
 * this machine's network. Needs root.
 * @param mounts folders of this machine that it shows at other places, unchangeable there
 */
export async function bootMachine(mounts: Record<string, string>): Promise<BootedMachine> {
  const home = await tempFolder("machine");
  const root = join(home, "root");
  const changes = join(home, "changes");
  for (const folder of [root, changes]) mkdirSync(folder);
  const mount = (...args: string[]) => execFileSync("mount", args, { stdio: "pipe" });
  // The upper folder of an overlay may not lie in the lower one.
  mount("-t", "tmpfs", "-o", "size=2g", "changes", changes);
  for (const folder of ["upper", "work"]) mkdirSync(join(changes, folder));
  const layers = `lowerdir=/,upperdir=${join(changes, "upper")},workdir=${join(changes, "work")}`;
  mount("-t", "overlay", "-o", layers, "overlay", root);
  rmSync(join(root, "etc", "machine-id"), { force: true });
  const binds = Object.entries(mounts).map(([place, folder]) => `--bind-ro=${folder}:${place}`);
  const nspawn = spawn(
    "systemd-nspawn",
    [
      "--quiet",
      "--register=no",
      "--keep-unit",
      `--directory=${root}`,
      "--boot",
      "--console=pipe",
      `--machine=fairlead-${process.pid}`,
      ...binds,
      "--",
      "--unit=basic.target",
      "--log-target=journal",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let consoleText = "";
  nspawn.stderr.on("data", (chunk) => {
    consoleText += chunk;
  });
  const ended = new Promise<void>((resolve) => nspawn.once("close", () => resolve()));

  const leader = () => childOf(nspawn.pid!);
  const enter = (args: string[]) => {
    const inside = ["-t", String(leader()), "-m", "-p", "-u", "-i", "--", ...args];
    return spawnSync("nsenter", inside, { encoding: "utf8", timeout: 120_000 });
  };
  const machine: BootedMachine = {
    root,
    run(...args) {
      const { status, stdout, stderr } = enter(args);
      if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stdout}${stderr}`);
      return stdout;
    },
    ask(...args) {
      const { stdout, stderr } = enter(args);
      return stdout + stderr;
    },
    async shutDown() {
      const first = leader();
      if (first) process.kill(first, "SIGKILL");
      else nspawn.kill("SIGKILL");
      await ended;
      for (const folder of [root, changes]) spawnSync("umount", ["--lazy", folder]);
      rmSync(home, { recursive: true, force: true });
    },
  };
  try {
    for (const until = Date.now() + BOOT_LIMIT_MS; !isUp(machine, leader()); await sleep(200))
      if (nspawn.exitCode !== null || Date.now() > until)
        throw new Error(`systemd did not boot: ${consoleText}`);
  } catch (error) {
    await machine.shutDown();
    throw error;
  }
  return machine;
}

function isUp(machine: BootedMachine, leader: number): boolean {
  return leader > 0 && machine.ask("systemctl", "is-active", "basic.target").trim() === "active";
}

function childOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);
  } catch {
    return 0;
  }
}
