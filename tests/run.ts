import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { findPostgres, prepareMachine } from "./support/machine.ts";

/**
 * `npm test`: everything that CI runs, on two lanes for two cores. Each stage is read by its own report, not by its
 * last line, and a stage that dies counts as a failure. The last line printed is `N passed, N failed`.
 */

interface Count {
  passed: number;
  failed: number;
}
/** What a report says; each failure in a line or a few, so that the end of a cut-off log still names it. */
interface Reading extends Count {
  failures?: string[];
  /** What passed at the second try only: counted as passed, and told like a failure, for it is one to be looked into. */
  doubtful?: string[];
  /** Seconds of each test file, to show where the time of a run goes. */
  files?: Map<string, number>;
}
interface Stage {
  name: string;
  command: string[];
  environment?: NodeJS.ProcessEnv;
  /** Reads the report; left out: the exit status is the one check of the stage. */
  read?(report: string): Reading;
}

const FAILURE_LINES = 12;
const SLOWEST_FILES = 12;
const STAGE_LIMIT_MS = 75 * 60_000;
const scratch = mkdtempSync(join(tmpdir(), "fairlead-run-"));
const startedAt = Date.now();
const results: { name: string; count: Reading; seconds: number }[] = [];
const running = new Set<number>();

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    for (const pid of running) endGroup(pid);
    rmSync(scratch, { recursive: true, force: true });
    process.exit(1);
  });
}

function vitest(name: string, projects: string[], environment: NodeJS.ProcessEnv = {}): Stage {
  const chosen = projects.flatMap((project) => ["--project", project]);
  return {
    name,
    command: ["vitest", "run", ...chosen, "--reporter=dot", "--reporter=json"],
    environment: { ...environment, NO_COLOR: "1" },
    read: readVitest,
  };
}

/** Stages of a lane run one after the other; a stage that fails does not keep the others from running. */
async function lane(stages: Stage[]): Promise<void> {
  for (const stage of stages) await run(stage);
}

async function run(stage: Stage): Promise<void> {
  const began = Date.now();
  const report = join(scratch, `${stage.name.replace(/\W+/g, "-")}.json`);
  const [program = "", ...args] = stage.command;
  const reportArguments = program === "vitest" ? [`--outputFile.json=${report}`] : [];
  const child = spawn(program, [...args, ...reportArguments], {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    env: {
      ...process.env,
      // Some two hundred programs are started of the same few modules: compiling each once saves a third of a start.
      NODE_COMPILE_CACHE: join(scratch, "compiled"),
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
  const seconds = Math.round((Date.now() - began) / 1000);
  results.push({ name: stage.name, count, seconds });
  const verdict = `${count.passed} passed, ${count.failed} failed, ${seconds} s`;
  process.stdout.write(`\n--- ${stage.name}: ${verdict}\n${Buffer.concat(output).toString().trimEnd()}\n`);
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

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function readVitest(report: string): Reading {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(report) as VitestReport;
  const unread = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const failures = testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => failure(file.name, fullName, failureMessages[0])),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + unread.length,
    failures: [...failures, ...unread.map((file) => failure(file.name, "could not be run", file.message))],
    files: new Map(
      testResults.map(({ name, startTime, endTime }) => [
        relative(process.cwd(), name),
        (endTime - startTime) / 1000,
      ]),
    ),
  };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    file: string;
    title: string;
    tests: {
      projectName: string;
      status: string;
      results: { duration: number; error?: { message?: string } }[];
    }[];
  }[];
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: { message?: string }[];
}

function readPlaywright(report: string): Reading {
  const read = JSON.parse(report) as PlaywrightReport;
  const { stats, errors } = read;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (stats.unexpected ? 0 : errors.length),
    failures: [
      ...testsOf(read, "unexpected"),
      ...errors.map(({ message }) => failure("playwright", "outside of a test", message)),
    ],
    doubtful: testsOf(read, "flaky"),
    files: secondsOf(read),
  };
}

function testsOf({ suites = [], specs = [] }: PlaywrightSuite, wanted: "unexpected" | "flaky"): string[] {
  const here = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName, results: attempts }) =>
        failure(file, `${title} (${projectName})`, attempts.find(({ error }) => error)?.error?.message),
      ),
  );
  return [...here, ...suites.flatMap((suite) => testsOf(suite, wanted))];
}

function secondsOf({ suites = [], specs = [] }: PlaywrightSuite, files = new Map<string, number>()) {
  for (const { file, tests } of specs)
    for (const { results: attempts } of tests)
      for (const { duration } of attempts) files.set(file, (files.get(file) ?? 0) + duration / 1000);
  for (const suite of suites) secondsOf(suite, files);
  return files;
}

function failure(file: string, title: string, message = ""): string {
  const lines = stripVTControlCharacters(message).split("\n").slice(0, FAILURE_LINES);
  return [`${relative(process.cwd(), resolve(file))}: ${title}`, ...lines.map((line) => `  ${line}`)].join(
    "\n",
  );
}

/** The set-up is a check like any other: where it fails, what needs it fails by itself and says so. */
function prepare(): void {
  const began = Date.now();
  let count = countOf(true);
  try {
    prepareMachine((line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stdout.write(`${(error as Error).message}\n`);
    count = countOf(false);
  }
  results.push({ name: "set-up", count, seconds: Math.round((Date.now() - began) / 1000) });
}

process.stdout.write(`Node ${process.version}\n`);
prepare();
const distribution = findPostgres();
// Both lanes run the portal as it is built; two builds at once would empty each other's folder.
await run({ name: "build", command: ["npm", "run", "--silent", "build"] });
await Promise.all([
  lane([
    { name: "types", command: ["npm", "run", "--silent", "typecheck"] },
    { name: "lint", command: ["npm", "run", "--silent", "lint"] },
    // Two runs: workers keep what they have imported until their run ends, and one that dies takes all reports with it.
    vitest("unit and document", ["unit", "document"]),
    vitest("provider on the embedded PostgreSQL", ["provider"]),
  ]),
  lane([
    { name: "journeys", command: ["playwright", "test"], read: readPlaywright },
    vitest(`provider on PostgreSQL ${distribution?.major ?? 15}`, ["provider"], {
      TEST_POSTGRES_BIN: distribution?.bin ?? "/usr/lib/postgresql/15/bin",
    }),
  ]),
]);

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
process.stdout.write(`\n${Math.round((Date.now() - startedAt) / 1000)} s in all\n`);
for (const { name, count, seconds } of results)
  process.stdout.write(`${name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
