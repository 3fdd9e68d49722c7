import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";

/**
 * `node tests/bench/demo-moments.ts [--moments 500] [--from 0] [--lanes 2]`: makes the demonstration for many
 * times within two years and visits every screen (`tests/routes/demo-screens.test.ts`), in batches of one
 * process each. Prints contradictions between pages.
 */
const { values } = parseArgs({
  options: {
    moments: { type: "string", default: "500" },
    from: { type: "string", default: "0" },
    lanes: { type: "string", default: "2" },
  },
});
const LOT = 25;
const moments = Number(values.moments);

async function runLot(from: number): Promise<boolean> {
  const to = Math.min(moments, from + LOT);
  const child = spawn(
    "vitest",
    ["run", "--project", "unit", "tests/routes/demo-screens.test.ts", "--maxWorkers", "1"],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        DEMO_MOMENTS: values.moments,
        DEMO_MOMENTS_FROM: String(from),
        DEMO_MOMENTS_TO: String(to),
      },
    },
  );
  const printed: Buffer[] = [];
  child.stdout.on("data", (piece: Buffer) => printed.push(piece));
  const [code] = await once(child, "close");
  console.log(`moments ${from + 1} to ${to}: ${code === 0 ? "no contradiction" : "see below"}`);
  if (code !== 0) console.log(Buffer.concat(printed).toString());
  return code === 0;
}

let next = Number(values.from);
let isTrue = true;
async function runLane(): Promise<void> {
  while (next < moments) {
    const from = next;
    next += LOT;
    isTrue = (await runLot(from)) && isTrue;
  }
}
await Promise.all(Array.from({ length: Number(values.lanes) }, runLane));
console.log(isTrue ? `${moments} moments, no contradiction` : "not all moments passed");
process.exit(isTrue ? 0 : 1);
