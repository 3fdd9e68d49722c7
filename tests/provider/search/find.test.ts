import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookingSubmit } from "#app/contract/booking.ts";
import { teamCreate } from "#app/contract/message.ts";
import { quoteDetail } from "#app/contract/quote.ts";
import { type SearchHit, searchFind } from "#app/contract/search.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import { makeRole } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { draft } from "../bookings/fixture.ts";
import { invoice, issue } from "../invoices/fixture.ts";
import { conversation } from "../messages/fixture.ts";
import { addQuote, customer, desk, type Somebody, somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
let dana: Somebody;
let rival: Somebody;
let staff: Somebody;
let shipmentId: string;
let booking: Awaited<ReturnType<typeof draft>>;
let quoteNumber: string;

beforeAll(async () => {
  provider = await startProvider();
  const { db } = provider;
  [dana, rival, staff] = [await customer(provider), await customer(provider), await desk(provider)];
  const token = { token: dana.token };
  booking = await draft(provider, dana);
  await provider.call(bookingSubmit, { id: booking.id, version: booking.version }, token);
  await db
    .updateTable("booking")
    .set({ carrier_booking_number: "EBKG 0771-234" })
    .where("id", "=", booking.id)
    .execute();
  const shipment = await makeShipment(db, dana.companyId, {
    house_number: "FLDX-26 0001",
    master_number: "MAEU212345678",
    booking_number: "HB-90-11",
    status: "TRANSIT",
    containers: ["MSKU1234565"],
    poNumbers: ["4500-777", "PO-88"],
  });
  shipmentId = shipment.id;
  await makeShipment(db, rival.companyId, {
    house_number: "RIVALX1",
    poNumbers: ["4500-777"],
    containers: [],
  });
  const quote = await provider.call(quoteDetail, { id: await addQuote(provider, dana) }, token);
  quoteNumber = quote.data.quoteNumber;
  await issue(
    provider,
    staff,
    invoice(dana.companyId, "100", { invoiceNumber: "INV-2026/0042", houseNumber: "FLDX-26 0001" } as object),
  );
  await provider.call(teamCreate, { type: 1, subjectId: shipmentId }, token);
  await conversation(provider, dana, { subject: "Lamps 100% broken_glass" });
});
afterAll(() => provider?.stop());

const find = async (who: Somebody, text: string, limit?: number): Promise<SearchHit[]> => {
  const { code, data } = await provider.call(searchFind, { text, limit }, { token: who.token });
  expect([text, code]).toEqual([text, 200]);
  return data.hits;
};
const kindsOf = (hits: readonly SearchHit[]) => hits.map(({ kind }) => kind);
const shown = (hits: readonly SearchHit[]) =>
  hits.map(({ kind, title, isWhole }) => `${kind} ${title}${isWhole ? "" : " ..."}`);

describe("numbers are found as people paste them", () => {
  test.each([
    ["a house number", "FLDX-26 0001", null],
    ["without its spaces", "fldx260001", null],
    ["in full-width characters", "ＦＬＤＸ－２６　０００１", null],
    ["with a label and a full stop", "H# FLDX-260001.", null],
    ["in quotes", "«FLDX-26 0001»", null],
    ["a master number", "maeu 2123 45678", { kind: "M", text: "MAEU212345678" }],
    ["a container", "MSKU 123456 5", { kind: "CNTR", text: "MSKU1234565" }],
    ["a container with a label", "柜号：MSKU123456-5，", { kind: "CNTR", text: "MSKU1234565" }],
    ["an order", "PO# 4500777", { kind: "PO", text: "4500-777" }],
    ["an order that begins so", "po 88", { kind: "PO", text: "PO-88" }],
    ["a booking number", "hb 9011", { kind: "BKG", text: "HB-90-11" }],
    ["one among others", "Please check MSKU1234565 / ABCU7654321", { kind: "CNTR", text: "MSKU1234565" }],
  ])("%s: %s", async (_, text, number) => {
    const [hit] = await find(dana, text);
    expect(hit).toMatchObject({ kind: "shipment", id: shipmentId, title: "FLDX-26 0001", isWhole: true });
    expect(hit?.number ?? null).toEqual(number);
  });

  test("and by their beginning, of two characters at least", async () => {
    for (const text of ["FL", "fldx-2", "MSKU12", "4500"])
      expect([text, shown(await find(dana, text))[0]]).toEqual([text, "shipment FLDX-26 0001 ..."]);
    expect(await find(dana, "F")).toEqual([]);
  });

  test("a shipment comes with its way and its state", async () => {
    const [hit] = await find(dana, "FLDX260001");
    expect(hit).toEqual({
      kind: "shipment",
      id: shipmentId,
      title: "FLDX-26 0001",
      isWhole: true,
      number: null,
      origin: "Shanghai",
      destination: "Hamburg",
      status: "TRANSIT",
    });
  });

  test("a booking by its number and the carrier's, a quote, an invoice", async () => {
    const own = await find(dana, booking.bookingNumber.toLowerCase().replaceAll("-", " "));
    expect(shown(own)).toContain(`booking ${booking.bookingNumber}`);
    const [byCarrier] = await find(dana, "ebkg0771234");
    expect(byCarrier).toMatchObject({
      kind: "booking",
      title: booking.bookingNumber,
      number: { kind: "BKG", text: "EBKG 0771-234" },
      origin: "Yantian",
      status: "SUBMITTED",
    });
    expect(shown(await find(dana, `${quoteNumber} `))).toContain(`quote ${quoteNumber}`);
    const [bill] = await find(dana, "inv 2026/0042");
    expect(bill).toMatchObject({ kind: "invoice", title: "INV-2026/0042", isWhole: true });
    expect(shown(await find(dana, "inv2026"))).toEqual(["invoice INV-2026/0042 ..."]);
  });

  test("a conversation by its title, and by the numbers of what it is about", async () => {
    expect(shown(await find(dana, "broken_"))).toEqual(["conversation Lamps 100% broken_glass ..."]);
    expect(kindsOf(await find(dana, "FLDX260001"))).toEqual(["shipment", "conversation"]);
    expect(kindsOf(await find(dana, "4500777"))).toEqual(["shipment", "conversation"]);
    // The list of conversations finds none by a container either.
    expect(kindsOf(await find(dana, "MSKU1234565"))).toEqual(["shipment"]);
  });
});

test("whole numbers come first, then the best of each kind in turn", async () => {
  const who = await customer(provider);
  for (let index = 0; index < 12; index++)
    await makeShipment(provider.db, who.companyId, { house_number: `TURN${index}`, containers: [] });
  await issue(provider, staff, invoice(who.companyId, "5", { invoiceNumber: "TURN-B" }));
  const hits = await find(who, "turn");
  expect(hits).toHaveLength(8);
  expect(kindsOf(hits).slice(0, 3)).toEqual(["shipment", "invoice", "shipment"]);
  expect(shown(await find(who, "turn1", 3))).toEqual([
    "shipment TURN1",
    "shipment TURN11 ...",
    "shipment TURN10 ...",
  ]);
});

describe("each person finds what their lists show", () => {
  test("of an order of two companies each its own, and the forwarder both with their names", async () => {
    expect(shown(await find(dana, "4500777"))[0]).toBe("shipment FLDX-26 0001");
    expect(shown(await find(rival, "4500777"))).toEqual(["shipment RIVALX1"]);
    const hits = await find(staff, "4500-777");
    expect(
      hits
        .filter(({ kind }) => kind === "shipment")
        .map(({ title }) => title)
        .sort(),
    ).toEqual(["FLDX-26 0001", "RIVALX1"]);
    expect(hits.every(({ company }) => company?.startsWith("Company C-"))).toBe(true);
    expect((await find(dana, "4500777")).every((hit) => !("company" in hit))).toBe(true);
  });

  test("another company's person nothing, by whatever number", async () => {
    const numbers = ["FLDX260001", "MAEU212345678", "MSKU1234565", "HB9011", "INV-2026/0042", "lamps"];
    for (const text of [...numbers, booking.bookingNumber, quoteNumber, "ebkg0771234"])
      expect([text, await find(rival, text)]).toEqual([text, []]);
  });

  test.each([
    [["SHIPMENTS"], ["shipment", "booking"]],
    [["BOOKING"], ["booking"]],
    [["QUOTES"], ["booking", "quote"]],
    [["BILLING"], ["invoice"]],
    [["MessageCenter"], ["conversation"]],
    [["DASHBOARD", "TRACKING", "ACCOUNT"], []],
  ])("with %s alone: %s", async (rights, kinds) => {
    const who = await somebody(provider, dana.companyId, { role_id: await makeRole(provider.db, rights) });
    const numbers = ["FLDX260001", booking.bookingNumber, quoteNumber, "inv2026/0042", "broken"];
    const hits = (await Promise.all(numbers.map((text) => find(who, text)))).flat();
    expect([...new Set(kindsOf(hits))].sort()).toEqual([...kinds].sort());
  });

  test("a right that is taken away counts from the next call", async () => {
    const role = await makeRole(provider.db, ["SHIPMENTS"]);
    const who = await somebody(provider, dana.companyId, { role_id: role });
    expect(await find(who, "FLDX260001")).toHaveLength(1);
    await provider.db.deleteFrom("role_menu").where("role_id", "=", role).execute();
    expect(await find(who, "FLDX260001")).toEqual([]);
  });

  test("the forwarder no draft that was never submitted, nor what is about it", async () => {
    const hidden = await draft(provider, dana);
    await provider.call(teamCreate, { type: 6, subjectId: hidden.id }, { token: dana.token });
    expect(shown(await find(dana, hidden.bookingNumber))).toEqual([
      `booking ${hidden.bookingNumber}`,
      `conversation ${hidden.bookingNumber}`,
    ]);
    expect(await find(staff, hidden.bookingNumber)).toEqual([]);
    expect(kindsOf(await find(staff, booking.bookingNumber))).toEqual(["booking"]);
  });

  test("what is gone is not found", async () => {
    const { id } = await makeShipment(provider.db, dana.companyId, {
      house_number: "GONE77",
      containers: [],
    });
    expect(await find(dana, "gone77")).toHaveLength(1);
    await provider.db.deleteFrom("shipment").where("id", "=", id).execute();
    expect(await find(dana, "gone77")).toEqual([]);
  });

  test("and nobody without a session", async () => {
    expect((await provider.call(searchFind, { text: "FLDX260001" })).code).not.toBe(200);
  });
});

describe("text that is no number", () => {
  const nothing = [
    "",
    "   ",
    "%",
    "%%",
    "__",
    "_LDX_",
    "\\",
    "\\\\%",
    "'",
    "'; drop table shipment; --",
    '"FLDX',
    "FLDX%0001",
    "\u0000\u0000",
    "🚢🚢",
    "\uD83D",
    "\u202EFLDX\u202C%",
    "()*+?[",
    "x".repeat(200),
  ];
  test.each(nothing)("finds nothing and breaks nothing: %j", async (text) => {
    expect(shown(await find(rival, text))).toEqual([]);
  });

  test("marks of direction are no part of a number", async () => {
    expect(shown(await find(dana, "\u202EFLDX-26\u200F 0001\u202C"))[0]).toBe("shipment FLDX-26 0001");
    expect(shown(await find(dana, "100%"))).toEqual(["conversation Lamps 100% broken_glass ..."]);
  });

  test("longer text is refused", async () => {
    const { code } = await provider.call(searchFind, { text: "x".repeat(10_240) }, { token: dana.token });
    expect(code).toBe(400);
  });
});

test("the database writes keys as the code does", async () => {
  const numbers = ["a-b c", "Ｑ１", "x\u00ADy", "1\u20132\u2212\u2010 3", "4\u00A05\t6", "ﬁ-7", ""];
  const { rows } = await sql<{ key: string }>`
    select number_key(n) as key from unnest(${numbers}::text[]) with ordinality x (n, place) order by place`.execute(
    provider.db,
  );
  expect(rows.map(({ key }) => key)).toEqual(numbers.map(referenceKey));
});
