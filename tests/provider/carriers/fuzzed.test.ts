import { readFileSync } from "node:fs";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importAirStatus } from "#app/contract/air-status.ts";
import { carrierKeyMake } from "#app/contract/carrier-key.ts";
import { importEvents } from "#app/contract/event.ts";
import { draws } from "#tests/support/is-all.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { customer, desk } from "../quotes/fixture.ts";

let provider: TestProvider;
let headers: Record<string, string>;
beforeAll(async () => {
  provider = await startProvider();
  const dana = await customer(provider, []);
  await makeShipment(provider.db, dana.companyId, {
    house_number: "FLFUZZ1",
    master_number: "020-81140743",
    containers: ["APZU4812090"],
  });
  const { token } = await desk(provider);
  const { data } = await provider.call(
    carrierKeyMake,
    { carrierCode: "MAEU", requestsPerMinute: 6_000, eventsPerMinute: 600_000 },
    { token },
  );
  headers = { "x-api-key": data.key };
});
afterAll(() => provider?.stop());

const published = (name: string) => {
  const message = JSON.parse(readFileSync(new URL(`../../fixtures/dcsa/${name}`, import.meta.url), "utf8"));
  return (message.events ?? message) as object[];
};
const air = {
  statusCode: "DEP",
  airWaybillNumber: "020-81140743",
  airport: "PVG",
  flight: "LH8401",
  day: "14NOV",
  time: "1345",
  pieces: 3,
  totalPieces: 10,
  sentAt: "2026-11-14T06:00:00Z",
};
const sound = [...published("tnt-220-response.json"), ...published("tnt-300-response.json"), air];

/** Every way to a value inside an event. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

function replaced(value: unknown, [step, ...rest]: string[], by: unknown): unknown {
  if (step === undefined) return by;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...value]
    : { ...(value as object) };
  (copy as Record<string, unknown>)[step] = replaced((value as Record<string, unknown>)[step], rest, by);
  return copy;
}

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    ...[
      "",
      "9999-12-31T23:59:59Z",
      "0001-01-01T00:00:00Z",
      "2026-02-30T00:00:00Z",
      "29FEB",
      "-infinity",
      "\u0000",
    ],
    ...[1e308, -1, 2 ** 53, 0.1, true, null, [], {}, "x".repeat(400), "\\u0000", "\ud800", "__proto__"],
  ),
);
const fuzzed = fc.constantFrom(...sound).chain((event) =>
  fc
    .array(fc.tuple(fc.constantFrom(...pathsOf(event).slice(1)), odd), { minLength: 1, maxLength: 3 })
    .map((changes) => {
      try {
        return changes.reduce<unknown>((given, [path, by]) => replaced(given, path, by), event);
      } catch {
        // A change inside of what an earlier one has replaced.
        return null;
      }
    }),
);

/** Events that are stored without their place among shipments or those that wait. */
const halves = async () =>
  (
    await sql<{ event_id: string }>`
      select e.event_id from event e
      where not exists (select from event_shipment l where l.event_id = e.event_id)
        and not exists (select from event_waiting w where w.event_id = e.event_id)
      union
      select e.event_id from event e join event_waiting w using (event_id) join event_shipment l using (event_id)`.execute(
      provider.db,
    )
  ).rows;

it("fuzzed events are stored, doubted or refused, never answered 500 and never stored half", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fuzzed, { minLength: 1, maxLength: 12 }), async (events) => {
      for (const answer of [
        await provider.call(importEvents, events, { headers }),
        await provider.call(importAirStatus, { statuses: events }, { headers }),
      ]) {
        // 400 with fields: the whole message breaks the limits of any call.
        expect([200, 202, 400]).toContain(answer.status);
        const report = answer.data;
        if (!report?.rejected) continue;
        const counted = report.accepted + report.corrected + report.repeated;
        expect(counted + report.rejected.length + report.quarantined.length).toBe(events.length);
      }
    }),
    { numRuns: draws(60) },
  );
  expect(await halves()).toEqual([]);
});

it("a body that is no message is refused", async () => {
  for (const body of ["", "null", "[", "{}", '{"events":1}', "1", '"x"', "[".repeat(5_000)]) {
    for (const path of ["/dcsa/v3/events", "/air/status"]) {
      const { status } = await fetch(provider.trackingUrl + path, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body,
      });
      expect([body.slice(0, 20), status < 500]).toEqual([body.slice(0, 20), true]);
    }
  }
  expect(await halves()).toEqual([]);
});
