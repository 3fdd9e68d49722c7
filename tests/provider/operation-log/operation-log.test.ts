import { execFile } from "node:child_process";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  bookingChangeState,
  bookingRequestChange,
  bookingSaveDraft,
  bookingSubmit,
} from "#app/contract/booking.ts";
import { quoteAccept, quoteBook, quoteDetail, quotePrice, quoteReject } from "#app/contract/quote.ts";
import { changesBetween } from "#app/provider/operation-log/changes.ts";
import { append, hashOf, type NewEntry } from "#app/provider/operation-log/log.ts";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { content, draft } from "../bookings/fixture.ts";
import { addQuote, customer, desk, option, pricedQuote } from "../quotes/fixture.ts";

describe("changes", () => {
  test.each([
    ["nothing", { a: "1", b: [{ c: "x" }] }, { b: [{ c: "x" }], a: "1" }, []],
    ["a field", { a: "1" }, { a: "2" }, [["a", "1", "2"]]],
    ["empty, null, false and absent are the same", { a: "", b: null, c: false }, { d: undefined, e: [] }, []],
    [
      "a row that is gone",
      { rows: [{ x: "1" }, { x: "2" }] },
      { rows: [{ x: "1" }] },
      [["rows.1.x", "2", null]],
    ],
    [
      "a nested field",
      { p: { name: "A" } },
      { p: { name: "B", isAdded: true } },
      [
        ["p.name", "A", "B"],
        ["p.isAdded", null, "true"],
      ],
    ],
    ["a list of plain values", { goods: ["A"] }, { goods: ["A", "B"] }, [["goods", "A", "A, B"]]],
    [
      "a first entry",
      null,
      { n: 5, s: "x" },
      [
        ["n", null, "5"],
        ["s", null, "x"],
      ],
    ],
  ] as const)("%s", (_, before, after, expected) => {
    const changes = changesBetween(before, after);
    expect(changes.map((change) => [change.path, change.before, change.after])).toEqual(expected);
  });
});

