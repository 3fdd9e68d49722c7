import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, testPostgresBin } from "#tests/support/database.ts";
import { makeCompany, makePerson } from "#tests/support/people.ts";
import { startProvider } from "#tests/support/provider.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fairlead-server-"));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Run {
  child: ChildProcess;
  output: () => string;
  faults: () => string;
  /** The URL, once it serves. */
  ready: Promise<string>;
  exit: Promise<number | null>;
}

function run(environment: Record<string, string>): Run {
  const child = spawn(process.execPath, ["app/provider/server.ts"], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PROVIDER_PORT: "0",
      DEMO_DATA: "off",
      ...(testPostgresBin() ? { POSTGRES_BIN: testPostgresBin() } : {}),
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  let faults = "";
  child.stdout!.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr!.on("data", (chunk) => {
    faults += chunk;
  });
  const exit = once(child, "exit").then(([code]) => code as number | null);
  const ready = new Promise<string>((resolve, reject) => {
    child.on("message", (message: { type: string; port: number }) => {
      if (message.type === "ready") resolve(`http://127.0.0.1:${message.port}`);
    });
    exit.then((code) => reject(new Error(`it ended with ${code}: ${faults}${output}`)));
  });
  ready.catch(() => {});
  return { child, ready, exit, output: () => output, faults: () => faults };
}

const isHealthy = async (url: string) => (await fetch(`${url}/health`)).status === 200;

test("it starts on its own database, stops cleanly when told to, and finds its data again", async () => {
  const DATA_DIR = join(folder, "data");
  // As the unit of docs/systemd starts it: production has no demonstration, though the database is empty.
  const first = run({ DATA_DIR, DEMO_DATA: "", NODE_ENV: "production" });
  const url = await first.ready;
  expect(await isHealthy(url)).toBe(true);
  expect(first.output()).toContain('"hasDemoData":false');
  expect(first.output()).toContain("Mail stays in the outbox and is not sent: set SMTP_URL");
  expect(first.output()).toContain("`npm run setup` makes its company and first account");
  expect(existsSync(join(DATA_DIR, "postgres/data/postmaster.pid"))).toBe(true);
  first.child.kill("SIGTERM");
  expect(await first.exit).toBe(0);
  expect(existsSync(join(DATA_DIR, "postgres/data/postmaster.pid"))).toBe(false);

  await writeFile(join(DATA_DIR, "settings.env"), "SMTP_URL=log:\n");
  const second = run({ DATA_DIR });
  expect(await isHealthy(await second.ready)).toBe(true);
  // What the set-up kept is read without a launcher too.
  expect(second.output()).not.toContain("Mail stays in the outbox");
  second.child.kill("SIGINT");
  expect(await second.exit).toBe(0);
  expect(second.faults()).toBe("");
});

test("the provider runs without the folder of the demonstration", { tags: "slow" }, async () => {
  const refuse = `import { registerHooks } from "node:module";
    registerHooks({ resolve(specifier, context, next) {
      if (specifier.includes("/demo/")) throw new Error("There is no demonstration here");
      return next(specifier, context);
    } });`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(refuse)}`;
  const database = await testDatabase();
  try {
    const bare = run({ DATABASE_URL: database.url, NODE_OPTIONS });
    expect(await isHealthy(await bare.ready)).toBe(true);
    bare.child.kill("SIGTERM");
    expect(await bare.exit).toBe(0);
    const asked = run({ DATABASE_URL: database.url, NODE_OPTIONS, DEMO_DATA: "on" });
    expect(await asked.exit).toBe(1);
    expect(asked.faults()).toContain("There is no demonstration here");
  } finally {
    await database.drop();
  }
});

test("it does not start with another key than the one that has encrypted secrets of its database", {
  tags: "slow",
}, async () => {
  const database = await testDatabase();
  const start = (key: string) => run({ DATABASE_URL: database.url, SECRETS_KEY: key.repeat(40) });
  try {
    const first = start("a");
    await first.ready;
    first.child.kill("SIGTERM");
    expect(await first.exit).toBe(0);
    const other = start("b");
    expect(await other.exit).toBe(1);
    expect(other.faults()).toMatch(/^SECRETS_KEY, or the file .*\n$/);
  } finally {
    await database.drop();
  }
});

test("it ends with whoever started it, and so does its database", { tags: "slow" }, async () => {
  const DATA_DIR = join(folder, "orphan");
  const orphan = run({ DATA_DIR });
  await orphan.ready;
  orphan.child.disconnect();
  expect(await orphan.exit).toBe(0);
  expect(existsSync(join(DATA_DIR, "postgres/data/postmaster.pid"))).toBe(false);
});

test("a request under way is answered before it stops", { tags: "slow" }, async () => {
  const database = await testDatabase();
  const provider = run({ DATABASE_URL: database.url });
  try {
    const url = await provider.ready;
    const holder = await database.pool.connect();
    await holder.query("begin; lock table app_user");
    const answer = fetch(`${url}/api/api/forgotPassword`, {
      method: "POST",
      body: new URLSearchParams({ email: "nobody@example.com" }),
    });
    // The provider's own work waits for the table as well.
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%as "links"%'`;
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1);
    provider.child.kill("SIGTERM");
    await expect.poll(() => fetch(`${url}/health`).catch(() => "closed")).toBe("closed");
    await holder.query("commit");
    holder.release();
    expect(await (await answer).json()).toMatchObject({ code: 200 });
    expect(await provider.exit).toBe(0);
  } finally {
    provider.child.kill("SIGKILL");
    await database.drop();
  }
});

