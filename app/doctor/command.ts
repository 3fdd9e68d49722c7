import { parseArgs } from "node:util";
import { examine } from "./examine.ts";
import { isSound, jsonOf, linesOf, withoutSecrets } from "./report.ts";

const HELP = `npm run doctor -- [--json]

Looks at an installation by its settings (the environment, and settings.env in the data folder): settings, versions, disk,
clock, database, mail, storage, virus scanner, both programs and the public address. Prints one line a check, with what to
do; exits with 1 when one has a fault. Nothing is changed, and no mail is sent.`;

function readArguments(args: string[]): { json: boolean } | null {
  try {
    return parseArgs({ args, options: { json: { type: "boolean", default: false } } }).values;
  } catch {
    return null;
  }
}

const options = readArguments(process.argv.slice(2));
if (options) {
  const results = await examine();
  const text = options.json ? jsonOf(results) : linesOf(results).join("\n");
  process.exitCode = isSound(results) ? 0 : 1;
  // What was given up may still be under way, and would keep the process.
  process.stdout.write(`${withoutSecrets(text)}\n`, () => process.exit());
} else {
  console.error(HELP);
  process.exitCode = 2;
}
