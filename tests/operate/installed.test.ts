import { readFileSync } from "node:fs";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn as signInCall } from "#app/contract/auth.ts";
import { ensureBuild } from "#app/launcher/build.ts";
import { type BootedMachine, bootMachine } from "#tests/support/booted-machine.ts";
import { freePorts } from "#tests/support/product.ts";
import { callEndpoint } from "#tests/support/provider.ts";

/** The units of docs/systemd as an operator installs them, started by a systemd that has booted. */
const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const UNITS = ["fairlead-portal.service", "fairlead-provider.service", "fairlead.target"];

let machine: BootedMachine;
let portal: string;
let provider: string;
const systemctl = (...args: string[]) => machine.run("systemctl", "--no-pager", ...args);
const show = (unit: string, property: string) => systemctl("show", "--value", `-p${property}`, unit).trim();
const journalOf = (unit: string) => machine.ask("journalctl", "--no-pager", "-o", "cat", "-u", unit);
const environmentOf = (unit: string) =>
  machine.run("cat", `/proc/${show(unit, "MainPID")}/environ`).replaceAll("\0", "\n");
const statusOf = async (url: string) => {
  const answer = await fetch(url).catch(() => null);
  return answer ? `${answer.status} ${(await answer.text()).slice(0, 80)}` : "away";
};

beforeAll(async () => {
  await ensureBuild(root, () => {}, new AbortController().signal);
  const [portalPort, providerPort] = await freePorts(2);
  portal = `http://127.0.0.1:${portalPort}`;
  provider = `http://127.0.0.1:${providerPort}`;
  machine = await bootMachine({ "/opt/fairlead": root });
  for (const unit of UNITS)
    await cp(join(root, "docs", "systemd", unit), join(machine.root, "etc/systemd/system", unit));
  for (const user of ["fairlead", "fairlead-portal"])
    machine.run("useradd", "--system", "--user-group", "--home-dir", "/nonexistent", user);
  await mkdir(join(machine.root, "etc/fairlead"), { mode: 0o700 });
  const write = (name: string, lines: string[]) =>
    writeFile(join(machine.root, "etc/fairlead", name), `${lines.join("\n")}\n`, { mode: 0o600 });
  await write("provider.env", [`PROVIDER_PORT=${providerPort}`, "DRAIN_SECONDS=1"]);
  await write("portal.env", [
    `PORT=${portalPort}`,
    "HOST=127.0.0.1",
    "DRAIN_SECONDS=1",
    "PORTAL_PROCESSES=2",
    `API_URL=${provider}/api`,
    `TRACKING_API_URL=${provider}/tracking`,
    "SESSION_SECRET=a secret of this test and of nothing else",
  ]);
  systemctl("daemon-reload");
});
afterAll(() => machine?.shutDown());

/** The set-up by the words of docs/install.md, answered by the environment instead of a person. */
function setUp(answers: Record<string, string>): string {
  const page = readFileSync(join(root, "docs/install.md"), "utf8").replaceAll("\\\n", "");
  const words = /^systemd-run --pty (.* npm run setup)$/m.exec(page)?.[1]?.split(/\s+/) ?? [];
  const variables = Object.entries(answers).flatMap(([name, value]) => ["-E", `${name}=${value}`]);
  return machine.run("systemd-run", "--quiet", "--wait", "--pipe", ...variables, ...words);
}

test("the set-up runs as the provider's user, and nobody else has an account", async () => {
  const output = setUp({
    SETUP_COMPANY_NAME: "Harbour Freight",
    SETUP_USER_NAME: "ada.harbour",
    SETUP_NAME: "Ada Harbour",
    SETUP_EMAIL: "ada@harbour.example",
    SETUP_PASSWORD: "blue-Harbour-42",
    PRODUCT_NAME: "Harbour Portal",
    SMTP_URL: "log:",
  });
  expect(output).toContain("Harbour Freight is set up, with the account ada.harbour");
  expect(machine.run("stat", "-c", "%U %a", "/var/lib/fairlead/settings.env").trim()).toBe("fairlead 600");
});

test("the target starts both programs, under their own users, without any right to more", async () => {
  systemctl("start", "fairlead.target");
  try {
    await expect
      .poll(() => statusOf(`${portal}/health/ready`), { timeout: 240_000, interval: 500 })
      .toBe('200 {"status":"ready","provider":"ready"}');
  } catch (error) {
    throw new Error(`${journalOf("fairlead-provider")}\n${journalOf("fairlead-portal")}`, { cause: error });
  }
  const page = await (await fetch(`${portal}/login`)).text();
  // What the set-up kept is known to both, and what is of mail to the provider alone.
  expect(page).toMatch(/^<!DOCTYPE html>[\s\S]*Harbour Portal/);
  expect(environmentOf("fairlead-portal")).not.toContain("SMTP_URL");
  expect(journalOf("fairlead-provider")).not.toContain("Mail stays in the outbox");
  const signIn = async (userName: string, password: string) =>
    (await callEndpoint(provider, signInCall, { userName, password })).code;
  expect(await signIn("ada.harbour", "blue-Harbour-42")).toBe(200);
  for (const account of ["demo", "desk"]) expect(await signIn(account, "freight-demo-1")).not.toBe(200);
  for (const [unit, user] of [
    ["fairlead-provider", "fairlead"],
    ["fairlead-portal", "fairlead-portal"],
  ] as const) {
    const status = machine.run("cat", `/proc/${show(unit, "MainPID")}/status`);
    const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, "m").exec(status)?.[1];
    expect({ unit, rights: field("CapBnd"), seccomp: field("Seccomp"), more: field("NoNewPrivs") }).toEqual({
      unit,
      rights: "0000000000000000",
      seccomp: "2",
      more: "1",
    });
    expect(field("Uid")).toBe(machine.run("id", "-u", user).trim());
  }
});

test("the provider that was killed is started again, with its data", async () => {
  const before = show("fairlead-provider", "MainPID");
  machine.run("kill", "-9", before);
  await expect
    .poll(() => statusOf(`${provider}/health/ready`), { timeout: 120_000, interval: 500 })
    .toBe('200 {"status":"ready"}');
  expect(show("fairlead-provider", "MainPID")).not.toBe(before);
  expect(show("fairlead-provider", "NRestarts")).toBe("1");
});

test("stopping ends both cleanly, well within the time of their units, and leaves no process", async () => {
  for (const unit of ["fairlead-portal", "fairlead-provider"]) {
    const from = performance.now();
    systemctl("stop", unit);
    expect(performance.now() - from).toBeLessThan(30_000);
    expect({ unit, result: show(unit, "Result"), status: show(unit, "ExecMainStatus") }).toEqual({
      unit,
      result: "success",
      status: "0",
    });
  }
  expect(machine.ask("pgrep", "-u", "fairlead,fairlead-portal")).toBe("");
});

test("with MemoryDenyWriteExecute Node does not live, which is why the units leave it out", async () => {
  for (const unit of UNITS.filter((name) => name.endsWith(".service")))
    expect(readFileSync(join(root, "docs/systemd", unit), "utf8")).not.toMatch(/^MemoryDenyWriteExecute/m);
  const node = "/opt/fairlead/node_modules/node/bin/node";
  const run = (denied: string) =>
    machine.ask(
      "systemd-run",
      "--wait",
      "--pipe",
      "-p",
      `MemoryDenyWriteExecute=${denied}`,
      node,
      "-p",
      "6*7",
    );
  expect(run("no")).toContain("42");
  expect(run("yes")).toMatch(/Fatal error[\s\S]*V8_Fatal[\s\S]*status=TRAP/);
});