test("a reset link is shown in the log by the demonstration, and by no other database", {
  tags: "slow",
}, async () => {
  const { database, stop } = await startProvider();
  const forgot = async (email: string, waitMs: number) => {
    const provider = run({ DATABASE_URL: database.url });
    const url = await provider.ready;
    await fetch(`${url}/api/api/forgotPassword`, { method: "POST", body: new URLSearchParams({ email }) });
    const end = Date.now() + waitMs;
    while (Date.now() < end && !provider.output().includes(`mail to ${email}`)) await sleep(50);
    provider.child.kill("SIGTERM");
    await provider.exit;
    return provider.output();
  };
  try {
    const person = await makePerson(database.db, await makeCompany(database.db));
    expect(await forgot(person.email, 3_000)).not.toMatch(/mail to|token=/);
    const { rows } = await database.pool.query("select body from mail_outbox");
    expect(rows).toEqual([{ body: expect.stringContaining("token=") }]);
    const demo = await makePerson(database.db, await makeCompany(database.db, [], { code: "DEMO-TEST" }));
    expect(await forgot(demo.email, 20_000)).toMatch(
      new RegExp(
        `mail to ${demo.email}: Reset your password http://localhost:3000/resetPassword\\?token=[\\w-]{43}"`,
      ),
    );
  } finally {
    await stop();
  }
});

test.runIf(process.getuid?.() === 0)(
  "on the operator's database root keeps files in a folder that the embedded database could not reach",
  { tags: "slow" },
  async () => {
    const database = await testDatabase();
    const closed = join(folder, "closed");
    await mkdir(closed, { mode: 0o700 });
    const provider = run({ DATABASE_URL: database.url, DATA_DIR: join(closed, "data") });
    await provider.ready;
    provider.child.kill("SIGTERM");
    expect(await provider.exit).toBe(0);
    expect(existsSync(join(closed, "data/secrets-key"))).toBe(true);
    await database.drop();
  },
);

test("what keeps it from starting is said in one line, with an exit status of 1", {
  tags: "slow",
}, async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };
  const notAFolder = join(folder, "a-file");
  await writeFile(notAFolder, "");
  const database = await testDatabase();
  try {
    const cases: [Record<string, string>, RegExp][] = [
      [{ DATABASE_URL: database.url, PROVIDER_PORT: String(port) }, /^Port \d+ is taken: set PROVIDER_PORT/],
      [
        { DATABASE_URL: database.url, PROVIDER_HOST: "192.0.2.1" },
        /^This machine has no address 192\.0\.2\.1: set PROVIDER_HOST/,
      ],
      [{ PROVIDER_PORT: "many" }, /^PROVIDER_PORT is malformed: /],
      [{ DATABASE_URL: "postgres://x@127.0.0.1:1/x" }, /DATABASE_URL/],
      [{ DATA_DIR: join(notAFolder, "data") }, /DATA_DIR/],
      [{ DATABASE_URL: database.url, DATA_DIR: join(notAFolder, "data") }, /DATA_DIR/],
    ];
    await Promise.all(
      cases.map(async ([environment, said]) => {
        const failed = run(environment);
        expect([environment, await failed.exit]).toEqual([environment, 1]);
        expect(failed.faults()).toMatch(said);
        expect(failed.faults().trim().split("\n")).toHaveLength(1);
        if (environment.DATA_DIR && environment.DATABASE_URL)
          expect(failed.faults()).not.toContain("DATABASE_URL");
      }),
    );
  } finally {
    taken.close();
    await database.drop();
  }
});
