import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPostgres, prepareOperation } from "../support/machine.ts";

/**
 * `npm run test:operate`: the product in several processes behind proxies, and its database in several nodes, while parts of it
 * are restarted, killed and cut off. The last line printed is `N passed, N failed`. Arguments are passed on to Vitest.
 */

const scratch = mkdtempSync(join(tmpdir(), "fairlead-operate-"));
const report = join(scratch, "report.json");

async function run(program: string, args: string[], environment: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...environment } });
  return new Promise((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });
}

/** A run that dies has no report, and counts as a failure. */
function readReport(): { passed: number; failed: number } {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, "utf8"));
    const failed = numFailedTests === 0 && numFailedTestSuites > 0 ? numFailedTestSuites : numFailedTests;
    return { passed: numPassedTests, failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

let count = { passed: 0, failed: 1 };
try {
  prepareOperation((line) => process.stdout.write(`${line}\n`));
  const status = await run(
    "vitest",
    [
      ...["run", "--config", "tests/operate/vitest.config.ts"],
      ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
      ...process.argv.slice(2),
    ],
    {
      TEST_POSTGRES_BIN: findPostgres()?.bin ?? "",
      NODE_COMPILE_CACHE: join(scratch, "compiled"),
      CI: "true",
    },
  );
  count = readReport();
  if (status !== 0 && count.failed === 0) count.failed = 1;
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
}
rmSync(scratch, { recursive: true, force: true });
process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
process.exit(count.failed > 0 || count.passed === 0 ? 1 : 0);
