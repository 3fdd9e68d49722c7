import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { channelTypes, messageSend, newInquiry } from "#app/contract/message.ts";
import { type OpenDatabase, openDatabase } from "#app/provider/db/database.ts";
import { makeCompany, makePerson, makeSession, PASSWORD, type Person } from "#tests/support/people.ts";
import { freePorts } from "#tests/support/product.ts";
import { callEndpoint } from "#tests/support/provider.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";
import { type DatabaseNodes, startDatabaseNodes, whyNoNodes } from "./support/database-nodes.ts";
import { type HaProxy, startHaProxy } from "./support/haproxy.ts";
import { type Program, portalProgram, providerProgram } from "./support/programs.ts";
import { Visitor } from "./support/visitor.ts";

/** The product on three database nodes with `docs/patroni.yml` and `docs/haproxy-postgresql.cfg`. */

const FAULTS = Number(process.env.OPERATE_FAULTS) || 10;
const WRITERS = 20;
/** Each writes so often, which makes a hundred writes a second. */
const EVERY_MS = 200;
const BETWEEN_MS = 5_000;
/** A database under fault: what somebody does who did not get an answer. */
const AGAIN_MS = 300;

const missing = whyNoNodes();
if (missing) console.log(`Left out: ${missing}`);

let nodes: DatabaseNodes;
let haproxy: HaProxy;
let own: OpenDatabase;
let dataDir: string;
let programs: Program[] = [];
let providers: Program[] = [];

