import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesByDay } from "#tests/support/is-all.ts";
import { freePorts } from "#tests/support/product.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fairlead-start-"));
  // As root the database runs as another user, who needs access to the folder.
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs `npm start` as far as it gets. */
async function start(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const child = spawn(process.execPath, ["app/start.ts", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, PORT: "0", PROVIDER_PORT: "0", DATA_DIR: folder, ...environment },
  });
  let out = "";
  let error = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    error += chunk;
  });
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, out, error };
}

describe("a start that cannot be", () => {
  const faults: [string, NodeJS.ProcessEnv, string[], RegExp][] = [
    ["a production without a secret", { NODE_ENV: "production" }, [], /SESSION_SECRET is missing/],
    ["a secret too short", { SESSION_SECRET: "short" }, [], /SESSION_SECRET/],
    ["a malformed port", { PORT: "three thousand" }, [], /PORT is malformed: give a port number/],
    ["a malformed number of processes", { PORTAL_PROCESSES: "all" }, [], /PORTAL_PROCESSES is malformed/],
    ["a malformed public address", { PUBLIC_URL: "portal.example.com" }, [], /PUBLIC_URL/],
    ["a malformed colour", { BRAND_COLOR: "blue" }, [], /BRAND_COLOR/],
    ["a malformed database", { DATABASE_URL: "mysql://localhost/x" }, [], /DATABASE_URL is malformed/],
    ["half an upstream", { API_URL: "http://localhost:1/api" }, [], /TRACKING_API_URL/],
    ["an unknown option", {}, ["--fast"], /--fast is not an option/],
  ];
  it.each(casesByDay(faults, 8))(
    "for %s says so in one line and ends with 1",
    async (_, environment, args, message) => {
      const { status, out, error } = await start(environment, ...args);
      expect(error).toMatch(message);
      expect(error.trimEnd().split("\n")).toHaveLength(1);
      expect({ status, out }).toEqual({ status: 1, out: "" });
    },
  );

  it.each(casesByDay(["PROVIDER_PORT", "PORT"], 2))(
    "for a taken %s names it before anything is built or started",
    async (variable) => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as { port: number };
      const { status, out, error } = await start({ HOST: "127.0.0.1", [variable]: String(port) });
      server.close();
      expect(error).toBe(
        `Port ${port} is taken: stop the program that uses it, or set ${variable} to another port\n`,
      );
      expect({ status, out }).toEqual({ status: 1, out: "" });
    },
  );

  it("for a data folder that is none names DATA_DIR", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const { status, error } = await start({ DATA_DIR: join(file, "data") });
    expect(error).toMatch(/^The data folder .* cannot be written .*: set DATA_DIR to one that can.*\n$/);
    expect(status).toBe(1);
  });
});

it("ends with the npm that it was started by, which passes no signal on", { tags: "slow" }, async () => {
  const [port, providerPort] = await freePorts(2);
  const npm = spawn("npm", ["start"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: "127.0.0.1",
      DEMO_DATA: "off",
      PORT: String(port),
      PROVIDER_PORT: String(providerPort),
      DATA_DIR: join(folder, "npm"),
    },
  });
  let out = "";
  for (const stream of [npm.stdout, npm.stderr])
    stream.on("data", (chunk) => {
      out += chunk;
    });
  await expect.poll(() => out, { timeout: 60_000 }).toMatch(/^Ready: /m);
  npm.kill("SIGTERM");
  // The pipes close when the last process that writes to them has ended.
  await once(npm, "close");
  expect(out).toContain("Stopping: ");
  for (const each of [port, providerPort]) await expect(fetch(`http://127.0.0.1:${each}/`)).rejects.toThrow();
});
