import { type ChildProcess, spawn } from "node:child_process";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { freePorts } from "#tests/support/product.ts";

/** The portal as an operator runs it: react-router-serve on `app/server.ts`, a process of its own. */
export interface ServedPortal {
  port: number;
  process: ChildProcess;
  /** Everything that it has written so far. */
  output(): string;
  /** Its exit status; null when a signal ended it. */
  ended: Promise<number | null>;
  ask(path: string, options?: AskOptions): Promise<Answer>;
  stop(): Promise<number | null>;
}

export interface AskOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export function spawnPortal(
  environment: NodeJS.ProcessEnv,
): Pick<ServedPortal, "process" | "output" | "ended"> {
  const child = spawn(process.execPath, ["node_modules/@react-router/serve/bin.cjs", "app/server.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      SESSION_SECRET: "a secret of the tests only and of nothing else",
      ...environment,
    },
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  return {
    process: child,
    output: () => Buffer.concat(chunks).toString(),
    ended: new Promise((resolve) => child.once("close", resolve)),
  };
}

export async function servePortal(environment: NodeJS.ProcessEnv): Promise<ServedPortal> {
  const [port = 0] = await freePorts(1);
  const spawned = spawnPortal({ PORT: String(port), ...environment });
  const ask = (path: string, options: AskOptions = {}) => askPort(port, path, options);
  for (let isUp = false; !isUp; ) {
    if (spawned.process.exitCode !== null) throw new Error(`the portal did not start:\n${spawned.output()}`);
    isUp = await ask("/favicon.svg").then(
      () => true,
      () => new Promise<false>((resolve) => setTimeout(resolve, 50, false)),
    );
  }
  return {
    ...spawned,
    port,
    ask,
    stop: () => {
      spawned.process.kill("SIGTERM");
      return spawned.ended;
    },
  };
}

/** A request as it is given: no header is added but Host and the length, none is checked. */
function askPort(
  port: number,
  path: string,
  { method = "GET", headers = {}, body }: AskOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const options = {
      host: "127.0.0.1",
      port,
      path,
      method,
      headers: { ...length, ...headers },
      agent: false,
    };
    const request = httpRequest(options, async (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** The head of what comes back on a bare connection. */
export function speak(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    const done = () => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(10_000, done);
    socket.on("data", (chunk) => {
      answer += chunk;
      if (answer.includes("\r\n\r\n")) done();
    });
    socket.on("close", done);
    socket.on("error", reject);
  });
}
