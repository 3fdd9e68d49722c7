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

/** Programs of customers that know only what docs/integrate.md says: curl, and Python's own library. */
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

test("the page's command for curl lists the shipments", async () => {
  const command = /^curl http:\/\/localhost:4000[\s\S]*?(?=\n```)/m.exec(
    readFileSync("docs/integrate.md", "utf8"),
  )![0];
  const { stdout } = await run(
    "bash",
    ["-c", command.replace("http://localhost:4000", provider.apiUrl.replace(/\/api$/, ""))],
    { env: { ...process.env, KEY: key } },
  );
  expect(JSON.parse(stdout)).toMatchObject({ code: 200, data: { rows: [{ houseNumber: HOUSE }] } });
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
