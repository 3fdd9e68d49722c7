import { relative, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** What the reports of Vitest and Playwright say, in one form. */

export interface Count {
  passed: number;
  failed: number;
}
/** What a report says; each failure in a line or a few, so that the end of a cut-off log still names it. */
export interface Reading extends Count {
  failures?: string[];
  /** What passed at the second try only: counted as passed, and named like a failure, for somebody has to look into it. */
  doubtful?: string[];
  /** Seconds of each test file, to show where the time of a run goes. */
  files?: Map<string, number>;
}

const FAILURE_LINES = 12;

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

export function readVitest(report: string): Reading {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(report) as VitestReport;
  const failures = testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => failure(file.name, fullName, failureMessages[0])),
  );
  // A file that cannot be imported, or whose `beforeAll` or `afterAll` fails, has no test that failed.
  const unread = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((each) => each.status === "failed"),
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

export function readPlaywright(report: string): Reading {
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
