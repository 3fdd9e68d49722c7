import { createHash, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { encode } from "fast-png";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgotPassword } from "#app/contract/auth.ts";
import { channelTypes, newInquiry } from "#app/contract/message.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { makeCompany, makePerson, makeSession, PASSWORD, type Person } from "#tests/support/people.ts";
import { freePorts } from "#tests/support/product.ts";
import { callEndpoint } from "#tests/support/provider.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";
import { type HaProxy, startHaProxy } from "./support/haproxy.ts";
import { startLoad, startWatcher } from "./support/load.ts";
import { type Program, portalProgram, providerProgram } from "./support/programs.ts";
import { Visitor } from "./support/visitor.ts";

/** Two portals and two providers on one PostgreSQL, behind HAProxy with the configuration of `docs/haproxy.cfg`. */

let database: TestDatabase;
let haproxy: HaProxy;
let dataDir: string;
let origin: string;
let providerOrigin: string;
let portals: Program[] = [];
let providers: Program[] = [];
const visitors: Visitor[] = [];

beforeAll(async () => {
  database = await testDatabase({ name: "empty", fill: async () => {} });
  await loadReference(database.db);
  dataDir = await tempFolder("operate");
  const [portal = 0, provider = 0, stats = 0, ...ports] = await freePorts(7);
  origin = `http://127.0.0.1:${portal}`;
  providerOrigin = `http://127.0.0.1:${provider}`;
  const stop = { DRAIN_SECONDS: "4", STOP_SECONDS: "25", PUBLIC_URL: origin };
  const upstream = { API_URL: `${providerOrigin}/api`, TRACKING_API_URL: `${providerOrigin}/tracking` };
  const socket = { REALTIME_URL: `${origin.replace("http", "ws")}/ws` };
  // One folder for the files of both, as a share of the network is, and one key for their secrets.
  const shared = { ...stop, DATA_DIR: dataDir, SECRETS_KEY: "a key of the tests only and of nothing else" };
  portals = [1, 2].map((each) =>
    portalProgram(`portal${each}`, ports[each - 1]!, { ...stop, ...upstream, ...socket }),
  );
  providers = [1, 2].map((each) =>
    providerProgram(`provider${each}`, ports[each + 1]!, database.url, shared),
  );
  haproxy = await startHaProxy("docs/haproxy.cfg", stats, {
    PORTAL_BIND: `127.0.0.1:${portal}`,
    PROVIDER_BIND: `127.0.0.1:${provider}`,
    ...Object.fromEntries(
      [...portals, ...providers].map(({ name, url }) => [
        name.replace(/(\d)$/, "_$1").toUpperCase(),
        url.slice("http://".length),
      ]),
    ),
  });
  for (const { start } of [...providers, ...portals]) await start();
  for (const { name } of [...providers, ...portals]) await haproxy.until(name, "UP");
});
afterAll(async () => {
  for (const visitor of visitors) visitor.close();
  await Promise.all(portals.map(({ stop }) => stop()));
  await Promise.all(providers.map(({ stop }) => stop()));
  await haproxy?.stop();
  await database?.drop();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

async function signedIn(person: Person, at = origin): Promise<Visitor> {
  const visitor = new Visitor(at);
  visitors.push(visitor);
  await visitor.signIn(person.userName, PASSWORD);
  return visitor;
}

/** An inquiry of the person. */
async function inquire(person: Person): Promise<{ session: string; channelId: string }> {
  const token = await makeSession(database.db, person.id);
  const message = { type: channelTypes.shipment, subject: "Restarts", text: "begun", clientId: "message-0" };
  const { data } = await callEndpoint<{ id: string; channelId: string }>(
    providerOrigin,
    newInquiry,
    message,
    { token, key: randomUUID() },
  );
  return { session: data.id, channelId: data.channelId };
}

/** One after the other, each of its own kind last: what an operator's script does. */
async function restartEach(before: (program: Program) => void = () => {}): Promise<string[]> {
  const told: string[] = [];
  for (const program of [...providers, ...portals]) {
    before(program);
    await sleep(500);
    const { status, tookMs } = await program.stop();
    if (status !== 0) told.push(`${program.name} ended with ${status}`);
    const since = performance.now();
    await program.start();
    const readyMs = performance.now() - since;
    await haproxy.until(program.name, "UP");
    console.log(
      `${program.name}: stopped in ${Math.round(tookMs)} ms, ready again in ${Math.round(readyMs)} ms`,
    );
  }
  return told;
}

function picture(seed: number): Uint8Array {
  const side = 600;
  const data = new Uint8Array(side * side * 3);
  for (let at = 0, state = seed; at < data.length; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    data[at] = state >> 16;
  }
  return encode({ width: side, height: side, data, channels: 3, depth: 8 });
}

const digest = (bytes: Uint8Array | Buffer) => createHash("sha256").update(bytes).digest("hex");

test("while each is restarted in turn no request fails, no message is lost or doubled, and sockets come back", async () => {
  const companyId = await makeCompany(database.db);
  const people = await Promise.all(Array.from({ length: 6 }, () => makePerson(database.db, companyId)));
  const [writer] = people as [Person];
  const { session, channelId } = await inquire(writer);
  const signed = await Promise.all(people.map((person) => signedIn(person)));
  const talk = `/messageCenter/index?session=${session}`;
  const pages = ["/shipments/index", talk, "/quote/index", "/account/index", "/messageCenter/index"];
  const load = startLoad({
    readers: signed.slice(0, 3).map((visitor, at) => ({
      visitor,
      paths: [...pages.slice(at), ...pages.slice(0, at)],
    })),
    writers: signed.slice(0, 4).map((visitor) => ({ visitor, session, channelId })),
  });
  const watchers = [...signed, ...signed].map((visitor) => startWatcher(visitor, channelId, load.failures));
  await expect.poll(() => watchers.every((watcher) => watcher.isConnected())).toBe(true);
  for (const { gaps } of watchers) gaps.length = 0;

  const uploads: Promise<{ sent: string; got: string }>[] = [];
  const begun = performance.now();
  const faults = await restartEach(() => {
    const visitor = signed[5]!;
    // Two at once: each portal and each provider has one under way.
    for (const each of [1, 2]) uploads.push(sendFile(visitor, channelId, uploads.length * 2 + each));
  });
  const seconds = (performance.now() - begun) / 1000;
  const files = await Promise.all(uploads);
  await load.stop();
  await expect.poll(() => watchers.every((watcher) => watcher.isConnected())).toBe(true);
  // A moment for the last push; then what a socket did not tell counts as read by nobody.
  await sleep(3_000);
  const missedLive = watchers.flatMap(({ seen }) => load.acknowledged.filter((text) => !seen.has(text)));
  for (const watcher of watchers) await watcher.catchUp();
  const missed = watchers.flatMap(({ seen }) => load.acknowledged.filter((text) => !seen.has(text)));
  const rows = await database.db
    .selectFrom("message")
    .select("body")
    .where("channel_id", "=", channelId)
    .where("body", "like", "writer %")
    .execute();
  const stored = Map.groupBy(rows, ({ body }) => body);
  const lost = load.acknowledged.filter((text) => !stored.has(text));
  const doubled = [...stored].filter(([, found]) => found.length > 1).map(([text]) => text);
  const gaps = watchers.flatMap((watcher) => watcher.gaps).sort((one, other) => one - other);
  for (const watcher of watchers) watcher.stop();

  console.log(
    [
      `Rolling restart of ${portals.length} portals and ${providers.length} providers in ${Math.round(seconds)} s:`,
      `${load.pages} pages, ${load.acknowledged.length} messages sent, ${files.length} uploads;`,
      `${load.failures.length} requests failed; ${lost.length} messages lost, ${doubled.length} doubled,`,
      `${missedLive.length} not live, ${missed.length} not after catching up; slowest answer ${Math.round(load.slowestMs)} ms;`,
      `${gaps.length} times without a socket, longest ${Math.round(gaps.at(-1) ?? 0)} ms,`,
      `middle ${Math.round(gaps[Math.floor(gaps.length / 2)] ?? 0)} ms`,
    ].join(" "),
  );
  expect(load.failures).toEqual([]);
  expect(faults).toEqual([]);
  expect({ lost, doubled, missed, missedLive }).toEqual({
    lost: [],
    doubled: [],
    missed: [],
    missedLive: [],
  });
  expect(load.pages).toBeGreaterThan(100);
  expect(load.acknowledged.length).toBeGreaterThan(100);
  for (const { sent, got } of files) expect(got).toBe(sent);
  // Each provider was away once, so somebody had to move.
  expect(gaps.length).toBeGreaterThanOrEqual(watchers.length);
});

/** Uploads a picture over some seconds, sends it with a message, and reads it as others do. */
async function sendFile(visitor: Visitor, channelId: string, seed: number) {
  const bytes = picture(seed);
  const key = randomUUID();
  const file = { name: `picture ${seed}.png`, type: "image/png", bytes, parts: 8, everyMs: 800 };
  const fields = { teamParams: JSON.stringify({ channelId }) };
  const uploaded = await visitor.upload(`/messageCenter/upload?requestId=${key}`, fields, file);
  if (uploaded.status !== 200) return { sent: digest(bytes), got: `${uploaded.status} ${uploaded.body}` };
  const [{ contentUrl, name }] = JSON.parse(uploaded.body).files;
  const sent = await visitor.post("/messageCenter/message", {
    requestId: randomUUID(),
    channelId,
    text: `file ${seed}`,
    contentUrl,
    name,
  });
  if (sent.status !== 200) return { sent: digest(bytes), got: `${sent.status} ${sent.body}` };
  const [{ href }] = JSON.parse(sent.body).sent.files;
  const read = await fetch(`${origin}${href}`, { headers: { cookie: visitor.cookie } });
  return { sent: digest(bytes), got: digest(Buffer.from(await read.arrayBuffer())) };
}

test("a session that was made at one portal serves at the other, and ends for both", async () => {
  const person = await makePerson(database.db, await makeCompany(database.db));
  const visitor = await signedIn(person);
  const [first, second] = portals.map(({ url }) => new Visitor(url, visitor.cookie)) as [Visitor, Visitor];
  visitors.push(first, second);
  const page = "/account/index";
  for (const at of [first, second, first, second]) expect((await at.get(page)).status).toBe(200);
  // Both keep the person by now, and notice that others have changed it.
  const changed = { name: "Renamed Meanwhile" };
  await database.db.updateTable("app_user").set(changed).where("id", "=", person.id).execute();
  for (const at of [first, second]) expect((await at.get(page)).body).toContain(changed.name);
  await second.post("/logout", {});
  for (const at of [first, second]) expect((await at.get(page)).body).not.toContain(changed.name);
});

test("a limit is counted for all providers together", async () => {
  const ask = (at: string) =>
    callEndpoint(
      at,
      forgotPassword,
      { email: "nobody@example.com" },
      {
        headers: { "x-forwarded-for": "203.0.113.50" },
      },
    );
  const codes: number[] = [];
  for (let turn = 0; turn < 14; turn++) codes.push((await ask(providers[turn % 2]!.url)).code);
  expect(codes.filter((code) => code === 200)).toHaveLength(10);
  expect(codes.filter((code) => code === 429)).toHaveLength(4);
});
