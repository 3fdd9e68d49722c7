import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bookingChangeState, bookingRequestChange } from "#app/contract/booking.ts";
import { quoteAccept, quoteBook, quoteDetail, quotePrice, quoteReject } from "#app/contract/quote.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { hashOf } from "#app/provider/operation-log/log.ts";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, desk, movableClock, NOW, option, pricedQuote } from "../quotes/fixture.ts";
import { submittedBooking, tampered, withRow } from "./fixture.ts";

const clock = movableClock();
let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider({ now: clock.now });
});
afterAll(() => provider.stop());

let bookingId: string;
let bookingNumber: string;
beforeEach(async () => {
  await pricedQuote(provider, await customer(provider), await desk(provider));
  ({ id: bookingId, bookingNumber } = await submittedBooking(provider));
});

const of = "where subject = 'booking' and subject_id = $1";
const verify = () => verifyChains(provider.db);

test("the chains are whole after what people do", async () => {
  const result = await verify();
  expect(result.broken).toBeNull();
  const { rows } = await provider.database.pool.query(
    "select count(*)::int as entries, count(distinct (subject, subject_id))::int as chains from operation_log",
  );
  expect(result).toMatchObject(rows[0]);
  expect(result.entries).toBeGreaterThanOrEqual(5);
});

test("nobody can edit the chains", async () => {
  const { pool } = provider.database;
  for (const change of [
    `update operation_log set actor_name = 'x' ${of}`,
    `delete from operation_log ${of}`,
    "truncate operation_log",
  ]) {
    const values = change.includes("$1") ? [bookingId] : [];
    await expect(pool.query(change, values)).rejects.toThrow("operation_log is append-only");
  }
});

test.each([
  ["a name", `update operation_log set actor_name = 'Somebody Else' ${of} and sequence = 2`, 2, "changed"],
  ["a time", `update operation_log set at = at + interval '1 ms' ${of} and sequence = 1`, 1, "changed"],
  ["who it was", `update operation_log set is_forwarder = true ${of} and sequence = 3`, 3, "changed"],
  [
    "a value",
    `update operation_log set changes = jsonb_set(changes, '{0,after}', '"x"') ${of} and sequence = 2`,
    2,
    "changed",
  ],
  [
    "an entry and its hash",
    `update operation_log set action = 'x', hash = sha256('x') ${of} and sequence = 2`,
    2,
    "changed",
  ],
  ["an entry gone between", `delete from operation_log ${of} and sequence = 2`, 3, "missing before"],
  ["the first entry gone", `delete from operation_log ${of} and sequence = 1`, 2, "missing before"],
  ["the last entry gone", `delete from operation_log ${of} and sequence = 3`, 2, "missing after"],
  ["all entries gone", `delete from operation_log ${of}`, 0, "missing after"],
])("the chains show %s", async (_, change, sequence, reason) => {
  const { broken } = await tampered(provider, bookingId, change, verify);
  expect(broken).toEqual({ subject: "booking", number: bookingNumber, sequence, reason });
  expect((await verify()).broken).toBeNull();
});

test.each([
  ["a status", "booking", "status = 'CONFIRMED'", "status", "SUBMITTED", "CONFIRMED"],
  [
    "a content",
    "booking",
    `content = jsonb_set(content, '{cargo,0,weight}', '"1"')`,
    "cargo.0.weight",
    "1250",
    "1",
  ],
  ["a price", "booking", "price_amount = 1, price_currency = 'USD'", "bookingPrice.total", null, "1.00 USD"],
])(
  "the chains show %s of a booking that was changed beside its log",
  async (_, table, change, path, logged, stored) => {
    const { broken } = await withRow(provider, table, bookingId, change, verify);
    expect(broken).toEqual({
      subject: "booking",
      number: bookingNumber,
      sequence: 3,
      reason: "row differs",
      field: { path, logged, stored },
    });
    expect((await verify()).broken).toBeNull();
  },
);

test.each([
  ["a status", "quote", "status = 'REJECTED'", "status", "ACCEPTED", "REJECTED"],
  ["a request", "quote", `request = jsonb_set(request, '{origin}', '"Kobe"')`, "origin", "Shanghai", "Kobe"],
  ["a total", "quote_option", "total = 1", "options.0.total", "822.60 USD", "1.00 USD"],
  [
    "a line",
    "quote_option",
    `lines = jsonb_set(lines, '{0,amount}', '"1"')`,
    "options.0.lines.0.amount",
    "822.60",
    "1",
  ],
  [
    "a valid-until",
    "quote",
    "valid_until = valid_until + interval '1 day'",
    "acceptedOption.validUntil",
    /./,
    /./,
  ],
])(
  "the chains show %s of a quote that was changed beside its log",
  async (_, table, change, path, logged, stored) => {
    const dana = await customer(provider);
    const { id, optionIds } = await pricedQuote(provider, dana, await desk(provider));
    await provider.call(quoteAccept, { id, optionId: optionIds[0]! }, { token: dana.token });
    expect((await verify()).broken).toBeNull();
    const { broken } = await withRow(provider, table, table === "quote" ? id : optionIds[0]!, change, verify);
    const told = (value: unknown) => (value instanceof RegExp ? expect.stringMatching(value) : value);
    expect(broken).toMatchObject({
      subject: "quote",
      reason: "row differs",
      field: { path, logged: told(logged), stored: told(stored) },
    });
    expect((await verify()).broken).toBeNull();
  },
);

