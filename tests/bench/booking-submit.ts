import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openDatabase } from "#app/provider/db/database.ts";
import { DEMO_SHIPMENTS } from "#app/provider/demo/load.ts";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { content } from "#tests/provider/bookings/fixture.ts";
import { descendants } from "#tests/support/process-tree.ts";
import {
  percentile,
  type SeededProvider,
  seededDatabase,
  startBenchServer,
  startSeeded,
} from "./seeded-provider.ts";
import { processorMs } from "./watched-process.ts";

/**
 * Booking submissions on the embedded database (targets "The data": 200 a second sustained, p99 under 150 ms, each
 * exactly once). Drafts are saved first; then they are submitted at a fixed rate, every twentieth sent twice with its
 * key as a link that drops would; then as fast as the provider takes them.
 *
 *   node tests/bench/booking-submit.ts [--rate 200] [--seconds 20] [--most 2000]
 */
const AT_ONCE = 16;
const TWICE_EVERY = 20;

interface Draft {
  id: string;
  version: number;
}

interface Answer {
  code: number;
  message: string;
  data: { id: string; version: number };
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

function post({ apiUrl, token }: SeededProvider, path: string, body: unknown, key: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(apiUrl + path, {
      method: "POST",
      agent,
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
        "idempotency-key": key,
      },
    });
    call.on("error", reject).on("response", (answer) => {
      let text = "";
      answer
        .setEncoding("utf8")
        .on("data", (chunk) => {
          text += chunk;
        })
        .on("end", () => resolve(JSON.parse(text)))
        .on("error", reject);
    });
    call.end(JSON.stringify(body));
  });
}

/** Runs the calls with limited concurrency and returns the milliseconds of each. */
async function atOnce(places: number, calls: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const worker = async () => {
    for (let call = calls[next++]; call; call = calls[next++]) {
      const start = performance.now();
      await call();
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: places }, worker));
  return times;
}

async function saveDrafts(provider: SeededProvider, count: number): Promise<Draft[]> {
  const drafts: Draft[] = [];
  const body = { id: null, version: null, content: content() };
  const start = performance.now();
  const times = await atOnce(
    AT_ONCE,
    Array.from({ length: count }, () => async () => {
      const { data } = await post(provider, "/booking/saveDraft", body, randomUUID());
      drafts.push({ id: data.id, version: data.version });
    }),
  );
  report("drafts saved", times, start);
  return drafts;
}

async function submit(provider: SeededProvider, { id, version }: Draft, key: string): Promise<void> {
  const answer = await post(provider, "/booking/submit", { id, version }, key);
  if (answer.code !== 200) throw new Error(`Booking ${id} was refused: ${answer.message}`);
}

/**
 * Open loop: each call starts at its scheduled time, whether or not earlier ones were answered, and is timed
 * from then.
 */
async function submitAtRate(provider: SeededProvider, drafts: readonly Draft[], rate: number): Promise<void> {
  const start = performance.now();
  const times: number[] = [];
  await Promise.all(
    drafts.map(async (draft, index) => {
      const due = start + (index * 1000) / rate;
      await sleep(Math.max(0, due - performance.now()));
      const key = randomUUID();
      const sendings = index % TWICE_EVERY === 0 ? 2 : 1;
      await Promise.all(Array.from({ length: sendings }, () => submit(provider, draft, key)));
      times.push(performance.now() - due);
    }),
  );
  report(`submitted at ${rate} a second`, times, start);
}

/** Processor milliseconds used by provider and database so far (Linux). */
function spentMs(): { provider: number; database: number } {
  const backends = descendants(server.pid()!).map(({ pid }) => processorMs(pid));
  return { provider: processorMs(provider.child.pid!), database: backends.reduce((sum, ms) => sum + ms, 0) };
}

function report(what: string, times: readonly number[], start: number): void {
  const seconds = (performance.now() - start) / 1000;
  const ms = (share: number) => `${percentile(times, share).toFixed(1)} ms`;
  console.log(
    `${what}: ${times.length} in ${seconds.toFixed(1)} s, ${Math.round(times.length / seconds)} a second, ` +
      `p50 ${ms(0.5)}, p95 ${ms(0.95)}, p99 ${ms(0.99)}`,
  );
}

const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "200" },
    seconds: { type: "string", default: "20" },
    most: { type: "string", default: "2000" },
  },
});
const rate = Number(values.rate);
const most = Number(values.most);
const server = await startBenchServer();
const connection = await seededDatabase(server, DEMO_SHIPMENTS);
const provider = await startSeeded(connection);
try {
  console.log(`load average ${loadavg()[0]!.toFixed(1)}, target 200 a second with p99 under 150 ms`);
  const drafts = await saveDrafts(provider, rate * Number(values.seconds) + most);
  await submitAtRate(provider, drafts.slice(most), rate);
  const before = spentMs();
  const start = performance.now();
  const calls = drafts.slice(0, most).map((draft) => () => submit(provider, draft, randomUUID()));
  report(`submitted ${AT_ONCE} at once`, await atOnce(AT_ONCE, calls), start);
  const after = spentMs();
  const each = (name: keyof typeof after) => ((after[name] - before[name]) / most).toFixed(2);
  console.log(`processor ms a submission: provider ${each("provider")}, database ${each("database")}`);

  const { db, close } = openDatabase(connection);
  const { submitted } = await db
    .selectFrom("operation_log")
    .select((eb) => eb.fn.countAll<string>().as("submitted"))
    .where("action", "=", "booking.submitted")
    .where("subject_id", "in", (eb) =>
      eb
        .selectFrom("booking")
        .select("id")
        .where("id", ">=", String(Math.min(...drafts.map(({ id }) => Number(id))))),
    )
    .executeTakeFirstOrThrow();
  const { broken } = await verifyChains(db);
  console.log(`${submitted} of ${drafts.length} submitted, each once; logs ${broken ? "BROKEN" : "whole"}`);
  await close();
  provider.child.disconnect();
  if (Number(submitted) !== drafts.length || broken) process.exitCode = 1;
} finally {
  agent.destroy();
  await server.stop();
}
