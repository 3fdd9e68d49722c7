import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LaunchError } from "./launch-error.ts";

/** Inputs of the build; provider and launcher run from source. */
const SOURCES = ["app/**/*", "public/**/*", "*.config.ts", "tsconfig.json", "package-lock.json"];
const OUTSIDE = /^app\/(provider|launcher|doctor|decisions|start\.ts)/;

/**
 * Builds the portal when the build is missing or made from other sources. Contents are compared, because
 * files of a clone or copy have new times.
 * @throws LaunchError
 */
export async function ensureBuild(
  root: string,
  say: (line: string) => void,
  stop: AbortSignal,
): Promise<void> {
  if (await isBuilt(root)) return;
  const tool = join(root, "node_modules", "@react-router", "dev", "bin.cjs");
  if (!existsSync(tool))
    throw new LaunchError(
      "The build is missing or out of date and the build tools are not installed: run `npm ci`",
    );
  say("Building the portal, which takes a few seconds");
  await run(root, [tool, "build"], stop);
}

/** Whether the build is complete and made from the present sources. */
async function isBuilt(root: string): Promise<boolean> {
  const builtFrom = await readFile(stampOf(root), "utf8").catch(() => "");
  return existsSync(join(root, "build", "server", "index.js")) && builtFrom === (await hashSources(root));
}

/** Records the sources at the end of every build, whoever started it. */
export async function stampBuild(root: string): Promise<void> {
  await writeFile(stampOf(root), await hashSources(root));
}

function stampOf(root: string): string {
  return join(root, "build", "source-hash");
}

async function hashSources(root: string): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(SOURCES, { cwd: root, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name).slice(root.length + 1);
    if (!OUTSIDE.test(path)) files.push(path);
  }
  const hash = createHash("sha256");
  for (const path of files.sort()) {
    const content = await readFile(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

async function run(root: string, args: string[], signal: AbortSignal): Promise<void> {
  const environment = { ...process.env, NODE_ENV: "production" };
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (status !== 0) {
    process.stderr.write(Buffer.concat(output));
    throw new LaunchError("The build failed: the lines above say where");
  }
}
