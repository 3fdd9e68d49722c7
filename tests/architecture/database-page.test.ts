import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PICTURE } from "#tests/support/schema-picture.ts";

/** Compares docs/database.md with docs/schema.sql, which is what the migrations make. */
const page = readFileSync("docs/database.md", "utf8");
const schema = readFileSync(PICTURE, "utf8");

const quoted = (text = "") => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

/** `shipment.shipment_desk runs desk_shipment` of each trigger of the database. */
const triggersOfSchema = [
  ...schema.matchAll(/^CREATE TRIGGER (\w+) .*? ON (\w+) .*EXECUTE FUNCTION (\w+)\(/gm),
].map(([, trigger, table, run]) => `${table}.${trigger} runs ${run}`);

/** The same of the rows of the page that name a trigger. */
const triggersOfPage = page.split("\n").flatMap((line) => {
  const [, table, triggers, run] = /^\| (\w+) \| ([^|]+) \| `(\w+)` \|/.exec(line) ?? [];
  return quoted(triggers).map((trigger) => `${table}.${trigger} runs ${run}`);
});

test("every trigger that the page names is there, on that table and with that function", () => {
  expect(triggersOfSchema.length).toBeGreaterThan(50);
  expect(triggersOfPage.length).toBeGreaterThan(20);
  expect(triggersOfPage.filter((trigger) => !triggersOfSchema.includes(trigger))).toEqual([]);
});

test("the page names every trigger of shipments and events, and all that run the same functions", () => {
  const named = new Set(triggersOfPage.map((trigger) => trigger.split(" runs ")[1]));
  const due = triggersOfSchema.filter(
    (trigger) => /^(shipment|event)\./.test(trigger) || named.has(trigger.split(" runs ")[1]),
  );
  expect(due.filter((trigger) => !triggersOfPage.includes(trigger))).toEqual([]);
});

test("tables, columns and files that the page names are there", () => {
  const section = page.slice(page.indexOf("## What happens when a shipment changes"));
  const names = quoted(section).flatMap((code) => (/^[a-z]+(?:_[a-z]+)+$/.test(code) ? [code] : []));
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(schema))).toEqual([]);
  const files = quoted(page).filter((code) => /^(app|tests|docs)\/[\w./-]+$/.test(code));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !file.includes("NNNN") && !existsSync(file))).toEqual([]);
});