test("the chains are whole after every step that a quote and its booking take", async () => {
  const dana = await customer(provider);
  const staff = await desk(provider);
  const { id } = await pricedQuote(provider, dana, staff);
  await provider.call(
    quotePrice,
    { id, options: [option({ total: "700.00" }), option()] },
    { token: staff.token },
  );
  const optionId = (await provider.call(quoteDetail, { id }, { token: dana.token })).data.options![1]!.id;
  const { bookingId: booked } = (await provider.call(quoteBook, { id, optionId }, { token: dana.token }))
    .data;
  await provider.call(bookingRequestChange, { id: booked, kind: "AMEND", text: "x" }, { token: dana.token });
  await provider.call(
    bookingChangeState,
    { id: booked, version: 1, action: "cancel" },
    { token: dana.token },
  );
  await provider.call(quoteBook, { id, optionId }, { token: dana.token });
  const rejected = await pricedQuote(provider, dana, staff);
  await provider.call(quoteReject, { id: rejected.id, reason: "Too slow" }, { token: dana.token });
  expect((await verify()).broken).toBeNull();
});

/** Makes a change of the entry's name, with the hash that the entry then has; `$1` is the booking. */
async function forgedEntry(sequence: number): Promise<string> {
  const { rows } = await provider.database.pool.query(
    `select * from operation_log ${of} and sequence = ${sequence}`,
    [bookingId],
  );
  const entry = rows[0];
  const hash = hashOf(entry.previous_hash, {
    subject: "booking",
    subjectId: bookingId,
    sequence,
    at: entry.at,
    actor: { id: entry.actor_id, name: "Forged", isForwarder: false },
    action: entry.action,
    changes: entry.changes,
  });
  return `update operation_log set actor_name = 'Forged', hash = '\\x${hash.toString("hex")}' ${of} and sequence = ${sequence}`;
}

test.each([
  ["an entry", 1, 2, "other before"],
  ["the last entry", 3, 3, "changed"],
])(
  "the chains show %s that was written anew with a sound hash of its own",
  async (_, forged, sequence, reason) => {
    const { broken } = await tampered(provider, bookingId, await forgedEntry(forged), verify);
    expect(broken).toEqual({ subject: "booking", number: bookingNumber, sequence, reason });
  },
);

test("the chains show that the last of them has lost its end", async () => {
  const change = `delete from operation_log l where subject = 'quote' and sequence = 2
    and subject_id = (select max(id) from quote)`;
  const { rows } = await provider.database.pool.query(
    "select quote_number as number from quote order by id desc limit 1",
  );
  const { broken } = await tampered(provider, bookingId, change, verify);
  expect(broken).toEqual({ subject: "quote", ...rows[0], sequence: 1, reason: "missing after" });
});

test("the chains show entries of a booking that is not there", async () => {
  const change = `update operation_log set subject_id = 999999 ${of}`;
  const { broken } = await tampered(provider, bookingId, change, verify);
  expect(broken).toEqual({ subject: "booking", number: "999999", sequence: 1, reason: "subject gone" });
});

test.each([1, 2, 3])("the chains are walked alike when a batch ends after %d entries", async (batch) => {
  const inBatches = () => verifyChains(provider.db, batch);
  const whole = await verify();
  expect(whole.broken).toBeNull();
  expect(await inBatches()).toEqual(whole);
  const cut = `delete from operation_log ${of} and sequence = 3`;
  expect((await tampered(provider, bookingId, cut, inBatches)).broken).toMatchObject({
    number: bookingNumber,
    sequence: 2,
    reason: "missing after",
  });
  const { broken } = await withRow(provider, "booking", bookingId, "status = 'CONFIRMED'", inBatches);
  expect(broken).toMatchObject({ number: bookingNumber, sequence: 3, reason: "row differs" });
});

test("the chains are whole after a price that was accepted, ran out and came anew", async () => {
  const [dana, staff] = [await customer(provider), await desk(provider)];
  const { id, optionIds } = await pricedQuote(provider, dana, staff);
  const accept = { id, optionId: optionIds[0]! };
  expect((await provider.call(quoteAccept, accept, { token: dana.token })).code).toBe(200);
  clock.forward(8 * DAY_MS);
  const options = [option({ from: clock.now(), total: "900.00" })];
  expect((await provider.call(quotePrice, { id, options }, { token: staff.token })).code).toBe(200);
  clock.set(NOW);
  expect((await verify()).broken).toBeNull();
});
