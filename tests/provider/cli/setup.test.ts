import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isPassword } from "#app/provider/identity/password.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { makeCompany } from "#tests/support/people.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

const COMMAND = new URL("../../../app/provider/cli/setup.ts", import.meta.url).pathname;
const PASSWORD = "harbour-Lantern-42";
const GIVEN = {
  SETUP_COMPANY_NAME: "Harbour & Co",
  SETUP_COMPANY_ADDRESS: "1 Quay Street",
  SETUP_COMPANY_CITY: "Hamburg",
  SETUP_COUNTRY: "de",
  SETUP_USER_NAME: "ada.m",
  SETUP_NAME: "Ada Marten",
  SETUP_EMAIL: "ada@harbour.example",
  SETUP_PASSWORD: PASSWORD,
};

let database: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  database = await testDatabase();
  dataDir = await tempFolder("setup");
});
afterEach(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const environment = (given: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  ...given,
});

async function setup(
  given: NodeJS.ProcessEnv = GIVEN,
): Promise<{ status: number; out: string; err: string }> {
  const done = await promisify(execFile)(process.execPath, [COMMAND], { env: environment(given) }).catch(
    (error) => error,
  );
  return { status: done.code ?? 0, out: done.stdout, err: done.stderr };
}

const companies = () => database.db.selectFrom("company").selectAll().execute();
const accounts = () =>
  database.db
    .selectFrom("app_user as u")
    .innerJoin("role as r", "r.id", "u.role_id")
    .innerJoin("department as d", "d.id", "u.department_id")
    .select(["u.user_name", "u.name", "u.email", "u.status", "u.password_hash", "u.language_preference"])
    .select(["r.code as role", "d.name as department"])
    .execute();
const settingsFile = () => readFile(join(dataDir, "settings.env"), "utf8");

/** Answers at a real terminal: each question is waited for before its answer is typed. */
async function atTerminal(answers: readonly [string, string][], given: NodeJS.ProcessEnv = {}) {
  const child = spawn("script", ["-qefc", `${process.execPath} ${COMMAND}`, "/dev/null"], {
    env: { ...environment(given), TERM: "xterm", SHELL: "/bin/sh" },
  });
  let shown = "";
  let from = 0;
  const waiting = [...answers];
  child.stdout.on("data", (chunk: Buffer) => {
    shown += chunk;
    const [question, typed] = waiting[0] ?? [];
    if (question === undefined || typed === undefined) return;
    const found = shown.indexOf(question, from);
    if (found < 0) return;
    from = found + question.length;
    waiting.shift();
    setTimeout(() => child.stdin.write(`${typed}\r`), 50);
  });
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, shown, unasked: waiting.map(([question]) => question) };
}

