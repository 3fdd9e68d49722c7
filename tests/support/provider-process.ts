import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

export interface ProviderProcess {
  child: ChildProcess;
  /** Base URL, without a slash at the end. */
  url: string;
  /** What it has logged; with `LOG_LEVEL` unset, errors. */
  output(): string;
}

/**
 * Starts a provider as a process of its own on a database that is there, so that a test can kill it.
 * @param folder of another version
 */
export async function startProviderProcess(
  databaseUrl: string,
  environment: Record<string, string> = {},
  folder?: string,
): Promise<ProviderProcess> {
  const child = spawn(process.execPath, ["app/provider/server.ts"], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PROVIDER_PORT: "0",
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: "error",
      ...environment,
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let output = "";
  child.stdout!.on("data", (chunk) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  const failed = once(child, "exit").then(([code]) => Promise.reject(new Error(`it ended with ${code}`)));
  failed.catch(() => {});
  const [ready] = (await Promise.race([once(child, "message"), failed])) as [{ port: number }];
  return { child, url: `http://127.0.0.1:${ready.port}`, output: () => output };
}

export const isRunning = ({ child }: ProviderProcess): boolean =>
  child.exitCode === null && child.signalCode === null;

/** Ends those that still run. */
export async function endProcesses(processes: readonly ProviderProcess[]): Promise<void> {
  await Promise.all(
    processes.filter(isRunning).map(async ({ child }) => {
      child.kill("SIGTERM");
      await once(child, "exit");
    }),
  );
}
