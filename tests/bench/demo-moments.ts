import { spawn } from "node:child_process";
import { parseArgs } from "node:util";

/**
 * `node tests/bench/demo-moments.ts [--moments 500]`: the demonstration made for so many moments of two years, each walked
 * screen by screen (`tests/routes/demo-screens.test.ts`). Prints what one page says and another denies.
 */
const { values } = parseArgs({ options: { moments: { type: "string", default: "500" } } });
const child = spawn(
  "vitest",
  ["run", "--project", "unit", "tests/routes/demo-screens.test.ts", "--maxWorkers", "1"],
  { stdio: "inherit", env: { ...process.env, DEMO_MOMENTS: values.moments } },
);
child.on("close", (code) => process.exit(code ?? 1));
