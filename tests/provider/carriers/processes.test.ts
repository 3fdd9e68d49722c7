/** @module-tag slow */

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { carrierKeyMake } from "#app/contract/carrier-key.ts";
import type { ImportReport } from "#app/contract/event.ts";
import { HOUR_MS } from "#app/lib/date-time.ts";
import { makeCompany } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { endProcesses, type ProviderProcess, startProviderProcess } from "#tests/support/provider-process.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { desk } from "../quotes/fixture.ts";

const EVENTS = 10_000;
const SHIPMENTS = 50;
const PER_MESSAGE = 250;

let base: TestProvider;
let key: string;
const processes: ProviderProcess[] = [];
beforeAll(async () => {
  base = await startProvider();
  const { token } = await desk(base);
  const limits = { requestsPerMinute: 6_000, eventsPerMinute: 600_000 };
  key = (await base.call(carrierKeyMake, { carrierCode: "MAEU", ...limits }, { token })).data.key;
});
afterAll(async () => {
  await endProcesses(processes);
  await base.stop();
});

async function startProcess(): Promise<ProviderProcess> {
  const started = await startProviderProcess(base.database.url);
  processes.push(started);
  return { ...started, url: `${started.url}/tracking/dcsa/v3/events` };
}

const START = Date.now() - 40 * 24 * HOUR_MS;
const isDeparture = (index: number) => Math.floor(index / SHIPMENTS) % 2 === 0;
const event = (index: number) => ({
  eventID: `killed-${index}`,
  eventCreatedDateTime: new Date(START + index * 60_000).toISOString(),
  eventType: "TRANSPORT",
  eventClassifierCode: index % 3 === 0 ? "ACT" : "EST",
  eventDateTime: new Date(START + index * 60_000).toISOString(),
  transportEventTypeCode: isDeparture(index) ? "DEPA" : "ARRI",
  transportCall: {
    transportCallID: "c-1",
    UNLocationCode: isDeparture(index) ? "CNSHA" : "DEHAM",
    modeOfTransport: "VESSEL",
  },
  references: [{ referenceType: "FF", referenceValue: `FLKILL${index % SHIPMENTS}` }],
});

/** The report; undefined when the process is gone, so that it is not known what became of the message. */
async function send(url: string, message: object[]): Promise<ImportReport | undefined> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: JSON.stringify(message),
    });
    return ((await answer.json()) as { data: ImportReport }).data;
  } catch {
    return undefined;
  }
}

test("when a process is killed in the middle of 10,000 events, which another takes too, each is stored once", async () => {
  const company = await makeCompany(base.db);
  for (let index = 0; index < SHIPMENTS; index++)
    await makeShipment(base.db, company, {
      house_number: `FLKILL${index}`,
      booking_at: new Date(START - HOUR_MS),
    });
  const [first, second] = await Promise.all([startProcess(), startProcess()]);
  const messages = Array.from({ length: EVENTS / PER_MESSAGE }, (_, number) =>
    Array.from({ length: PER_MESSAGE }, (__, index) => event(number * PER_MESSAGE + index)),
  );
  const waiting = [...messages];
  let answered = 0;
  const sender = async (url: () => string) => {
    for (let message = waiting.shift(); message; message = waiting.shift()) {
      const report = await send(url(), message);
      if (report) answered++;
      else waiting.push(message);
      if (answered === Math.floor(messages.length / 3)) first.child.kill("SIGKILL");
    }
  };
  const alive = () => (first.child.signalCode === null && !first.child.killed ? first.url : second.url);
  await Promise.all([sender(alive), sender(alive), sender(() => second.url)]);
  expect(first.child.killed).toBe(true);
  expect(answered).toBe(messages.length);
  // Everything once more: whoever does not know what became of a message sends it again.
  const again = await Promise.all(messages.slice(0, 4).map((message) => send(second.url, message)));
  for (const report of again) expect(report).toMatchObject({ accepted: 0, repeated: PER_MESSAGE });
  const { rows } = await sql<{ events: number; links: number; names: number; shipments: number }>`
    select (select count(*)::int from event) as events, (select count(*)::int from event_shipment) as links,
      (select count(*)::int from event_reference) as names,
      (select count(*)::int from shipment where status = 'TRANSIT' and atd is not null and ata is not null) as shipments`.execute(
    base.db,
  );
  expect(rows[0]).toEqual({ events: EVENTS, links: EVENTS, names: EVENTS, shipments: SHIPMENTS });
});
