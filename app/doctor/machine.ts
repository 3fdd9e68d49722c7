import { stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { keptFile } from "#app/provider/kept-settings.ts";
import packageFile from "../../package.json" with { type: "json" };
import { type Finding, fault, ok, skipped, warning, worstOf } from "./finding.ts";
import { SettingsError, type Subject } from "./subject.ts";

const MEGABYTE = 1024 ** 2;
/** With less the embedded database does not start again after a crash, and uploads fail. */
const LITTLE_BYTES = 256 * MEGABYTE;
const FEW_BYTES = 2 * 1024 * MEGABYTE;
const FEW_PERCENT = 5;
/** React Router's own least version. */
const OLDEST_NODE = [22, 22];

/** Whether the settings can be read, and whether others may read those with passwords. */
export async function lookAtSettings(subject: Promise<Subject>): Promise<Finding> {
  const read = await subject.catch((error) => error as Error);
  if (read instanceof SettingsError) return fault(read.message, "correct it as docs/settings.md says");
  if (read instanceof Error) throw read;
  const file = keptFile(read.dataDir);
  const mode = await stat(file).then(
    (entry) => entry.mode,
    () => 0,
  );
  if (mode & 0o077)
    return warning(
      `other users of this machine may read ${file}, in which the mail server's password may be`,
      `chmod 600 ${file}`,
    );
  const database = read.provider?.databaseUrl ? "a database of the operator" : "the embedded database";
  return ok(read.provider ? `sound, with ${database}` : "sound, with a provider of the operator");
}

/** The versions of the product's files and of Node. */
export async function lookAtVersions(node: string = process.versions.node): Promise<Finding> {
  const [major = 0, minor = 0] = node.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = OLDEST_NODE;
  const observation = `${packageFile.name} ${packageFile.version} on Node ${node}, ${process.platform} ${process.arch}`;
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
    ? ok(observation)
    : fault(
        observation,
        `Node ${OLDEST_NODE.join(".")} is the oldest that will do: npm ci brings ${wantedNode()}`,
      );
}

const wantedNode = () => packageFile.dependencies.node;

/** How much room is left for the database and the files of this machine. */
export async function lookAtDisk({ dataDir, provider }: Subject): Promise<Finding> {
  const folders = provider?.filesS3Url ? [dataDir] : [dataDir, join(dataDir, "files")];
  const disks = new Map<string, Finding>();
  for (const folder of folders) {
    const there = await existing(folder);
    const { dev } = await stat(there, { bigint: true });
    if (!disks.has(String(dev))) disks.set(String(dev), await roomOf(there));
  }
  const [first = skipped("there is no folder"), ...others] = disks.values();
  return worstOf([first, ...others]);
}

async function existing(folder: string): Promise<string> {
  return stat(folder).then(
    () => folder,
    () => existing(dirname(folder)),
  );
}

async function roomOf(folder: string): Promise<Finding> {
  const { bavail, bsize, blocks, files, ffree } = await statfs(folder);
  const free = bavail * bsize;
  const percent = Math.floor((bavail / Math.max(1, blocks)) * 100);
  const observation = `${sizeOf(free)} (${percent} %) are free on the disk of ${folder}`;
  const todo = "make room there, or move DATA_DIR to a larger disk";
  if (free < LITTLE_BYTES) return fault(observation, todo);
  if (files > 0 && ffree / files < 0.01)
    return fault(`the disk of ${folder} can hold hardly any further file (no inodes are left)`, todo);
  return free < FEW_BYTES || percent < FEW_PERCENT ? warning(observation, todo) : ok(observation);
}

function sizeOf(bytes: number): string {
  return bytes < 10 * 1024 * MEGABYTE
    ? `${Math.floor(bytes / MEGABYTE)} MB`
    : `${Math.floor(bytes / MEGABYTE / 1024)} GB`;
}

/** A clock of another machine, or why it could not be seen. */
export interface OtherClock {
  whose: string;
  /** How far it is ahead of this machine's. */
  aheadMs: number;
}

const LATE_MS = 5_000;
const WRONG_MS = 30_000;

/** Compares this machine's clock with others'. */
export function lookAtClock(others: readonly OtherClock[]): Finding {
  const [first, ...more] = others.map(({ whose, aheadMs }) => {
    const seconds = Math.round(Math.abs(aheadMs) / 100) / 10;
    const observation =
      seconds < 1 ? `as ${whose}` : `${seconds} s ${aheadMs > 0 ? "behind" : "ahead of"} ${whose}`;
    const todo =
      "let NTP set the clocks of both machines (timedatectl set-ntp true): codes of second factors hold for 30 s, signed requests for minutes";
    if (Math.abs(aheadMs) > WRONG_MS) return fault(observation, todo);
    return Math.abs(aheadMs) > LATE_MS ? warning(observation, todo) : ok(observation);
  });
  return first ? worstOf([first, ...more]) : skipped("no other clock could be seen");
}
