import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { makeServerDir, removeServerDir } from "./support/database-server.ts";
import { findPostgres, prepareBrowser, prepareOperation, prepareServers } from "./support/machine.ts";
import { type Count, type Reading, readPlaywright, readVitest } from "./support/run-reports.ts";

/**
 * `npm test` (no argument): what a change has to pass. `npm run test:all` (`all`): also what takes long or needs servers of the
 * machine. `npm run test:operate` (`operate`): the product in several processes and nodes alone, which is a part of `all`.
 *
 * Stages run one after the other, since each uses both cores; only the types, which need one, are checked beside the first. A stage is
 * read by its own report, not by its last line, and one that dies counts as a failure. The last line printed is `N passed, N failed`.
 */

interface Stage {
  name: string;
  command: string[];
  environment?: NodeJS.ProcessEnv;
  /** Reads the report; left out: the exit status is the one check of the stage. */
  read?(report: string): Reading;
}
interface Result {
  name: string;
  count: Reading;
  seconds: number;
}

const SLOWEST_FILES = 12;
const STAGE_LIMIT_MS = 75 * 60_000;
const PARTS = ["default", "all", "operate"] as const;
const part = PARTS.find((each) => each === (process.argv[2] ?? "default"));
if (!part) {
  process.stderr.write("There are `node tests/run.ts`, and with `all` or `operate` behind it\n");
  process.exit(2);
}
const isAll = part === "all";
/** What `npm test` leaves out (vitest.config.ts says what the tags mean). */
const daily = part === "default" ? ["--tags-filter=!slow and !servers"] : [];
const scratch = mkdtempSync(join(tmpdir(), "fairlead-run-"));
const statements = join(scratch, "statements");
/** Units and provider use one embedded database: migrating one and filling it with the demonstration takes half a minute. */
const serverDir = await makeServerDir();
const startedAt = Date.now();
const results: Result[] = [];
/** Processor seconds of the whole machine, by what ran meanwhile. */
const processorSeconds = new Map<string, number>();
const running = new Set<number>();

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    for (const pid of running) endGroup(pid);
    // The next run removes the database.
    rmSync(scratch, { recursive: true, force: true });
    process.exit(1);
  });
}

function vitest(name: string, choice: string[], environment: NodeJS.ProcessEnv = {}): Stage {
  return {
    name,
    command: ["vitest", "run", ...choice, ...daily, "--reporter=dot", "--reporter=json"],
    environment: { ...environment, NO_COLOR: "1" },
    read: readVitest,
  };
}

/** Runs lanes beside each other, and the stages of a lane one after the other; one that fails keeps no other from running. */
async function runBeside(lanes: Stage[][]): Promise<void> {
  const before = busySeconds();
  await Promise.all(
    lanes.map(async (stages) => {
      for (const stage of stages) await run(stage);
    }),
  );
  const names = lanes.flat().map(({ name }) => name);
  processorSeconds.set(names.join(", "), Math.round(busySeconds() - before));
}

function busySeconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0) / 1000;
}

async function run(stage: Stage): Promise<void> {
  const report = join(scratch, `${stage.name.replace(/\W+/g, "-")}.json`);
  const [program = "", ...args] = stage.command;
  const reportArguments = program === "vitest" ? [`--outputFile.json=${report}`] : [];
  const began = Date.now();
  const child = spawn(program, [...args, ...reportArguments], {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    env: {
      ...process.env,
      // Some two hundred programs are started of the same few modules: compiling each once saves a third of a start.
      NODE_COMPILE_CACHE: join(scratch, "compiled"),
      TEST_ALL: isAll ? "1" : "",
      ...stage.environment,
      CI: "true",
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  });
  const pid = child.pid;
  if (pid) running.add(pid);
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  const limit = setTimeout(() => {
    output.push(Buffer.from(`\nStopped after ${STAGE_LIMIT_MS / 60_000} minutes\n`));
    if (pid) endGroup(pid);
  }, STAGE_LIMIT_MS);
  const status = await new Promise<number | null>((resolve) => {
    child.once("error", (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      resolve(null);
    });
    child.once("close", resolve);
  });
  clearTimeout(limit);
  if (pid) running.delete(pid);
  const count = stage.read ? readReport(stage.read, report, status) : countOf(status === 0);
  const result = { name: stage.name, count, seconds: secondsSince(began) };
  results.push(result);
  process.stdout.write(`\n--- ${lineOf(result)}\n${Buffer.concat(output).toString().trimEnd()}\n`);
}

function secondsSince(began: number): number {
  return Math.round((Date.now() - began) / 1000);
}

function lineOf({ name, count, seconds }: Result): string {
  return `${name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`;
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGTERM");
    setTimeout(() => {
      try {
        process.kill(-pid, "SIGKILL");
      } catch {
        // It has ended.
      }
    }, 5_000).unref();
  } catch {
    // It has ended.
  }
}

