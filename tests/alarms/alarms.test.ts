/** @module-tag servers */

import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "#tests/support/temp-folder.ts";

const RULES = "docs/alarms.yml";
const CASES = "tests/alarms/alarms.yml";
const rules = readFileSync(RULES, "utf8");

function promtool(...args: string[]) {
  const { status, stdout, stderr, error } = spawnSync("promtool", args, { encoding: "utf8" });
  if (error) throw new Error(`promtool is not installed, npm test installs prometheus: ${error.message}`);
  return { status, said: stdout + stderr };
}

test("Prometheus takes the alarms, and each is raised when it has to be and not before", () => {
  expect(promtool("check", "rules", RULES)).toMatchObject({ status: 0 });
  expect(promtool("test", "rules", CASES)).toEqual({ status: 0, said: expect.stringContaining("SUCCESS") });
});

test("every alarm has a case in which it is raised and one in which it is not", () => {
  const cases = readFileSync(CASES, "utf8");
  const alarms = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
  expect(alarms.length).toBeGreaterThan(10);
  const raised = [...cases.matchAll(/alertname: (\w+)\s+exp_alerts:\s*\[/g)].map(([, name]) => name);
  const silent = [...cases.matchAll(/alertname: (\w+) \}/g)].map(([, name]) => name);
  expect(alarms.filter((name) => !raised.includes(name))).toEqual([]);
  expect(alarms.filter((name) => !silent.includes(name))).toEqual([]);
});

test("every alarm says what to do, and how bad it is", () => {
  const count = (pattern: RegExp) => rules.match(pattern)?.length;
  const alarms = count(/- alert: /g);
  expect(count(/^ {10}action: \S/gm)).toBe(alarms);
  expect(count(/severity: (page|ticket) \}/g)).toBe(alarms);
});

test("the alarms ask for metrics that there are", () => {
  const code = globSync([
    "app/server-metrics.ts",
    "app/launcher/counted-workers.ts",
    "app/provider/metrics/*.ts",
  ])
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const told = [...code.matchAll(/"(fairlead_\w+)"/g)].map(([, name = ""]) => name);
  const asked = [...rules.matchAll(/\b(fairlead_(?:portal|provider)_\w+)/g)].map(([, name = ""]) => name);
  expect(asked.filter((name) => !told.includes(name.replace(/_(bucket|count|sum)$/, "")))).toEqual([]);
});

test.each([
  ["a bound that is never reached", '{task="mail"}) > 1800', '{task="mail"}) > 999999'],
  ["a label that nobody has", 'outcome="failed"', 'outcome="fails"'],
  ["an alarm that is always raised", "> 0.05 * sum", "> 0 * sum"],
])("the cases notice %s", async (_, before, after) => {
  const folder = await tempFolder("alarms");
  try {
    expect(rules).toContain(before);
    await writeFile(join(folder, "alarms.yml"), rules.replace(before, after));
    const cases = join(folder, "cases.yml");
    await cp(CASES, cases);
    await writeFile(cases, readFileSync(cases, "utf8").replace("../../docs/alarms.yml", "alarms.yml"));
    expect(promtool("test", "rules", cases).status).toBe(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});
