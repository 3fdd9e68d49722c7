import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemInvoices, systemMilestones } from "#app/contract/forwarder-system.ts";
import { webhookAdd } from "#app/contract/webhook.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, type Somebody } from "../quotes/fixture.ts";
import { forwarderSystem, type Sent, type System, sendShipments, sound } from "./fixture.ts";

let provider: TestProvider;
let system: System;
let dana: Somebody;
beforeAll(async () => {
  provider = await startProvider({
    outside: { privateHosts: [], dnsServers: [], webhookHosts: ["127.0.0.1"] },
  });
  system = await forwarderSystem(provider);
  dana = await customer(provider, ["SHIPMENT_CHARGES", "MEMBER_MANAGE"]);
  await provider.db
    .updateTable("auth_token")
    .set({ proved_at: new Date() })
    .where("user_id", "=", dana.id)
    .execute();
  const added = await provider.call(
    webhookAdd,
    { name: "ERP", topics: ["shipments", "invoices"], url: "http://127.0.0.1:1/" },
    { token: dana.token },
  );
  expect(added.code).toBe(200);
  const { code } = await provider.db
    .selectFrom("company")
    .select("code")
    .where("id", "=", dana.companyId)
    .executeTakeFirstOrThrow();
  system = { ...system, customerCode: code };
});
afterAll(() => provider?.stop());

const told = async () =>
  (await provider.db.selectFrom("webhook_event").select("type").orderBy("id").execute()).map(
    ({ type }) => type,
  );

/** Shipments with what happened to them and their invoices. */
async function bring(shipments: Sent[], isFirst: boolean): Promise<void> {
  const options = { token: system.key };
  const answer = await sendShipments(system, shipments, { isFirst });
  expect(answer.data.counts).toMatchObject({ added: shipments.length });
  const milestones = shipments.map(({ houseNumber, sourceReference }) => ({
    sourceReference: `${sourceReference}-E`,
    houseNumber,
    milestone: "Gate in, full",
    classifier: "ACT",
    place: "CNSHA",
    at: "2026-11-20T16:20",
  }));
  const events = await provider.call(
    systemMilestones,
    { records: milestones, isFirst },
    { ...options, key: randomUUID() },
  );
  const invoices = shipments.map(({ houseNumber, sourceReference }) => ({
    sourceReference: `${sourceReference}-I`,
    customer: system.customerCode,
    houseNumber,
    invoiceNumber: `I-${sourceReference}`,
    invoiceDate: "2026-11-20",
    dueDate: "2027-01-20",
    currency: "EUR",
    lines: [{ chargeCode: "OFR", description: "Freight", quantity: 1, unitPrice: "10.00" }],
  }));
  const bills = await provider.call(
    systemInvoices,
    { records: invoices, isFirst },
    { ...options, key: randomUUID() },
  );
  for (const { data } of [events, bills]) expect(data.counts).toMatchObject({ added: shipments.length });
}

test("a first import of many shipments, their milestones and invoices gives webhooks nothing; what comes after it is told once each", {
  tags: "slow",
}, async () => {
  await bring(
    Array.from({ length: 60 }, () => sound(system)),
    true,
  );
  expect(await told()).toEqual([]);
  // What is not a first import is told, also in the same session of the database.
  await bring([sound(system), sound(system)], false);
  expect(await told()).toEqual(["shipment.event", "shipment.event", "invoice.issued", "invoice.issued"]);
});

test("a first import that is sent again with changes stays silent, and the next change of it is told", async () => {
  await provider.db.deleteFrom("webhook_event").execute();
  const one = sound(system);
  await bring([one], true);
  await sendShipments(system, [{ ...one, eta: "2027-01-12" }], { isFirst: true });
  expect(await told()).toEqual([]);
  const event = {
    sourceReference: `${one.sourceReference}-E2`,
    houseNumber: one.houseNumber,
    milestone: "DEPA",
    classifier: "EST",
    place: "CNSHA",
    at: "2026-12-06T10:00",
  };
  await provider.call(systemMilestones, { records: [event] }, { token: system.key, key: randomUUID() });
  expect(await told()).toEqual(["shipment.event"]);
});
