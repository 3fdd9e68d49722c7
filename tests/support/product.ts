import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { tempFolder } from "./temp-folder.ts";

/** The product as `npm start` runs it, on free ports and with data of its own. */
export interface Product {
  url: string;
  /** Origin of the provider: `/api`, `/tracking`, `/user/info`. */
  providerUrl: string;
  dataDir: string;
  launcher: ChildProcess;
  /** Everything that it has written so far. */
  output(): string;
  /** Ends it as Ctrl-C does; gives the exit status. */
  end(): Promise<number | null>;
  /** As `end`, and removes its data. */
  stop(): Promise<number | null>;
}

const START_LIMIT_MS = 120_000;

/** A data folder with the demonstration, for `startProduct` to copy: making it takes four times as long as a start. */
export async function seededFolder(): Promise<string> {
  const product = await startProduct();
  await product.end();
  return product.dataDir;
}

/**
 * @param seeded a folder made by `seededFolder`; left out, the product makes its data itself
 * @param root checkout to run; this one, if left out
 * @throws Error with the product's own output when it does not come up
 */
export async function startProduct(
  environment: NodeJS.ProcessEnv = {},
  seeded?: string,
  root?: string,
): Promise<Product> {
  const dataDir = await tempFolder("product");
  // `cp -a` keeps the owner: as root the database runs as another user.
  if (seeded) execFileSync("cp", ["-a", `${seeded}/.`, dataDir]);
  const [port, providerPort] = await freePorts(2);
  const launcher = spawn(process.execPath, ["app/start.ts"], {
    stdio: ["ignore", "pipe", "pipe"],
    cwd: root,
    // A developer's own settings would change what is tested.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: tmpdir(),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      PORT: String(port),
      PROVIDER_PORT: String(providerPort),
      HOST: "127.0.0.1",
      LOG_LEVEL: "warn",
      // The same on every machine.
      PORTAL_PROCESSES: "1",
      // What a test has read stays as it was.
      DEMO_CLOCK: "off",
      ...environment,
    },
  });
  const chunks: Buffer[] = [];
  let isReady = false;
  const output = () => Buffer.concat(chunks).toString();
  const ended = new Promise<number | null>((resolve) => launcher.once("close", resolve));
  const ready = new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      chunks.push(chunk);
      if (!isReady && /^Ready: /m.test(output())) {
        isReady = true;
        resolve();
      }
    };
    launcher.stdout.on("data", listen);
    launcher.stderr.on("data", listen);
    ended.then((status) =>
      reject(new Error(`The product ended (${status}) before it was ready:\n${output()}`)),
    );
    setTimeout(() => reject(new Error(`The product did not come up:\n${output()}`)), START_LIMIT_MS).unref();
  });
  const end = () => {
    launcher.kill("SIGTERM");
    return ended;
  };
  const stop = async () => {
    const status = await end();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    return status;
  };
  await ready.catch(async (error) => {
    await stop();
    throw error;
  });
  return {
    url: `http://localhost:${port}`,
    providerUrl: `http://127.0.0.1:${providerPort}`,
    dataDir,
    launcher,
    output,
    end,
    stop,
  };
}

/**
 * Ports that are free now, all different. They lie below those that systems give out by themselves: one of these may go
 * to any connection between this look and the moment when somebody listens on it, or while a killed program is away.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(10_000, 32_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
