import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { tempFolder } from "#tests/support/temp-folder.ts";

/** podman with images and containers of its own, which end with it. Needs root. */
export interface Containers {
  /** Gives what it has written; throws with that when it fails. */
  podman(...args: string[]): string;
  /** As `podman`, for what takes minutes. */
  work(...args: string[]): Promise<void>;
  remove(): void;
}

/** A machine may refuse a container more than its own limits, which podman's default is. */
const LIMITS = ["--ulimit", "nofile=4096:4096", "--ulimit", "nproc=4096:4096"];

export async function openContainers(): Promise<Containers & { home: string }> {
  const home = await tempFolder("containers");
  const store = [`--root=${join(home, "store")}`, `--runroot=${join(home, "run")}`];
  const wholeArgs = ([command = "", ...args]: string[]) => [
    ...store,
    // The machine's first process need not be systemd.
    "--cgroup-manager=cgroupfs",
    "--runtime=runc",
    command,
    ...(command === "run" ? ["--pull=never", ...LIMITS] : []),
    ...args,
  ];
  const podman = (...args: string[]) =>
    execFileSync("podman", wholeArgs(args), { encoding: "utf8", stdio: "pipe", timeout: 240_000 });
  return {
    home,
    podman,
    async work(...args) {
      await runLong("podman", wholeArgs(args));
    },
    remove() {
      podman("rm", "--all", "--force", "--time=10");
      podman("rmi", "--all", "--force");
      // The store of layers is a mount of its own.
      execFileSync("sh", ["-c", 'umount --lazy "$1" 2>/dev/null || true', "sh", join(home, "store/overlay")]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/**
 * Makes an image that stands for Node's own of this name, where no registry of images is to be had: Debian's smallest system,
 * this Node and npm as its image has them, and its user. npm reaches its registry there as it does on this machine.
 */
export async function standInForNode(
  { podman, home }: Containers & { home: string },
  name: string,
): Promise<void> {
  const root = join(home, "base");
  await runLong("debootstrap", ["--variant=minbase", "bookworm", root]);
  execFileSync("chroot", [root, "sh", "-c", "apt-get clean && rm -r /var/lib/apt/lists/*"]);
  execFileSync("chroot", [root, "useradd", "--uid", "1000", "--user-group", "--create-home", "node"]);
  const local = (...parts: string[]) => join(root, "usr/local", ...parts);
  cpSync(process.execPath, local("bin/node"), { dereference: true });
  const npm = realpathSync(execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim());
  cpSync(dirname(dirname(npm)), local("lib/node_modules/npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", local("bin/npm"));
  const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  const settings = [`ENV PATH=${path}`, `ENV NPM_CONFIG_REGISTRY=${registry}`];
  const authorities = process.env.NODE_EXTRA_CA_CERTS ?? "";
  if (existsSync(authorities)) {
    mkdirSync(join(root, "etc/ssl/certs"), { recursive: true });
    cpSync(authorities, join(root, "etc/ssl/certs/of-the-machine.crt"), { dereference: true });
    settings.push("ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/of-the-machine.crt");
  }
  const archive = join(home, "base.tar");
  await runLong("tar", ["--create", `--file=${archive}`, `--directory=${root}`, "."]);
  podman("import", "--quiet", ...settings.flatMap((line) => ["--change", line]), archive, name);
  for (const done of [root, archive]) rmSync(done, { recursive: true });
}

/** @throws with the last lines that it wrote when it fails */
async function runLong(program: string, args: string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output = (output + chunk).slice(-8_000);
    });
  const [status] = await once(child, "close");
  if (status !== 0) throw new Error(`${program} ended with ${status}:\n${output}`);
}