function countOf(isPassed: boolean): Count {
  return isPassed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A crash leaves no report, or one that is better than the exit status: both count as one failure more. */
function readReport(read: (report: string) => Reading, path: string, status: number | null): Reading {
  let count: Reading;
  try {
    count = read(readFileSync(path, "utf8"));
  } catch {
    return { passed: 0, failed: 1 };
  }
  const isUnexplained = (status !== 0 && count.failed === 0) || count.passed + count.failed === 0;
  return isUnexplained ? { ...count, failed: count.failed + 1 } : count;
}

/** The set-up is a check like any other: where it fails, what needs it fails by itself and says so. */
function prepare(): void {
  const began = Date.now();
  let count = countOf(true);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  try {
    if (part !== "operate") prepareBrowser(say);
    if (isAll) prepareServers(say);
    if (part !== "default") prepareOperation(say);
  } catch (error) {
    say((error as Error).message);
    count = countOf(false);
  }
  results.push({ name: "set-up", count, seconds: secondsSince(began) });
}

/** What runs on the PostgreSQL of the distribution, where the machine has one. */
function onSecondDatabase(): Stage[] {
  const found = findPostgres();
  if (!found) {
    process.stdout.write("There is no second PostgreSQL here: npm run test:all installs one\n");
    return [];
  }
  const environment = { TEST_POSTGRES_BIN: found.bin, TEST_STATEMENTS: statements };
  const byStatement = vitest(`statements on PostgreSQL ${found.major}`, ["--project", "second"], environment);
  const inFull = vitest(`provider on PostgreSQL ${found.major}`, ["--project", "provider"], environment);
  return isAll ? [byStatement, inFull] : [byStatement];
}

/** What runs one after the other; lanes within run beside each other. */
function steps(): Stage[][][] {
  const operate = vitest("operate", ["--config", "tests/operate/vitest.config.ts"], {
    TEST_POSTGRES_BIN: findPostgres()?.bin ?? "",
  });
  if (part === "operate") return [[[operate]]];
  const alone = [
    vitest("provider", ["--project", "provider"], {
      TEST_STATEMENTS: statements,
      TEST_SERVER_DIR: serverDir,
    }),
    ...onSecondDatabase(),
    { name: "journeys", command: ["playwright", "test"], read: readPlaywright },
    ...(isAll ? [operate] : []),
  ];
  return [
    [
      // Several checkers work out the same types, each for itself: on two cores that takes longer than one.
      [{ name: "types", command: ["npm", "run", "--silent", "typecheck", "--", "--checkers", "1"] }],
      [
        { name: "lint", command: ["npm", "run", "--silent", "lint"] },
        { name: "build", command: ["npm", "run", "--silent", "build"] },
        // Not in one run with the provider: workers keep what they have imported until their run ends, and one that dies takes all
        // reports with it.
        vitest("unit and document", ["--project", "unit", "--project", "document"], {
          TEST_SERVER_DIR: serverDir,
        }),
      ],
    ],
    ...alone.map((stage) => [[stage]]),
  ];
}

process.stdout.write(`Node ${process.version}\n`);
prepare();
for (const lanes of steps()) await runBeside(lanes);

await removeServerDir(serverDir);
rmSync(scratch, { recursive: true, force: true });
const total = { passed: 0, failed: 0 };
for (const { count } of results) {
  total.passed += count.passed;
  total.failed += count.failed;
}
for (const { name, count } of results) {
  const slowest = [...(count.files ?? [])].sort(([, a], [, b]) => b - a).slice(0, SLOWEST_FILES);
  if (slowest.length === 0) continue;
  const listed = slowest.map(([file, seconds]) => `${Math.round(seconds)} s ${file}`);
  process.stdout.write(`\nSlowest in ${name}:\n  ${listed.join("\n  ")}\n`);
}
for (const { name, count } of results)
  for (const text of count.doubtful ?? [])
    process.stdout.write(`\nPASSED AT THE SECOND TRY ONLY in ${name}: ${text}\n`);
for (const { name, count } of results)
  for (const text of count.failures ?? []) process.stdout.write(`\nFAILED in ${name}: ${text}\n`);
process.stdout.write("\nProcessor seconds of the machine:\n");
for (const [names, seconds] of processorSeconds) process.stdout.write(`  ${seconds} s ${names}\n`);
process.stdout.write(`\n${secondsSince(startedAt)} s in all\n`);
for (const result of results) process.stdout.write(`${lineOf(result)}\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
