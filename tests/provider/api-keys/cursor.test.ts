import { afterAll, beforeAll, expect, it } from "vitest";
import type { z } from "zod";
import { addressList } from "#app/contract/address.ts";
import { analyticsShipments } from "#app/contract/analytics.ts";
import { callsOfScope, customerScopes } from "#app/contract/api-key-code.ts";
import { signIn } from "#app/contract/auth.ts";
import { bookingList } from "#app/contract/booking.ts";
import { templateList } from "#app/contract/booking-template.ts";
import { deliveryList } from "#app/contract/delivery.ts";
import { documentList } from "#app/contract/document.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { invoiceList } from "#app/contract/invoice.ts";
import { quoteList } from "#app/contract/quote.ts";
import { shipmentList } from "#app/contract/shipment.ts";
import { trackingList, trackingOrders } from "#app/contract/tracking.ts";
import { endpoints } from "#tests/support/endpoints.ts";
import { DEMO_PASSWORD, startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";

let provider: TestProvider;
let token: string;
let companyId: string;
beforeAll(async () => {
  provider = await startProvider({ demo: true });
  const answer = await provider.call(signIn, { userName: "demo", password: DEMO_PASSWORD });
  token = answer.data.token;
  const { company_id } = await provider.db
    .selectFrom("app_user")
    .select("company_id")
    .where("user_name", "=", "demo")
    .executeTakeFirstOrThrow();
  companyId = company_id;
});
afterAll(() => provider?.stop());

interface Page {
  rows: Record<string, unknown>[];
  total: number;
  nextCursor?: string | null;
}
type Input = Record<string, unknown>;

async function ask(endpoint: Endpoint, input: Input): Promise<Page> {
  const answer = await provider.call(endpoint as Endpoint<z.ZodType, z.ZodType<Page>>, input, { token });
  if (answer.code !== 200) throw new Error(`${endpoint.name} ${answer.code} ${answer.message}`);
  return answer.data;
}

/** All rows by cursor; `between` happens after each page. */
async function sweep(
  endpoint: Endpoint,
  input: Input,
  between?: (page: number) => Promise<unknown>,
): Promise<Page["rows"]> {
  const rows: Page["rows"] = [];
  let cursor: string | null | undefined = "";
  for (let page = 1; typeof cursor === "string"; page++) {
    if (page > 1_000) throw new Error(`${endpoint.name} does not end`);
    const answer: Page = await ask(endpoint, { ...input, cursor });
    expect(answer.nextCursor).not.toBeUndefined();
    rows.push(...answer.rows);
    cursor = answer.nextCursor;
    await between?.(page);
  }
  return rows;
}

const lists: [Endpoint, Input, (row: Record<string, unknown>) => unknown][] = [
  [shipmentList, {}, (row) => row.id],
  [shipmentList, { status: "TRANSIT" }, (row) => row.id],
  [trackingList, {}, (row) => row.id],
  [trackingOrders, {}, (row) => row.poNumber],
  [deliveryList, {}, (row) => row.id],
  [quoteList, {}, (row) => row.id],
  [bookingList, {}, (row) => row.id],
  [templateList, {}, (row) => row.id],
  [documentList, {}, (row) => row.id],
  [invoiceList, {}, (row) => row.id],
  [addressList, {}, (row) => row.id],
];

it("is taken by every list that a customer's key opens", () => {
  const open = new Set(customerScopes.flatMap((scope) => callsOfScope[scope]));
  const takes = (field: string) =>
    endpoints
      .filter(
        ({ name, request }) => open.has(name) && "shape" in request && field in (request.shape as object),
      )
      .map(({ name }) => name)
      .sort();
  expect(takes("cursor")).toEqual(takes("pageSize"));
  const tried = new Set([...lists.map(([{ name }]) => name), analyticsShipments.name]);
  expect([...tried].sort()).toEqual(takes("cursor"));
});

it.each(lists.map((list) => [list[0].name, ...list] as const))(
  "gives each row of %s once, as pages by number do",
  async (_, endpoint, input, keyOf) => {
    const bySize = new Set<unknown>();
    let total = 0;
    for (let page = 1; ; page++) {
      const answer = await ask(endpoint, { ...input, page, pageSize: 100 });
      expect(answer).not.toHaveProperty("nextCursor");
      for (const row of answer.rows) bySize.add(keyOf(row));
      total = answer.total;
      if (answer.rows.length < 100) break;
    }
    const pageSize = Math.max(1, Math.ceil(total / 4));
    const keys = (await sweep(endpoint, { ...input, pageSize: Math.min(pageSize, 100) })).map(keyOf);
    expect(keys.length).toBeGreaterThan(0);
    expect(new Set(keys).size).toBe(keys.length);
    // Pages by number end at ten thousand rows.
    for (const key of bySize) expect(keys).toContain(key);
    if (total < 1_000) expect(keys.length).toBe(total);
  },
);

it("misses and repeats nothing that changes meanwhile", async () => {
  const before = (await sweep(shipmentList, { pageSize: 100 })).map(({ id }) => id);
  const changed = await sweep(
    shipmentList,
    { pageSize: 40, sort: "updated", direction: "desc" },
    async (page) => {
      // What was changed comes first in the list's own order, and what is new is at its beginning.
      await provider.db
        .updateTable("shipment")
        .set({ updated_at: new Date(Date.now() + page * 1_000) })
        .where("company_id", "=", companyId)
        .where("id", "in", before.slice(-page * 3).map(String))
        .execute();
      if (page < 4) await makeShipment(provider.db, companyId, { house_number: `000NEW${page}` });
    },
  );
  const ids = changed.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(before));
});

it("gives the shipments behind a number of a report", async () => {
  const now = new Date();
  const month = (back: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7);
  const report = { monthFrom: month(11), monthTo: month(0), pageSize: 7 };
  const rows = await sweep(analyticsShipments, report);
  expect(rows.length).toBeGreaterThan(14);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

it("refuses what is no cursor of the list, in the caller's language", async () => {
  const first = await ask(bookingList, { cursor: "", pageSize: 1 });
  expect(first.nextCursor).toEqual(expect.any(String));
  const wrong = [
    "x",
    "0",
    "....",
    "'; drop table booking",
    "A".repeat(10_000),
    Buffer.from("bookings:").toString("base64url"),
    Buffer.from("bookings:99999999999999999999999").toString("base64url"),
    Buffer.from("bookings:1 or 1=1").toString("base64url"),
  ];
  for (const [endpoint, cursor] of [
    ...wrong.map((text) => [bookingList, text] as const),
    ...wrong.map((text) => [shipmentList, text] as const),
    ...wrong.map((text) => [trackingOrders, text] as const),
    [quoteList, first.nextCursor!] as const,
    [addressList, first.nextCursor!] as const,
  ]) {
    const answer = await provider.call(endpoint as Endpoint, { cursor }, { token, language: "zh" });
    expect(answer.code).toBe(400);
    expect(answer.data).toMatchObject({ fields: [{ path: "cursor" }] });
    expect((answer.data as { fields: { message: string }[] }).fields[0]!.message).toMatch(/\p{Script=Han}/u);
  }
  const beyond = Buffer.from("bookings:999999999999999999").toString("base64url");
  expect(await ask(bookingList, { cursor: beyond })).toMatchObject({ rows: [], nextCursor: null });
});