test("a setup that is killed leaves no database server behind", { tags: "slow" }, async () => {
  const child = spawn(process.execPath, [COMMAND], {
    env: { ...environment(GIVEN), DATABASE_URL: undefined },
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const file = join(dataDir, "postgres/data/postmaster.pid");
  await vi.waitUntil(() => existsSync(file), { timeout: 60_000, interval: 20 });
  const pid = Number((await readFile(file, "utf8")).split("\n")[0]);
  const isThere = () => existsSync(`/proc/${pid}`);
  expect(isThere()).toBe(true);
  child.kill("SIGKILL");
  await ended;
  await vi.waitUntil(() => !isThere() && !existsSync(file), { timeout: 30_000 });
});

test("the environment alone sets up the forwarder, its administrator and the settings of the product", {
  tags: "slow",
}, async () => {
  const done = await setup({
    ...GIVEN,
    BRAND_COLOR: "#aa2200",
    SMTP_URL: "smtp://u:s3cret-word@mail.example",
  });
  expect(done).toMatchObject({ status: 0, err: "" });
  expect(done.out).toContain("Sign in as ada.m: http://localhost:3000/login");
  expect(done.out).not.toContain(PASSWORD);
  expect(done.out).not.toContain("s3cret-word");
  expect(await companies()).toMatchObject([
    {
      name: "Harbour & Co",
      is_forwarder: true,
      customer_service: "Customer Service",
      address: "1 Quay Street",
      city: "Hamburg",
      country_code: "DE",
    },
  ]);
  const [account, ...others] = await accounts();
  expect(others).toEqual([]);
  expect(account).toMatchObject({
    user_name: "ada.m",
    name: "Ada Marten",
    email: "ada@harbour.example",
    status: "ACTIVE",
    role: "admin",
    department: "Customer Service",
    language_preference: "en",
  });
  expect(await isPassword(account?.password_hash, PASSWORD)).toBe(true);
  const rights = await database.db.selectFrom("company_access").select("res_code").execute();
  expect(rights.map(({ res_code }) => res_code).sort()).toEqual([
    "INVOICE_DOWNLOAD",
    "MEMBER_MANAGE",
    "SHIPMENT_CHARGES",
  ]);
  const log = await database.db.selectFrom("security_event").select(["kind", "user_name"]).execute();
  expect(log).toEqual([{ kind: "member.added", user_name: "ada.m" }]);
  expect((await settingsFile()).split("\n").filter((line) => !line.startsWith("#"))).toEqual([
    "PRODUCT_NAME=Harbour & Co",
    "BRAND_COLOR=#aa2200",
    "SMTP_URL=smtp://u:s3cret-word@mail.example",
    'MAIL_FROM="Harbour & Co" <ada@harbour.example>',
    "",
  ]);
  expect((await stat(join(dataDir, "settings.env"))).mode & 0o777).toBe(0o600);
});

test("a second run names the company that there is and changes nothing", { tags: "slow" }, async () => {
  await setup();
  const kept = await settingsFile();
  const second = await setup({ ...GIVEN, SETUP_COMPANY_NAME: "Other Ltd", SETUP_USER_NAME: "other" });
  expect(second).toMatchObject({ status: 1, out: "" });
  expect(second.err.trim()).toBe("This database is set up already, for Harbour & Co. Nothing was changed");
  expect([await companies(), await accounts()].map(({ length }) => length)).toEqual([1, 1]);
  expect(await settingsFile()).toBe(kept);
});

test("of two runs at once one makes the company, and the other says which", { tags: "slow" }, async () => {
  const runs = await Promise.all([setup(), setup({ ...GIVEN, SETUP_USER_NAME: "other" })]);
  expect(runs.map(({ status }) => status).sort()).toEqual([0, 1]);
  expect(runs.map(({ err }) => err).join("")).toContain("is set up already, for Harbour & Co");
  expect([await companies(), await accounts()].map(({ length }) => length)).toEqual([1, 1]);
});

test("what is missing or wrong is named in a line each, and nothing is made", { tags: "slow" }, async () => {
  const wrong = await setup({
    SETUP_COMPANY_NAME: "x".repeat(10_000),
    SETUP_COUNTRY: "Atlantis",
    SETUP_USER_NAME: "a b",
    SETUP_EMAIL: "nobody",
    SETUP_PASSWORD: "password1",
    SETUP_LANGUAGE: "de",
    BRAND_COLOR: "red",
    PUBLIC_URL: "https://portal.example.com/path",
  });
  expect(wrong).toMatchObject({ status: 1, out: "" });
  expect(wrong.err.trim().split("\n")).toEqual([
    "SETUP_COMPANY_NAME: give at most 100 characters",
    "SETUP_COUNTRY: give a country's code of two letters, such as HK",
    "SETUP_USER_NAME: 4 to 16 letters, digits, or . _ - @",
    "SETUP_NAME: give the name of the person",
    "SETUP_EMAIL: give an address of mail such as ada@harbour.example",
    "SETUP_LANGUAGE: give en or zh",
    "SETUP_PASSWORD: This password is too simple to be saved",
    "BRAND_COLOR: give a colour such as #0b5cad",
    "PUBLIC_URL: give an address without a path, such as https://portal.example.com",
  ]);
  expect(await companies()).toEqual([]);
  expect(existsSync(join(dataDir, "settings.env"))).toBe(false);
});

test("an account name that a waiting customer has is refused; their company is no forwarder and stays", {
  tags: "slow",
}, async () => {
  const { db } = database;
  const company = await makeCompany(db);
  const role = await db.selectFrom("role").select("id").where("code", "=", "admin").executeTakeFirstOrThrow();
  await db
    .insertInto("app_user")
    .values({ company_id: company, role_id: role.id, user_name: "ADA.M", name: "Ada", status: "ACTIVE" })
    .execute();
  expect((await setup()).err).toContain("SETUP_USER_NAME: another account has this name");
  expect(await setup({ ...GIVEN, SETUP_USER_NAME: "marten" })).toMatchObject({ status: 0, err: "" });
});

test("a database of the demonstration is left alone, and the way to an empty one is told", {
  tags: "slow",
}, async () => {
  await database.db
    .insertInto("company")
    .values({ code: "DEMO-FAIRLEAD", name: "Fairlead Logistics", is_forwarder: true })
    .execute();
  expect(await setup()).toMatchObject({ status: 1, err: expect.stringContaining("set DATA_DIR to another") });
});

test("a data folder that cannot be written leaves the database as it was", { tags: "slow" }, async () => {
  const done = await setup({ ...GIVEN, DATA_DIR: join(dataDir, "missing") });
  expect(done).toMatchObject({ status: 1, err: expect.stringMatching(/settings\.env cannot be written/) });
  expect(await companies()).toEqual([]);
});

test("at a terminal wrong answers are asked again, and a password is never shown", {
  tags: "slow",
}, async () => {
  const done = await atTerminal([
    ["Name of your company: ", ""],
    ["give the name of your company\r\nName of your company: ", "Harbour & Co"],
    ["street and number: ", ""],
    ["City: ", "Hamburg"],
    ["such as HK: ", "DE"],
    ["your customers [Customer Service]: ", "Kundendienst"],
    ["4 to 16 characters: ", "ada.m"],
    ["Name of that person: ", "Ada Marten"],
    ["address of mail: ", "ada@"],
    ["ada@harbour.example\r\nTheir address of mail: ", "ada@harbour.example"],
    ["en or zh [en]: ", "zh"],
    ["Password (it is not shown): ", "ada.m-1"],
    ["too simple to be saved\r\nPassword (it is not shown): ", PASSWORD],
    ["The same password again: ", `${PASSWORD}!`],
    ["differ\r\nPassword (it is not shown): ", PASSWORD],
    ["The same password again: ", PASSWORD],
    ["Name of the portal [Harbour & Co]: ", "Harbour Portal"],
    ["Its colour", ""],
    ["public address", "https://portal.harbour.example"],
    ["Mail server", "smtp://u:s3cret-word@mail.example"],
    ["Sender of mails", ""],
  ]);
  expect(done).toMatchObject({ status: 0, unasked: [] });
  expect(done.shown).not.toContain(PASSWORD);
  expect(done.shown).not.toContain("s3cret-word");
  expect(done.shown).toContain("Sign in as ada.m: https://portal.harbour.example/login");
  const [account] = await accounts();
  expect(account).toMatchObject({ department: "Kundendienst", language_preference: "zh" });
  expect(await isPassword(account?.password_hash, PASSWORD)).toBe(true);
  expect(await settingsFile()).toContain('MAIL_FROM="Harbour Portal" <ada@harbour.example>');
});

test("at a terminal Ctrl-C sets nothing up", { tags: "slow" }, async () => {
  const done = await atTerminal([
    ["Name of your company: ", "Harbour & Co"],
    ["street and number: ", "\u0003"],
  ]);
  expect(done).toMatchObject({ status: 1, unasked: [] });
  expect(done.shown).toContain("Stopped: nothing was set up");
  expect(await companies()).toEqual([]);
});