describe("the chains", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startProvider();
  });
  afterAll(() => provider.stop());

  let bookingId: string;
  let bookingNumber: string;
  beforeEach(async () => {
    const dana = await customer(provider);
    await pricedQuote(provider, dana, await desk(provider));
    const made = await draft(provider, dana);
    [bookingId, bookingNumber] = [made.id, made.bookingNumber];
    const { token } = dana;
    const more = { id: bookingId, version: 1, content: content({ marks: '唛头 \\ " 🚢' }) };
    await provider.call(bookingSaveDraft, more, { token });
    await provider.call(bookingSubmit, { id: bookingId, version: 2 }, { token });
  });

  /** Changes a row as a superuser who knows the trigger; undone afterwards. */
  async function tampered<T>(change: string, work: () => Promise<T>): Promise<T> {
    const { connection } = provider.database;
    const admin = new pg.Client(connection);
    await admin.connect();
    try {
      await admin.query("create table kept as select * from operation_log");
      await admin.query("alter table operation_log disable trigger user");
      await admin.query(change, change.includes("$1") ? [bookingId] : []);
      return await work();
    } finally {
      await admin.query("delete from operation_log");
      await admin.query("insert into operation_log select * from kept");
      await admin.query("drop table kept");
      await admin.query("alter table operation_log enable trigger user");
      await admin.end();
    }
  }
  const of = "where subject = 'booking' and subject_id = $1";
  const verify = () => verifyChains(provider.db);

  test("are whole after what people do", async () => {
    const result = await verify();
    expect(result.broken).toBeNull();
    const { rows } = await provider.database.pool.query(
      "select count(*)::int as entries, count(distinct (subject, subject_id))::int as chains from operation_log",
    );
    expect(result).toMatchObject(rows[0]);
    expect(result.entries).toBeGreaterThanOrEqual(5);
  });

  test("are edited by nobody", async () => {
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
  ])("show %s", async (_, change, sequence, reason) => {
    const { broken } = await tampered(change, verify);
    expect(broken).toEqual({ subject: "booking", number: bookingNumber, sequence, reason });
    expect((await verify()).broken).toBeNull();
  });

  /** Changes a row as a person with write access to the tables; undone afterwards. */
  async function withRow<T>(table: string, change: string, id: string, work: () => Promise<T>): Promise<T> {
    const { pool } = provider.database;
    const kept = await pool.query(`select to_jsonb(t) as row from ${table} t where id = $1`, [id]);
    await pool.query(`update ${table} set ${change} where id = $1`, [id]);
    try {
      return await work();
    } finally {
      const columns = Object.keys(kept.rows[0].row)
        .filter((name) => name !== "id")
        .join(", ");
      await pool.query(
        `update ${table} t set (${columns}) = (select ${columns} from jsonb_populate_record(null::${table}, $2)) where id = $1`,
        [id, JSON.stringify(kept.rows[0].row)],
      );
    }
  }

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
    [
      "a price",
      "booking",
      "price_amount = 1, price_currency = 'USD'",
      "bookingPrice.total",
      null,
      "1.00 USD",
    ],
  ])(
    "show %s of a booking that was changed beside its log",
    async (_, table, change, path, logged, stored) => {
      const { broken } = await withRow(table, change, bookingId, verify);
      expect(broken).toEqual({
        ...{ subject: "booking", number: bookingNumber, sequence: 3, reason: "row differs" },
        field: { path, logged, stored },
      });
      expect((await verify()).broken).toBeNull();
    },
  );

  test.each([
    ["a status", "quote", "status = 'REJECTED'", "status", "ACCEPTED", "REJECTED"],
    [
      "a request",
      "quote",
      `request = jsonb_set(request, '{origin}', '"Kobe"')`,
      "origin",
      "Shanghai",
      "Kobe",
    ],
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
  ])("show %s of a quote that was changed beside its log", async (_, table, change, path, logged, stored) => {
    const dana = await customer(provider);
    const { id, optionIds } = await pricedQuote(provider, dana, await desk(provider));
    await provider.call(quoteAccept, { id, optionId: optionIds[0]! }, { token: dana.token });
    expect((await verify()).broken).toBeNull();
    const { broken } = await withRow(table, change, table === "quote" ? id : optionIds[0]!, verify);
    const told = (value: unknown) => (value instanceof RegExp ? expect.stringMatching(value) : value);
    expect(broken).toMatchObject({
      ...{ subject: "quote", reason: "row differs" },
      field: { path, logged: told(logged), stored: told(stored) },
    });
    expect((await verify()).broken).toBeNull();
  });

  test("are whole after every step that a quote and its booking take", async () => {
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
    await provider.call(
      bookingRequestChange,
      { id: booked, kind: "AMEND", text: "x" },
      { token: dana.token },
    );
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

  test("show an entry that was written anew with a sound hash of its own", async () => {
    const { rows } = await provider.database.pool.query(
      `select * from operation_log ${of} and sequence = 1`,
      [bookingId],
    );
    const first = rows[0];
    const forged = hashOf(first.previous_hash, {
      subject: "booking",
      subjectId: bookingId,
      sequence: 1,
      at: first.at,
      actor: { id: first.actor_id, name: "Forged", isForwarder: false },
      action: first.action,
      changes: first.changes,
    });
    const change = `update operation_log set actor_name = 'Forged', hash = '\\x${forged.toString("hex")}' ${of} and sequence = 1`;
    const { broken } = await tampered(change, verify);
    expect(broken).toMatchObject({ number: bookingNumber, sequence: 2, reason: "other before" });
  });

  test("take an entry at their end only", async () => {
    const dana = await customer(provider);
    const subjectId = await addQuote(provider, dana);
    const entry: NewEntry = {
      subject: "quote",
      subjectId,
      actor: { id: dana.id, name: "Pat", isForwarder: false },
      action: "quote.updated",
      changes: [],
      at: new Date(),
    };
    const { log_sequence, log_hash } = await provider.db
      .selectFrom("quote")
      .select(["log_sequence", "log_hash"])
      .where("id", "=", subjectId)
      .executeTakeFirstOrThrow();
    const head = { log_sequence, log_hash };
    await append(provider.db, head, entry);
    await expect(append(provider.db, head, entry)).rejects.toThrow();
    expect((await verify()).broken).toBeNull();
  });

  const command = new URL("../../../app/provider/cli/audit-verify.ts", import.meta.url).pathname;
  async function audit(): Promise<{ status: number; out: string; err: string }> {
    const done = await promisify(execFile)(process.execPath, [command], {
      env: { ...process.env, DATABASE_URL: provider.database.url },
    }).catch((error) => error);
    return { status: done.code ?? 0, out: done.stdout, err: done.stderr };
  }

  test("are walked by npm run audit:verify, which exits with 0, or with 1 and the first broken entry", async () => {
    const { entries, chains } = await verify();
    expect(await audit()).toEqual({
      status: 0,
      out: `${entries} entries in ${chains} logs, every one as it was written\n`,
      err: "",
    });
    const change = `update operation_log set action = 'booking.accepted' ${of} and sequence = 3`;
    const failed = await tampered(change, audit);
    expect(failed).toMatchObject({ status: 1, out: "" });
    expect(failed.err).toContain(`The log of booking ${bookingNumber} is broken at entry 3 (changed)`);
    const differing = await withRow("booking", "status = 'CONFIRMED'", bookingId, audit);
    expect(differing).toMatchObject({ status: 1, out: "" });
    expect(differing.err).toBe(
      `The booking ${bookingNumber} is not what its log says: status is "CONFIRMED", and its log says "SUBMITTED"\n`,
    );
  });
});
