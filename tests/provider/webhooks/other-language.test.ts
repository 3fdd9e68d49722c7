/** @module-tag servers */

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiKeyMake } from "#app/contract/api-key.ts";
import { freePorts } from "#tests/support/product.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment, tellEvents } from "#tests/support/shipments.ts";
import type { Somebody } from "../quotes/fixture.ts";
import { OUTSIDE, webhookFixture } from "./fixture.ts";

/** Programs of customers that know only what docs/integrate.md says, with curl and Python's own library. */
const HOUSE = "FLPYTHON0001";
const run = promisify(execFile);
const house = webhookFixture(() => provider);
let provider: TestProvider;
let dana: Somebody;
let key: string;
let port: number;

beforeAll(async () => {
  [port] = (await freePorts(1)) as [number];
  provider = await startProvider({ outside: OUTSIDE });
  dana = await house.administrator();
  await makeShipment(provider.db, dana.companyId, { house_number: HOUSE });
  await tellEvents(provider.db, HOUSE, [{ code: "DEPA", day: -1, place: "CNSHA" }]);
  await house.prove(dana);
  const asked = { name: "Warehouse", scopes: ["shipments.read" as const], days: 90 as const };
  key = (await provider.call(apiKeyMake, asked, { token: dana.token })).data.key;
});
afterAll(() => provider?.stop());

const page = readFileSync("docs/integrate.md", "utf8");

/** The page's block of code that has the text, with the address of this test's provider. */
function block(text: string): string {
  const found = [...page.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)]
    .map(([, code]) => code!)
    .find((code) => code.includes(text));
  if (!found) throw new Error(`docs/integrate.md has no block of code with "${text}"`);
  return found.replace("http://localhost:4000", provider.apiUrl.replace(/\/api$/, ""));
}

/** What a program prints, with the customer's key in its environment. */
const printed = async (program: string, ...words: string[]) =>
  (await run(program, words, { env: { ...process.env, KEY: key } })).stdout;

test("the page's command for curl lists the shipments", async () => {
  expect(JSON.parse(await printed("bash", "-c", block("curl ")))).toMatchObject({
    code: 200,
    data: { rows: [{ houseNumber: HOUSE }] },
  });
});

test("the page's loop reads the whole list, and with changedSince what is new", async () => {
  const quiet = ["FLPYTHON0002", "FLPYTHON0003"];
  for (const number of quiet) await makeShipment(provider.db, dana.companyId, { house_number: number });
  const loop = block("while cursor is not None");
  const numbers = async (filter: string) =>
    (await printed("python3", "-c", loop.replace('"pageSize": 100', `"pageSize": 1${filter}`)))
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split(" ")[0]);
  expect(await numbers("")).toEqual([HOUSE, ...quiet]);
  expect(JSON.parse(block("changedSince"))).toHaveProperty("changedSince");
  expect(await numbers(', "changedSince": "2020-01-01 00:00:00"')).toEqual([HOUSE]);
  expect(await numbers(', "changedSince": "2099-01-01 00:00:00"')).toEqual([]);
});

test("a program in Python follows a shipment by key and webhook, and takes nothing that is not signed", async () => {
  const url = `http://127.0.0.1:${port}/`;
  const { secret } = (await house.add(dana, url, { topics: ["shipments"] })).data;
  const program = spawn("python3", ["docs/follow-shipment.py", HOUSE, "--port", String(port)], {
    env: {
      PATH: process.env.PATH,
      FAIRLEAD_URL: provider.apiUrl.replace(/\/api$/, ""),
      FAIRLEAD_KEY: key,
      FAIRLEAD_SECRET: secret,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let said = "";
    program.stdout.on("data", (chunk) => {
      said += chunk;
    });
    await expect.poll(() => said, { timeout: 20_000 }).toContain(`listening on ${port}\n`);
    expect(said).toMatch(new RegExp(`^${HOUSE} TRANSIT\nACT [\\d :-]+ DEPA Shanghai`));

    const forged = await fetch(url, {
      method: "POST",
      headers: { "webhook-id": "msg_x", "webhook-timestamp": String(Math.floor(Date.now() / 1000)) },
      body: "{}",
    });
    expect(forged.status).toBe(401);

    await tellEvents(provider.db, HOUSE, [{ code: "ARRI", day: 3, place: "DEHAM", classifier: "EST" }]);
    expect(await house.run()).toBe(1);
    await expect.poll(() => said, { timeout: 10_000 }).toMatch(/\nNEW EST [\d :-]+ ARRI Hamburg\n$/);
    expect(await house.run()).toBe(0);
  } finally {
    program.kill();
    await once(program, "exit");
  }
});