describe.skipIf(missing)("the primary of the database is lost", () => {
  beforeAll(async () => {
    nodes = await startDatabaseNodes();
    const [database = 0, standbys = 0, stats = 0, ...ports] = await freePorts(6);
    haproxy = await startHaProxy("docs/haproxy-postgresql.cfg", stats, {
      DATABASE_BIND: `127.0.0.1:${database}`,
      DATABASE_READ_BIND: `127.0.0.1:${standbys}`,
      ...Object.fromEntries(nodes.addresses.map((address, at) => [`DB_${at + 1}`, address])),
    });
    await nodes.untilWhole();
    await haproxy.until((await nodes.leader()) ?? "", "UP");
    const admin = new pg.Client({
      ...nodes.superuser,
      host: "127.0.0.1",
      port: database,
      database: "postgres",
    });
    await admin.connect();
    await admin.query(`create role fairlead login password 'of-the-test-only'`);
    await admin.query("create database fairlead owner fairlead");
    await admin.end();
    const url = `postgres://fairlead:of-the-test-only@127.0.0.1:${database}/fairlead`;
    dataDir = await tempFolder("takeovers");
    const shared = {
      DATA_DIR: dataDir,
      SECRETS_KEY: "a key of the tests only and of nothing else",
      LOG_LEVEL: "silent",
    };
    providers = [1, 2].map((each) => providerProgram(`provider${each}`, ports[each - 1]!, url, shared));
    const [first] = providers as [Program];
    const upstream = { API_URL: `${first.url}/api`, TRACKING_API_URL: `${first.url}/tracking` };
    const portal = portalProgram("portal", ports[2]!, { ...upstream, LOG_LEVEL: "silent" });
    programs = [...providers, portal];
    for (const { start } of programs) await start();
    own = openDatabase(url, { connectMs: 30_000 });
  });
  // The logs are gone with the nodes.
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") console.log(await nodes.logs());
  });
  afterAll(async () => {
    await own?.close();
    await Promise.all(programs.map(({ stop }) => stop()));
    await haproxy?.stop();
    await nodes?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  test("again and again under load, what was acknowledged is there, once", async () => {
    const companyId = await makeCompany(own.db);
    const writers = await Promise.all(Array.from({ length: WRITERS }, () => writerOf(companyId)));
    const load = startWriting(writers);
    const rates = [await rateOf(load)];
    const took = { kill: [] as number[], cut: [] as number[] };
    for (let fault = 0; fault < FAULTS; fault++) {
      const how = fault % 2 === 0 ? "kill" : "cut";
      const leader = (await nodes.leader()) ?? "";
      const before = load.acknowledged.length;
      const at = performance.now();
      if (how === "kill") await nodes.kill(leader);
      else nodes.cut(leader);
      await untilAnother(leader);
      await expect
        .poll(() => load.acknowledged.filter((each) => each.begunAt > at).length, { timeout: 60_000 })
        .toBeGreaterThan(20);
      // From the fault to the first answer that came after the longest silence.
      const longest = silenceAfter(load.acknowledged, at);
      took[how].push(longest);
      if (how === "cut") nodes.join(leader);
      await nodes.untilWhole();
      console.log(
        `${how} of ${leader}: ${await nodes.leader()} takes over, ${Math.round(longest)} ms without an answer, ` +
          `${load.acknowledged.length - before} writes meanwhile`,
      );
      rates.push(await rateOf(load));
    }
    const { acknowledged, refused } = await load.stop();
    const rows = await own.db.selectFrom("message").select("body").where("body", "like", "write %").execute();
    const stored = Map.groupBy(rows, ({ body }) => body);
    const lost = acknowledged.filter(({ text }) => !stored.has(text)).map(({ text }) => text);
    const doubled = [...stored].filter(([, found]) => found.length > 1).map(([text]) => text);
    const span = (acknowledged.at(-1)!.at - acknowledged[0]!.at) / 1000;
    const told = (times: number[]) => times.map((ms) => (ms / 1000).toFixed(1)).join(", ");
    console.log(
      `${FAULTS} faults under ${WRITERS} writers (at most ${WRITERS * (1000 / EVERY_MS)} writes a second): ` +
        `${acknowledged.length} acknowledged in ${Math.round(span)} s, ${lost.length} lost, ${doubled.length} doubled; ` +
        `between faults ${Math.round(Math.min(...rates))} to ${Math.round(Math.max(...rates))} a second; ` +
        `seconds without an answer: killed ${told(took.kill)}; cut off ${told(took.cut)}; ` +
        `answers that were no acknowledgement: ${JSON.stringify(Object.fromEntries(refused))}`,
    );
    expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
    expect(acknowledged.length).toBeGreaterThan(1_000);
  });

  test("while there is no database, pages say so in the reader's language and keep what was typed", async () => {
    const person = await makePerson(own.db, await makeCompany(own.db), { language_preference: "zh" });
    const { channelId, session } = await writerOf(person.companyId, person);
    const visitor = new Visitor(programs.at(-1)!.url);
    await visitor.signIn(person.userName, PASSWORD);
    const talk = `/messageCenter/index?session=${session}`;
    expect((await visitor.get(talk)).status).toBe(200);
    const fields = { intent: "send", requestId: randomUUID(), channelId, text: "write of the outage" };
    for (const name of ["db1", "db2", "db3"]) nodes.cut(name);
    try {
      const [page, form] = await Promise.all([visitor.get("/shipments/index"), visitor.post(talk, fields)]);
      for (const { status, body } of [page, form]) {
        expect(status).toBe(503);
        expect(body).toMatch(/<html[^>]* lang="zh/);
      }
      expect(form.body).toContain(fields.text);
      expect(form.body).toContain(fields.requestId);
    } finally {
      for (const name of ["db1", "db2", "db3"]) nodes.join(name);
    }
    await nodes.untilWhole();
    await expect.poll(async () => (await visitor.post(talk, fields)).status, { timeout: 60_000 }).toBe(302);
    const rows = await own.db.selectFrom("message").select("id").where("body", "=", fields.text).execute();
    expect(rows).toHaveLength(1);
    visitor.close();
  });
});

interface Writer {
  token: string;
  channelId: string;
  session: string;
}

/** A person with a conversation. */
async function writerOf(companyId: string, given?: Person): Promise<Writer> {
  const person = given ?? (await makePerson(own.db, companyId));
  const token = await makeSession(own.db, person.id);
  const message = { type: channelTypes.shipment, subject: "Takeover", text: "begun", clientId: "message-0" };
  const { data } = await callEndpoint<{ id: string; channelId: string }>(
    providers[0]!.url,
    newInquiry,
    message,
    { token, key: randomUUID() },
  );
  return { token, channelId: data.channelId, session: data.id };
}

interface Acknowledged {
  text: string;
  begunAt: number;
  at: number;
}

/** Writers at both providers; each repeats a write under its key until it is acknowledged. */
function startWriting(writers: readonly Writer[]) {
  const acknowledged: Acknowledged[] = [];
  /** How often which answer was none. */
  const refused = new Map<string, number>();
  let isOver = false;

  async function write({ token, channelId }: Writer, who: number): Promise<void> {
    const { url } = providers[who % providers.length]!;
    for (let turn = 0, due = performance.now(); !isOver; turn++, due += EVERY_MS) {
      await sleep(Math.max(0, due - performance.now()));
      // After an outage nobody makes up for what was not written.
      due = Math.max(due, performance.now() - EVERY_MS);
      const key = randomUUID();
      const text = `write ${who}-${turn}`;
      const begunAt = performance.now();
      for (;;) {
        const answer = await callEndpoint(
          url,
          messageSend,
          { channelId, text, clientId: key },
          { token, key },
        ).catch((error: Error) => ({ status: 0, code: error.message }));
        if (answer.code === 200) break;
        const kind = `${answer.status} ${answer.code}`;
        refused.set(kind, (refused.get(kind) ?? 0) + 1);
        await sleep(AGAIN_MS);
      }
      acknowledged.push({ text, begunAt, at: performance.now() });
    }
  }
  const work = writers.map(write);
  return {
    acknowledged,
    stop: async () => {
      isOver = true;
      await Promise.all(work);
      return { acknowledged, refused };
    },
  };
}

async function untilAnother(leader: string): Promise<void> {
  const next = async () => {
    const name = await nodes.leader();
    return name !== undefined && name !== leader;
  };
  await expect.poll(next, { timeout: 120_000, interval: 100 }).toBe(true);
}

/** Writes a second while all is well. */
async function rateOf({ acknowledged }: ReturnType<typeof startWriting>): Promise<number> {
  const before = acknowledged.length;
  await sleep(BETWEEN_MS);
  return (acknowledged.length - before) / (BETWEEN_MS / 1000);
}

/** The longest time between two acknowledgements after the moment. */
function silenceAfter(acknowledged: readonly Acknowledged[], moment: number): number {
  const times = [moment, ...acknowledged.map(({ at }) => at).filter((at) => at > moment)];
  return Math.max(...times.slice(1).map((at, index) => at - times[index]!));
}
