import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "#tests/support/temp-folder.ts";

const git = (...args: string[]) =>
  execFileSync("git", args, { maxBuffer: 1e9, stdio: ["ignore", "pipe", "ignore"] });

/** Why the code of an earlier version cannot be had; undefined when it can. */
export function whyNoHistory(commit: string): string | undefined {
  try {
    git("cat-file", "-e", `${commit}^{commit}`);
    return undefined;
  } catch {
    return `${commit} is not in this clone's history: fetch the whole of it (git fetch --unshallow)`;
  }
}

/** Takes the code of a landed version out of git into a folder, with the packages that it was locked to. */
export async function checkOut(commit: string): Promise<{ folder: string; remove(): void }> {
  const scratch = await tempFolder("version");
  const folder = join(scratch, "version");
  mkdirSync(folder);
  execFileSync("tar", ["x", "-C", folder], { input: git("archive", commit) });
  const isSame = readFileSync("package-lock.json").equals(readFileSync(join(folder, "package-lock.json")));
  if (isSame) symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  else execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "ignore" });
  return { folder, remove: () => rmSync(scratch, { recursive: true, force: true }) };
}
