import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { signIn } from "#app/contract/auth.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { channelTypes, messageList, messageSend, newInquiry } from "#app/contract/message.ts";
import { shipmentList } from "#app/contract/shipment.ts";
import { blankDatabase, connectionUrl } from "#tests/support/database.ts";
import { landedVersions } from "#tests/support/landed.ts";
import { callEndpoint, DEMO_PASSWORD } from "#tests/support/provider.ts";
import { endProcesses, type ProviderProcess, startProviderProcess } from "#tests/support/provider-process.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";
import { checkOut, whyNoHistory } from "./support/landed-source.ts";

/** The provider of an earlier version, as it was landed, and this one take turns on one database. */

const run = promisify(execFile);
/** The last two: back one version, and back two. */
const versions = landedVersions().slice(-2);

let url: string;
let drop: () => Promise<void>;
let environment: Record<string, string>;
let running: ProviderProcess[] = [];

beforeEach(async () => {
  const { connection, drop: dropDatabase } = await blankDatabase();
  url = connectionUrl(connection);
  drop = dropDatabase;
  environment = {
    DATA_DIR: await tempFolder("upgrade"),
    SECRETS_KEY: "a key of the tests only and of nothing else",
    DEMO_DATA: "on",
  };
});
afterEach(async () => {
  await stop();
  rmSync(environment.DATA_DIR!, { recursive: true, force: true });
  await drop();
});

async function start(folder?: string): Promise<string> {
  const provider = await startProviderProcess(url, environment, folder);
  running.push(provider);
  return provider.url;
}

async function stop(): Promise<void> {
  await endProcesses(running);
  running = [];
}

async function answered<Data>(
  provider: string,
  endpoint: Endpoint,
  input: unknown,
  token?: string,
): Promise<Data> {
  const key = endpoint.isWrite ? randomUUID() : undefined;
  const { code, message, data } = await callEndpoint<Data>(provider, endpoint, input, { token, key });
  expect({ call: endpoint.name, code, message: code === 200 ? "" : message }).toMatchObject({ code: 200 });
  return data;
}

/** What a person of the demonstration sees and has written. */
async function readAll(provider: string, channelId: string) {
  const { token } = await answered<{ token: string }>(provider, signIn, {
    userName: "demo",
    password: DEMO_PASSWORD,
  });
  const { rows } = await answered<{ rows: { text: string }[] }>(
    provider,
    messageList,
    { channelId, limit: 100 },
    token,
  );
  const { total } = await answered<{ total: number }>(provider, shipmentList, { pageSize: 10 }, token);
  return { token, texts: rows.map(({ text }) => text).sort(), shipments: total };
}

const send = (provider: string, token: string, channelId: string, text: string) =>
  answered(provider, messageSend, { channelId, text, clientId: randomUUID() }, token);

describe.each(versions)("from $commit to this version, back, and forth again", (version) => {
  const missing = whyNoHistory(version.commit);
  if (missing) console.log(`Left out: ${missing}`);

  test.skipIf(missing)("nothing that was written by either is lost (needs the history of git)", async () => {
    const before = await checkOut(version.commit);
    try {
      let provider = await start(before.folder);
      const { token } = await answered<{ token: string }>(provider, signIn, {
        userName: "demo",
        password: DEMO_PASSWORD,
      });
      const { channelId } = await answered<{ channelId: string }>(
        provider,
        newInquiry,
        { type: channelTypes.shipment, subject: "An upgrade", text: "1 before", clientId: randomUUID() },
        token,
      );
      const first = await readAll(provider, channelId);
      await stop();

      provider = await start();
      const second = await readAll(provider, channelId);
      expect(second).toMatchObject({ texts: first.texts, shipments: first.shipments });
      await send(provider, second.token, channelId, "2 after");
      await stop();

      const { stdout } = await run(process.execPath, ["app/provider/cli/step-back.ts", before.folder], {
        env: { ...process.env, ...environment, DATABASE_URL: url },
      });
      console.log(stdout.trim());
      provider = await start(before.folder);
      const third = await readAll(provider, channelId);
      expect(third.texts).toEqual(["1 before", "2 after"]);
      // A session of the version that ran meanwhile goes on.
      await send(provider, second.token, channelId, "3 back");
      await stop();

      provider = await start();
      const last = await readAll(provider, channelId);
      expect(last).toMatchObject({ texts: ["1 before", "2 after", "3 back"], shipments: first.shipments });
      expect(await setAside()).toBe(0);
    } finally {
      await stop();
      before.remove();
    }
  });
});

async function setAside(): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query("select from migration_set_aside")).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
