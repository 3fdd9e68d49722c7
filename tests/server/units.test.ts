/** @module-tag servers */

import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readProviderConfig } from "#app/provider/config.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";

/** The units that docs/systemd gives operators; tests/operate/installed.test.ts starts them. */
const FOLDER = "docs/systemd";
const units = readdirSync(FOLDER);
const services = units.filter((name) => name.endsWith(".service"));
/** systemd's own measure, from 0 to 10; what remains is that the programs reach the network. */
const EXPOSURE_MOST = 1.5;

let folder: string;
beforeAll(async () => {
  folder = await tempFolder("units");
  // Programs are looked for where the units name them.
  for (const name of units)
    writeFileSync(
      join(folder, name),
      readFileSync(join(FOLDER, name), "utf8").replaceAll("/opt/fairlead", process.cwd()),
    );
});
afterAll(() => rm(folder, { recursive: true }));

const settingOf = (name: string, key: string) =>
  new RegExp(`^${key}=(.*)$`, "m").exec(readFileSync(join(FOLDER, name), "utf8"))?.[1] ?? "";

test("systemd has nothing to say against the units", () => {
  const files = units.map((name) => join(folder, name));
  const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...files], {
    encoding: "utf8",
  });
  expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: "" });
});

test.each(services)("%s leaves its program hardly more than it needs", (name) => {
  const report = execFileSync("systemd-analyze", ["security", "--offline=true", join(folder, name)], {
    encoding: "utf8",
    env: { ...process.env, SYSTEMD_COLORS: "0" },
  });
  const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(report)?.[1]);
  expect(exposure).toBeGreaterThan(0);
  expect(exposure).toBeLessThanOrEqual(EXPOSURE_MOST);
});

test.each(services)("%s waits for its program to stop for longer than that takes", (name) => {
  const environment = Object.fromEntries(
    settingOf(name, "Environment")
      .split(" ")
      .map((pair) => pair.split("=")),
  );
  const { drainSeconds, stopSeconds } = readProviderConfig(environment);
  // The launcher kills what has not stopped 10 s later; the provider stops jobs and then PostgreSQL, which has 30 s.
  const rest = name.includes("portal") ? 10 : 30;
  expect(Number(settingOf(name, "TimeoutStopSec"))).toBeGreaterThan(drainSeconds + stopSeconds + rest);
  expect(settingOf(name, "KillMode")).toBe("mixed");
});
