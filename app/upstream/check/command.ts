import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { reportOf } from "./report.ts";
import { walkProvider } from "./walk.ts";

const HELP = `npm run provider:check -- URL USER [--tracking URL] [--root URL] [--write]

URL is the first service base path, such as https://provider.example/api. The tracking service is taken to stand
beside it (/tracking), /user/info at its origin; --tracking and --root say other. The password is asked for, or read
from standard input: it is never an argument. Nothing is written unless --write says so.`;

/** Reads the password from the terminal without echo, or from the first line of piped input. */
async function readPassword(): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write("Password: ");
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  try {
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write("\n");
  }
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        tracking: { type: "string" },
        root: { type: "string" },
        write: { type: "boolean", default: false },
      },
    });
    const [api = "", userName = ""] = positionals;
    const url = URL.parse(api);
    if (!url || !/^https?:$/.test(url.protocol) || userName === "" || positionals.length > 2) return null;
    const bases = {
      api,
      tracking: values.tracking ?? new URL("/tracking", url).href,
      root: values.root ?? url.origin,
    };
    return Object.values(bases).every((base) => URL.canParse(base))
      ? { bases, userName, mayWrite: values.write }
      : null;
  } catch {
    return null;
  }
}

const options = readArguments(process.argv.slice(2));
if (options) {
  const findings = await walkProvider({ ...options, password: await readPassword() });
  const { lines, isSound } = reportOf(findings);
  process.stdout.write(`${lines.join("\n")}\n`);
  process.exitCode = isSound ? 0 : 1;
} else {
  console.error(HELP);
  process.exitCode = 2;
}
