import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { addressList } from "#app/contract/address.ts";
import {
  type BookingContent,
  bookingChangeState,
  bookingContent,
  bookingDetail,
  bookingList,
  bookingOptions,
  bookingRequestChange,
  bookingSaveDraft,
  bookingStart,
  bookingSubmit,
  bookingUpdate,
} from "#app/contract/booking.ts";
import { bookingAnswerChange, bookingDecide } from "#app/contract/booking-desk.ts";
import {
  templateDetail,
  templateList,
  templateRemove,
  templateSave,
} from "#app/contract/booking-template.ts";
import { noticeList } from "#app/contract/notification.ts";
import { quoteBook, quoteDetail } from "#app/contract/quote.ts";
import { shipmentDetail } from "#app/contract/shipment.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import {
  customer,
  desk,
  movableClock,
  NOW,
  pricedQuote,
  type Somebody,
  somebody,
} from "../quotes/fixture.ts";
import { content, draft, line } from "./fixture.ts";

const clock = movableClock();
let provider: TestProvider;
let staff: Somebody;
beforeAll(async () => {
  provider = await startProvider({ now: clock.now });
  staff = await desk(provider);
});
beforeEach(() => clock.set(NOW));
afterAll(() => provider.stop());

const detailOf = async (id: string, { token }: Somebody) =>
  (await provider.call(bookingDetail, { id }, { token })).data;
const submit = (id: string, version: number, { token }: Somebody, key?: string) =>
  provider.call(bookingSubmit, { id, version }, { token, key });
const decide = (id: string, action: "accept" | "decline" | "confirm", who = staff, reason = "") =>
  provider.call(
    bookingDecide,
    { id, action, reason, carrierBookingNumber: action === "confirm" ? "MAEU-77001" : "" },
    { token: who.token },
  );
const change = (id: string, version: number, action: "recall" | "cancel", { token }: Somebody) =>
  provider.call(bookingChangeState, { id, version, action }, { token });
const update = (
  id: string,
  version: number,
  action: "update" | "amend",
  given: Partial<BookingContent>,
  { token }: Somebody,
) => provider.call(bookingUpdate, { id, version, action, content: content(given) }, { token });
const saveFirst = (draftKey: string, editor: string, given: Partial<BookingContent>, { token }: Somebody) =>
  provider.call(
    bookingSaveDraft,
    { id: null, version: null, draftKey, editor, content: content(given) },
    { token },
  );
const saveAs = (
  editor: string,
  { id, version, base, ...given }: Partial<BookingContent> & { id: string; version: number; base?: number },
  { token }: Somebody,
) => provider.call(bookingSaveDraft, { id, version, base, editor, content: content(given) }, { token });
const save = (
  id: string | null,
  version: number | null,
  given: BookingContent,
  { token }: Somebody,
  key?: string,
) => provider.call(bookingSaveDraft, { id, version, content: given }, { token, key });

test("the forwarder's answers are mailed to whoever submitted, in their language, and to nobody else", async () => {
  const dana = await customer(provider);
  const chen = await somebody(provider, dana.companyId, { name: "陈静", language_preference: "zh" });
  const begun = await draft(provider, dana);
  await submit(begun.id, begun.version, chen);
  await decide(begun.id, "accept");
  await decide(begun.id, "confirm");
  const mails = await provider.db
    .selectFrom("mail_outbox")
    .select(["subject", "body"])
    .where("recipient", "=", chen.email)
    .orderBy("id")
    .execute();
  expect(mails.map(({ subject }) => subject)).toEqual([
    `您的订舱 ${begun.bookingNumber} 已被接受`,
    `您的订舱 ${begun.bookingNumber} 已确认`,
  ]);
  expect(mails[0]?.body).toContain(`/shipments/bookingDetail/${begun.id}\n`);
  const others = provider.db.selectFrom("mail_outbox").select("id").where("recipient", "=", dana.email);
  expect(await others.execute()).toEqual([]);
});

test("a declined booking is cancelled with its reason, frees its quote, and who submitted it is told", async () => {
  const dana = await customer(provider);
  const chen = await somebody(provider, dana.companyId, { language_preference: "zh" });
  const quote = await pricedQuote(provider, dana, staff);
  const { data: booked } = await provider.call(
    quoteBook,
    { id: quote.id, optionId: quote.optionIds[0]! },
    { token: dana.token },
  );
  const saved = await save(booked.bookingId, 1, content(), dana);
  await submit(booked.bookingId, saved.data.version, chen);
  const silent = await decide(booked.bookingId, "decline");
  expect(silent).toMatchObject({ code: 400, data: { fields: [{ path: "reason" }] } });
  expect((await decide(booked.bookingId, "decline", dana, "No")).code).toBe(403);
  expect((await decide(booked.bookingId, "decline", staff, "No space in week 49")).code).toBe(200);
  const { status, bookingNumber, log } = await detailOf(booked.bookingId, dana);
  expect(status).toBe("CANCELLED");
  expect(log.at(-1)).toMatchObject({ action: "booking.declined" });
  expect(log.at(-1)!.changes).toContainEqual({
    path: "decline.reason",
    before: null,
    after: "No space in week 49",
  });
  const again = await provider.call(quoteDetail, { id: quote.id }, { token: dana.token });
  expect(again.data.booking).toBeNull();
  const news = await provider.call(noticeList, {}, { token: chen.token });
  expect(news.data.rows[0]).toMatchObject({
    kind: "bookingDeclined",
    path: `/shipments/bookingDetail/${booked.bookingId}`,
  });
  const mail = await provider.db
    .selectFrom("mail_outbox")
    .select(["subject", "body"])
    .where("recipient", "=", chen.email)
    .executeTakeFirstOrThrow();
  expect(mail.subject).toBe(`您的订舱 ${bookingNumber} 被拒绝`);
  expect(mail.body).toContain("No space in week 49");
  expect((await decide(booked.bookingId, "decline", staff, "Again")).code).toBe(409);
});

test("a change request is answered once, on the booking's page and to who asked", async () => {
  const dana = await customer(provider);
  const colleague = await somebody(provider, dana.companyId);
  const { id } = await draft(provider, dana);
  await submit(id, 1, dana);
  await decide(id, "accept");
  await provider.call(
    bookingRequestChange,
    { id, kind: "AMEND", text: "Two more cartons" },
    { token: colleague.token },
  );
  const [asked] = (await detailOf(id, staff)).changeRequests;
  const other = await draft(provider, dana);
  await submit(other.id, 1, dana);
  const answer = (bookingId: string, text: string) =>
    provider.call(
      bookingAnswerChange,
      { id: bookingId, requestId: asked!.id, isGranted: "false", text },
      { token: staff.token },
    );
  expect((await answer(other.id, "Not this booking's")).code).toBe(404);
  expect((await answer(id, "The container is full")).code).toBe(200);
  expect(await answer(id, "Again")).toMatchObject({
    code: 409,
    message: "Desk Person has answered this change request already",
  });
  const { changeRequests, log } = await detailOf(id, dana);
  expect(changeRequests[0]!.answer).toMatchObject({ isGranted: false, text: "The container is full" });
  expect(log.at(-1)).toMatchObject({ action: "booking.changeRefused" });
  const told = async (who: Somebody) =>
    (await provider.call(noticeList, {}, { token: who.token })).data.rows.map(({ kind }) => kind);
  expect(await told(colleague)).toEqual(["changeAnswered"]);
  expect(await told(dana)).not.toContain("changeAnswered");
});

describe("a draft", () => {
  test("is saved with whatever is filled, as it was typed", async () => {
    const dana = await customer(provider);
    const typed = bookingContent.parse({
      origin: " shanghai ",
      cargo: [line({ weight: "12,5o", pieces: "" })],
    });
    const { data } = await save(null, null, typed, dana);
    expect(data).toMatchObject({ version: 1, savedAt: "2026-11-20 12:00:00" });
    expect(data.bookingNumber).toMatch(/^BK-2611-\d{6}$/);
    expect(await detailOf(data.id, dana)).toMatchObject({
      status: "DRAFT",
      actions: ["saveDraft", "submit", "cancel"],
      content: typed,
      createdBy: "Pat Example",
      attachments: [],
      shipment: null,
      quote: null,
      bookingPrice: null,
    });
  });

  test("grows by what changes, and a save of the same again is no change", async () => {
    const dana = await customer(provider);
    const { id } = await draft(provider, dana);
    clock.forward(5_000);
    const more = content({
      marks: "N/M",
      cargo: [line(), line({ poNumber: "4500012346", skuNumber: "LAMP-02" })],
    });
    expect((await save(id, 1, more, dana)).data.version).toBe(2);
    expect((await save(id, 1, more, dana)).data).toMatchObject({
      version: 2,
      savedAt: "2026-11-20 12:00:05",
    });
    const { log } = await detailOf(id, dana);
    expect(log.map(({ action }) => action)).toEqual(["booking.drafted", "booking.edited"]);
    expect(log[1]!.changes).toEqual(
      expect.arrayContaining([
        { path: "marks", before: null, after: "N/M" },
        { path: "cargo.1.poNumber", before: null, after: "4500012346" },
      ]),
    );
  });

  test("in two tabs: the second save gets both versions, and nothing is overwritten", async () => {
    const dana = await customer(provider);
    const eve = await somebody(provider, dana.companyId, { name: "Eve Other" });
    const { id } = await draft(provider, dana);
    expect((await save(id, 1, content({ marks: "Eve's" }), eve)).code).toBe(200);
    const late = await save(id, 1, content({ marks: "Dana's" }), dana);
    expect(late).toMatchObject({
      status: 200,
      code: 409,
      message: "Eve Other has changed this booking meanwhile; nothing was overwritten",
      data: {
        status: "DRAFT",
        conflict: { version: 2, content: { marks: "Eve's" }, updatedBy: "Eve Other" },
      },
    });
    expect((await save(id, null, content({ marks: "Dana's" }), dana)).code).toBe(409);
    expect((await submit(id, 1, dana)).code).toBe(409);
    expect((await detailOf(id, dana)).content.marks).toBe("Eve's");
  });

  test("whose first answer is lost and that was edited elsewhere is not overwritten by its first save again", async () => {
    const dana = await customer(provider);
    const first = (marks: string) => saveFirst("key-1", "tab-1", { marks }, dana);
    const { id } = (await first("N/M")).data;
    const elsewhere = await save(id, 1, content({ marks: "Edited elsewhere" }), dana);
    expect(elsewhere.code).toBe(200);
    const again = await first("N/M");
    expect(again.data).toMatchObject({ version: 2, merged: { marks: "Edited elsewhere" } });
    expect(await first("Mine")).toMatchObject({
      code: 409,
      message: "You have changed this booking in another of your windows; nothing was overwritten",
      data: { conflict: { id, version: 2, isOwn: true, fields: ["marks"] } },
    });
    expect((await detailOf(id, dana)).content.marks).toBe("Edited elsewhere");
  });

  test("accepts the next save of the same form after a lost answer, if nobody else saved", async () => {
    const dana = await customer(provider);
    const { id } = (await saveFirst("key-1", "tab-1", { marks: "1" }, dana)).data;
    expect((await saveFirst("key-1", "tab-1", { marks: "12" }, dana)).data).toMatchObject({
      version: 2,
      merged: null,
    });
    expect((await saveFirst("key-1", "tab-1", { marks: "123" }, dana)).data).toMatchObject({
      id,
      version: 3,
    });
    // Also with the earlier version, when the answer to the last save was lost.
    const lost = await saveAs("tab-1", { id, version: 2, marks: "1234" }, dana);
    expect(lost.data).toMatchObject({ version: 4, merged: null });
  });

  test("of two colleagues of one name belongs to each by himself", async () => {
    const one = await customer(provider);
    const other = await somebody(provider, one.companyId, { name: "Pat Example" });
    const { id } = (await saveFirst("key-1", "tab-1", { marks: "One's" }, one)).data;
    expect((await save(id, 1, content({ marks: "Other's" }), other)).code).toBe(200);
    expect(await saveFirst("key-1", "tab-1", { marks: "One's again" }, one)).toMatchObject({
      code: 409,
      message: "Pat Example has changed this booking meanwhile; nothing was overwritten",
      data: { conflict: { isOwn: false } },
    });
    expect((await saveFirst("key-1", "tab-2", { marks: "Empty form, same key" }, one)).code).toBe(409);
    expect((await detailOf(id, one)).content.marks).toBe("Other's");
  });

  test("merges changes in different fields, and answers both versions where both changed one", async () => {
    const dana = await customer(provider);
    const eve = await somebody(provider, dana.companyId, { name: "Eve Other" });
    const { id } = await draft(provider, dana, { cargo: [line(), line({ poNumber: "2" })] });
    const rows = (first: string, second: string) => [line({ poNumber: first }), line({ poNumber: second })];
    const before = line().poNumber;
    await saveAs("eve", { id, version: 1, marks: "Eve's", cargo: rows(before, "2 by Eve") }, eve);
    const both = await saveAs(
      "dana",
      { id, version: 1, origin: "Shekou", cargo: rows("1 by Dana", "2") },
      dana,
    );
    expect(both.data).toMatchObject({ version: 3, merged: { marks: "Eve's", origin: "Shekou" } });
    expect((await detailOf(id, dana)).content).toMatchObject({
      marks: "Eve's",
      origin: "Shekou",
      cargo: [{ poNumber: "1 by Dana" }, { poNumber: "2 by Eve" }],
    });
    // From version 1 again, by a third form: both have changed the origin; the marks are its own earlier
    // ones.
    const late = { id, version: 1, origin: "Nansha", destination: "Oakland", cargo: rows(before, "2") };
    const told = await saveAs("late", late, eve);
    expect(told).toMatchObject({ code: 409, data: { conflict: { version: 3, fields: ["origin"] } } });
    const kept = await saveAs("late", { ...late, version: 3, base: 1 }, eve);
    expect(kept.data).toMatchObject({ version: 4 });
    expect((await detailOf(id, dana)).content).toMatchObject({
      marks: "Eve's",
      origin: "Nansha",
      destination: "Oakland",
      cargo: [{ poNumber: "1 by Dana" }, { poNumber: "2 by Eve" }],
    });
  });

  test("notifies the consignee of the day, also when one changed the consignee and another wished that", async () => {
    const dana = await customer(provider);
    const eve = await somebody(provider, dana.companyId, { name: "Eve Other" });
    const { consignee } = content();
    const { id } = await draft(provider, dana);
    const other = { ...consignee, name: "Another consignee", isAddedToAddressBook: true };
    await saveAs("eve", { id, version: 1, consignee: other }, eve);
    const both = await saveAs("dana", { id, version: 1, hasConsigneeAsNotifyParty: true }, dana);
    expect(both.data).toMatchObject({ version: 3, merged: { notifyParty: { name: "Another consignee" } } });
    const stored = (await detailOf(id, dana)).content;
    expect(stored).toMatchObject({ consignee: other, hasConsigneeAsNotifyParty: true });
    // The address book gets the consignee once.
    expect(stored.notifyParty).toEqual({ ...other, isAddedToAddressBook: false });
    const submitted = await provider.call(bookingSubmit, { id, version: 3 }, { token: dana.token });
    expect(submitted.code).toBe(200);
  });

  test("whose former contents were purged shows both versions, and merges nothing", async () => {
    const dana = await customer(provider);
    const { id } = await draft(provider, dana);
    await saveAs("other", { id, version: 1, marks: "Other" }, dana);
    await provider.db.deleteFrom("content_save").where("subject_id", "=", id).execute();
    await saveAs("other", { id, version: 2, marks: "Other", origin: "Shekou" }, dana);
    const late = await saveAs("mine", { id, version: 1, destination: "Oakland" }, dana);
    expect(late.data).toMatchObject({ conflict: { fields: ["origin", "destination", "marks"] } });
  });

  test("that was submitted and recalled meanwhile is as it was typed over", async () => {
    const dana = await customer(provider);
    const { id } = await draft(provider, dana);
    await submit(id, 1, dana);
    await change(id, 2, "recall", dana);
    expect((await saveAs("mine", { id, version: 1, marks: "Mine" }, dana)).data).toMatchObject({
      version: 4,
      merged: null,
    });
  });

  test("is not overwritten by 'keep mine' over a version that was replaced since", async () => {
    const dana = await customer(provider);
    const { id } = await draft(provider, dana);
    await saveAs("other", { id, version: 1, marks: "Other", origin: "Shekou" }, dana);
    const told = await saveAs("mine", { id, version: 1, marks: "Mine" }, dana);
    expect(told.data).toMatchObject({ conflict: { version: 2, fields: ["marks"] } });
    await saveAs("other", { id, version: 2, marks: "Other again", origin: "Shekou" }, dana);
    // The button still has version 2. The origin was never shown as different, and stays.
    const late = await saveAs("mine", { id, version: 2, base: 1, marks: "Mine" }, dana);
    expect(late).toMatchObject({ code: 409, data: { conflict: { version: 3, fields: ["marks"] } } });
    await saveAs("mine", { id, version: 3, base: 1, marks: "Mine" }, dana);
    expect((await detailOf(id, dana)).content).toMatchObject({ marks: "Mine", origin: "Shekou" });
  });

  test("distinguishes a form's own changes after its save was merged", async () => {
    const dana = await customer(provider);
    const { id } = await draft(provider, dana);
    const type = (given: Partial<BookingContent>) => saveAs("mine", { id, version: 1, ...given }, dana);
    await saveAs("other", { id, version: 1, marks: "Other" }, dana);
    expect((await type({ origin: "Sh" })).data.merged).toMatchObject({ marks: "Other", origin: "Sh" });
    // It still has version 1 and the marks of that version.
    expect((await type({ origin: "Shekou" })).data).toMatchObject({ version: 4, merged: { marks: "Other" } });
    await saveAs("other", { id, version: 4, marks: "Other again", origin: "Shekou" }, dana);
    expect((await type({ origin: "Shekou", destination: "Oakland" })).data).toMatchObject({
      merged: { marks: "Other again", origin: "Shekou", destination: "Oakland" },
    });
    expect(await type({ origin: "Shekou", destination: "Oakland", marks: "Mine" })).toMatchObject({
      code: 409,
      data: { conflict: { fields: ["marks"] } },
    });
  });

  test("that was submitted merges changes of forms with earlier versions", async () => {
    const dana = await customer(provider);
    const { id } = await draft(provider, dana);
    await submit(id, 1, dana);
    expect((await update(id, 2, "update", { marks: "N/M" }, dana)).code).toBe(200);
    expect((await update(id, 2, "amend", { origin: "Shekou" }, dana)).data).toMatchObject({
      version: 4,
      merged: { marks: "N/M", origin: "Shekou" },
    });
    expect((await update(id, 2, "amend", { marks: "M/N" }, dana)).data).toMatchObject({
      conflict: { fields: ["marks"], isOwn: true },
    });
  });

  test("of two saves at once from one version one wins", async () => {
    const dana = await customer(provider);
    const { id } = await draft(provider, dana);
    const answers = await Promise.all(
      ["one", "two", "three"].map((marks) => save(id, 1, content({ marks }), dana)),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
  });
});

describe("a submission", () => {
  test("of an incomplete draft comes back with the path of every field, in the caller's language", async () => {
    const dana = await customer(provider);
    const { id } = await draft(provider, dana, {
      incoterms: "DAT",
      consignee: { ...content().consignee, address: "18  keji road, NANSHAN" },
      cargo: [line(), line({ weight: "" })],
      goodsDescription: "x".repeat(501),
      requestedDate: "2026-11-30",
    });
    const refused = await provider.call(
      bookingSubmit,
      { id, version: 1 },
      { token: dana.token, language: "zh" },
    );
    expect(refused.code).toBe(400);
    expect((refused.data as unknown as { fields: object[] }).fields).toEqual([
      { path: "incoterms", message: "不是 Incoterms 2020 中的术语" },
      { path: "consignee.address", message: "发货人地址与收货人地址不能相同" },
      { path: "goodsDescription", message: "不应超过 500 个字符" },
      { path: "cargo.1.poNumber", message: "PO 号已存在" },
      { path: "cargo.1.skuNumber", message: "SKU 号已存在" },
      { path: "cargo.1.weight", message: "不能为空" },
      { path: "requestedDate", message: "不应早于货物备妥日期" },
    ]);
    expect((await detailOf(id, dana)).status).toBe("DRAFT");
  });

  test("goes to the forwarder, who accepts and confirms it", async () => {
    const dana = await customer(provider);
    const { id, bookingNumber } = await draft(provider, dana);
    expect((await submit(id, 1, dana)).data).toEqual({ id, bookingNumber });
    expect(await detailOf(id, dana)).toMatchObject({
      status: "SUBMITTED",
      version: 2,
      submittedAt: "2026-11-20 12:00:00",
      actions: ["update", "amend", "recall", "cancel"],
    });
    expect((await detailOf(id, staff)).actions).toEqual(["accept", "decline"]);
    expect((await decide(id, "confirm")).message).toBe("This booking has been submitted");
    expect((await decide(id, "accept", dana)).code).toBe(403);
    expect((await decide(id, "accept")).code).toBe(200);
    expect((await decide(id, "accept")).message).toBe("This booking has been accepted");
    expect((await decide(id, "confirm")).code).toBe(200);
    const detail = await detailOf(id, dana);
    expect(detail).toMatchObject({ status: "CONFIRMED", actions: [] });
    expect(detail.log.map(({ action, isForwarder }) => [action, isForwarder])).toEqual([
      ["booking.drafted", false],
      ["booking.submitted", false],
      ["booking.accepted", true],
      ["booking.confirmed", true],
    ]);
  });

  test("puts the parties that ask for it into the address book, each once", async () => {
    const dana = await customer(provider);
    const shipper = { ...content().shipper, isAddedToAddressBook: true };
    for (const notifyParty of [content().notifyParty, { ...shipper, name: "Another, Ltd." }]) {
      const { id } = await draft(provider, dana, { shipper, notifyParty });
      expect((await submit(id, 1, dana)).code).toBe(200);
    }
    const list = async (keyword?: string) =>
      (await provider.call(addressList, { keyword }, { token: dana.token })).data;
    expect(await list()).toMatchObject({
      total: 2,
      rows: [{ name: "Another, Ltd." }, { name: shipper.name, countryCode: "CN", postcode: "518057" }],
    });
    expect((await list("xingda")).total).toBe(1);
    const rival = await customer(provider);
    expect((await provider.call(addressList, {}, { token: rival.token })).data.total).toBe(0);
  });

  test("is updated, amended, recalled and cancelled while nobody has answered it", async () => {
    const dana = await customer(provider);
    const { id } = await draft(provider, dana);
    await submit(id, 1, dana);
    expect((await update(id, 2, "update", { marks: "N/M" }, dana)).data.version).toBe(3);
    expect((await update(id, 2, "amend", { marks: "M/N" }, dana)).code).toBe(409);
    expect((await update(id, 3, "amend", { goodsDescription: "" }, dana)).data).toMatchObject({
      fields: [{ path: "goodsDescription", message: "Cannot be empty" }],
    });
    expect((await update(id, 3, "amend", { marks: "M/N" }, dana)).data.version).toBe(4);
    expect((await save(id, 4, content(), dana)).message).toBe("This booking has been submitted");
    expect((await change(id, 3, "recall", dana)).code).toBe(409);
    expect((await change(id, 4, "recall", dana)).code).toBe(200);
    expect((await detailOf(id, dana)).status).toBe("DRAFT");
    expect((await change(id, 5, "recall", dana)).message).toBe("This booking is a draft");
    await submit(id, 5, dana);
    expect((await change(id, 6, "cancel", dana)).code).toBe(200);
    const detail = await detailOf(id, dana);
    expect(detail).toMatchObject({ status: "CANCELLED", actions: [] });
    expect(detail.log.map(({ action }) => action.slice(8))).toEqual([
      "drafted",
      "submitted",
      "updated",
      "amended",
      "recalled",
      "submitted",
      "cancelled",
    ]);
    expect(await submit(id, 7, dana)).toMatchObject({
      code: 409,
      message: "Pat Example has cancelled this booking",
      data: { status: "CANCELLED", last: { action: "booking.cancelled", actor: "Pat Example" } },
    });
  });

  test("cannot be changed once accepted, but a change can be requested", async () => {
    const dana = await customer(provider);
    const { id } = await draft(provider, dana);
    await submit(id, 1, dana);
    const ask = (who = dana) =>
      provider.call(
        bookingRequestChange,
        { id, kind: "AMEND", text: "Two more cartons" },
        { token: who.token },
      );
    expect((await ask()).message).toBe("This booking has been submitted");
    await decide(id, "accept");
    const advice = "This booking has been accepted: to amend or cancel it, please contact customer service";
    expect(await update(id, 3, "amend", { marks: "M/N" }, dana)).toMatchObject({
      code: 409,
      message: advice,
    });
    expect(await change(id, 3, "cancel", dana)).toMatchObject({ code: 409, message: advice });
    expect((await ask(staff)).code).toBe(403);
    expect((await ask()).code).toBe(200);
    await decide(id, "confirm");
    expect((await ask()).code).toBe(200);
    const detail = await detailOf(id, dana);
    expect(detail.status).toBe("CONFIRMED");
    expect(detail.changeRequests).toEqual(
      Array(2).fill({
        id: expect.any(String),
        answer: null,
        kind: "AMEND",
        text: "Two more cartons",
        askedBy: "Pat Example",
        askedAt: "2026-11-20 12:00:00",
      }),
    );
  });
});

describe("exactly once", () => {
  const once = async <T>(call: () => Promise<{ code: number; data: T }>) => {
    const answers = await Promise.all(Array.from({ length: 200 }, call));
    expect(answers[0]!.code).toBe(200);
    expect(new Set(answers.map(({ code, data }) => JSON.stringify({ code, data }))).size).toBe(1);
    return answers[0]!.data;
  };

  test("200 identical submissions with one key are one submission with one answer", async () => {
    const dana = await customer(provider);
    const { id } = await draft(provider, dana);
    const key = randomUUID();
    await once(() => submit(id, 1, dana, key));
    const { log, status } = await detailOf(id, dana);
    expect(status).toBe("SUBMITTED");
    expect(log).toHaveLength(2);
  });

  test("200 identical drafts with one key make one booking", async () => {
    const dana = await customer(provider);
    const key = randomUUID();
    const { id } = await once(() => save(null, null, content(), dana, key));
    const list = await provider.call(bookingList, {}, { token: dana.token });
    expect(list.data.rows.map((row) => row.id)).toEqual([id]);
  });

  test("bookings made at once have numbers of their own", async () => {
    const dana = await customer(provider);
    const made = await Promise.all(Array.from({ length: 60 }, () => draft(provider, dana)));
    expect(new Set(made.map(({ bookingNumber }) => bookingNumber)).size).toBe(60);
  });

  test("of two people who act at once one wins, and the other is told what happened", async () => {
    for (let round = 0; round < 5; round++) {
      const dana = await customer(provider);
      const eve = await somebody(provider, dana.companyId, { name: "Eve Other" });
      const { id } = await draft(provider, dana);
      await submit(id, 1, dana);
      const answers = await Promise.all([
        change(id, 2, "cancel", dana),
        change(id, 2, "recall", eve),
        decide(id, "accept"),
      ]);
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
      const { status, log } = await detailOf(id, dana);
      expect(log).toHaveLength(3);
      for (const loser of answers.filter(({ code }) => code === 409)) {
        expect(loser.data).toMatchObject({ status, last: { action: log[2]!.action, actor: log[2]!.actor } });
      }
    }
  });
});

describe("who may do what", () => {
  test("another company's booking, template or start is not there, whatever is called", async () => {
    const dana = await customer(provider);
    const rival = await customer(provider);
    const { token } = rival;
    const { id } = await draft(provider, dana);
    const template = await provider.call(
      templateSave,
      { id: null, version: null, name: "Secret", content: content() },
      { token: dana.token },
    );
    const theirs = { id: template.data.id };
    const answers = [
      await provider.call(bookingDetail, { id }, { token }),
      await save(id, 1, content({ marks: "mine" }), rival),
      await submit(id, 1, rival),
      await update(id, 1, "update", {}, rival),
      await change(id, 1, "cancel", rival),
      await provider.call(bookingRequestChange, { id, kind: "CANCEL", text: "x" }, { token }),
      await provider.call(bookingStart, { from: "copy", id }, { token }),
      await provider.call(bookingStart, { from: "template", ...theirs }, { token }),
      await provider.call(templateDetail, theirs, { token }),
      await provider.call(templateRemove, theirs, { token }),
      await provider.call(templateSave, { ...theirs, version: 1, name: "x", content: content() }, { token }),
    ];
    expect(answers.map(({ code }) => code)).toEqual(Array(11).fill(404));
    expect((await provider.call(bookingList, {}, { token })).data.rows).toEqual([]);
    expect((await provider.call(templateList, {}, { token })).data.rows).toEqual([]);
    const lane = { from: "lane", origin: "Yantian", destination: "Long Beach" } as const;
    await submit(id, 1, dana);
    expect((await provider.call(bookingStart, lane, { token })).data.content).toBeNull();
  });

  test("two buttons permit booking, the third bookings from quotes, and a menu of bookings permits reading", async () => {
    const dana = await customer(provider);
    const viewer = await somebody(provider, dana.companyId, { role: "viewer" });
    const booker = await somebody(provider, dana.companyId, { role: "booker" });
    const operator = await somebody(provider, dana.companyId, { role: "operator" });
    const { id } = await draft(provider, booker);
    expect((await save(null, null, content(), operator)).code).toBe(403);
    expect((await save(id, 1, content({ origin: "Shekou" }), operator)).code).toBe(403);
    expect((await provider.call(bookingStart, { from: "copy", id }, { token: operator.token })).code).toBe(
      403,
    );
    expect((await detailOf(id, operator)).actions).toEqual([]);
    const { id: quoteId, optionIds } = await pricedQuote(provider, operator, staff);
    const quote = { id: quoteId, optionId: optionIds[0]! };
    const { data } = await provider.call(quoteBook, quote, { token: operator.token });
    expect((await save(data.bookingId, 1, content(), operator)).code).toBe(200);
    expect((await submit(data.bookingId, 2, operator)).code).toBe(200);
    expect((await detailOf(data.bookingId, operator)).actions).toContain("recall");
    expect((await save(null, null, content(), viewer)).code).toBe(403);
    expect((await submit(id, 1, viewer)).code).toBe(403);
    expect((await detailOf(id, viewer)).actions).toEqual([]);
    expect((await save(null, null, content(), staff)).code).toBe(403);
    expect((await submit(id, 1, staff)).code).toBe(403);
  });

  test("the booking price is shown with SHIPMENT_CHARGES only, in the log too", async () => {
    const dana = await customer(provider);
    const { id, optionIds } = await pricedQuote(provider, dana, staff);
    const { data } = await provider.call(quoteBook, { id, optionId: optionIds[0]! }, { token: dana.token });
    const shown = await detailOf(data.bookingId, dana);
    expect(shown).toMatchObject({ bookingPrice: { amount: "822.60", currency: "USD" }, quote: { id } });
    await provider.db.deleteFrom("company_access").where("company_id", "=", dana.companyId).execute();
    const hidden = await detailOf(data.bookingId, dana);
    expect(hidden).not.toHaveProperty("bookingPrice");
    expect(JSON.stringify(hidden)).not.toContain("822.60");
  });
});

describe("a form starts", () => {
  test("from a copy or a template: without dates, container numbers and one-time requests", async () => {
    const dana = await customer(provider);
    const { token } = dana;
    const shipper = { ...content().shipper, isAddedToAddressBook: true };
    const { id, bookingNumber } = await draft(provider, dana, { shipper });
    const copied = await provider.call(bookingStart, { from: "copy", id }, { token });
    const expected = content({
      cargoReadyDate: "",
      requestedDate: "",
      expectedDeliveryDate: "",
      containers: [{ containerType: "22G1", containerNumber: "", info: "" }],
    });
    expect(copied.data).toEqual({ content: expected, source: bookingNumber });
    const fields = { id: null, version: null, name: "Lamps to Long Beach", content: content() };
    const template = await provider.call(templateSave, fields, { token });
    const started = await provider.call(bookingStart, { from: "template", id: template.data.id }, { token });
    expect(started.data).toEqual({ content: expected, source: "Lamps to Long Beach" });
  });

  test("from the company's last submitted booking of the lane: its habits, not its goods", async () => {
    const dana = await customer(provider);
    const lane = { from: "lane", origin: "yantian ", destination: "LONG BEACH" } as const;
    const start = async () => (await provider.call(bookingStart, lane, { token: dana.token })).data;
    const older = await draft(provider, dana, { carrier: "Maersk" });
    const newer = await draft(provider, dana, { carrier: "ONE" });
    await draft(provider, dana, { carrier: "never submitted" });
    expect(await start()).toEqual({ content: null, source: null });
    await submit(newer.id, 1, dana);
    clock.forward(60_000);
    await submit(older.id, 1, dana);
    expect(await start()).toMatchObject({
      source: older.bookingNumber,
      content: {
        carrier: "Maersk",
        cargo: [],
        cargoReadyDate: "",
        shipper: { name: content().shipper.name },
      },
    });
    // The same places in other ways of writing them.
    const inChinese = { from: "lane", origin: "CNYTN", destination: "长滩 (USLGB)" } as const;
    const found = await provider.call(bookingStart, inChinese, { token: dana.token });
    expect(found.data.source).toBe(older.bookingNumber);
  });

  test("with choices: forwarders, their customer service, and carriers by mode", async () => {
    const dana = await customer(provider);
    const { data } = await provider.call(bookingOptions, {}, { token: dana.token });
    expect(data).toMatchObject({ companies: ["Forwarder Ltd"], customerServices: ["Ocean Desk"] });
    expect(new Set(data.carriers.map(({ mode }) => mode))).toEqual(new Set(["AIR", "OCEAN", "TRUCK"]));
  });
});

test("a booking and the shipment with its number link to each other, within one company", async () => {
  const dana = await customer(provider);
  const rival = await customer(provider);
  const { id, bookingNumber } = await draft(provider, dana);
  const shipment = { house_number: `FL-${bookingNumber}`, booking_number: bookingNumber };
  const own = await makeShipment(provider.db, dana.companyId, shipment);
  const other = await makeShipment(provider.db, rival.companyId, { ...shipment, house_number: "FL-OTHER" });
  const linked = { id: own.id, houseNumber: shipment.house_number };
  expect((await detailOf(id, dana)).shipment).toEqual(linked);
  const shown = async (shipmentId: string, who: Somebody) =>
    (await provider.call(shipmentDetail, { id: shipmentId }, { token: who.token })).data.booking;
  expect(await shown(own.id, dana)).toMatchObject({ id, bookingNumber });
  expect(await shown(other.id, rival)).toMatchObject({ id: null, bookingNumber });
});

test("templates are saved, changed by whoever has seen the last version, listed and removed", async () => {
  const dana = await customer(provider);
  const { token } = dana;
  const put = (id: string | null, version: number | null, name: string) =>
    provider.call(templateSave, { id, version, name, content: content() }, { token });
  const { id } = (await put(null, null, "First")).data;
  expect((await put(id, 1, "Second")).code).toBe(200);
  expect((await put(id, 1, "Third")).code).toBe(409);
  expect((await put(id, 2, "x".repeat(61))).data).toMatchObject({
    fields: [{ path: "name", message: "Should not exceed 60 characters" }],
  });
  const list = await provider.call(templateList, {}, { token });
  expect(list.data).toMatchObject({
    total: 1,
    rows: [{ id, name: "Second", createdAt: "2026-11-20 12:00:00", transportMode: "OCEAN_FCL" }],
  });
  expect((await provider.call(templateDetail, { id }, { token })).data).toMatchObject({ version: 2 });
  expect((await provider.call(templateRemove, { id }, { token })).code).toBe(200);
  expect((await provider.call(templateRemove, { id }, { token })).code).toBe(404);
});

test("the list filters, counts, searches and sorts", async () => {
  const dana = await customer(provider);
  const { token } = dana;
  const first = await draft(provider, dana, { cargo: [line({ poNumber: "PO-100%" })] });
  clock.forward(1_000);
  const second = await draft(provider, dana, { transportMode: "AIR", origin: "PVG" });
  clock.forward(1_000);
  const third = await draft(provider, dana);
  clock.forward(1_000);
  await submit(first.id, 1, dana);
  const list = async (given: z.input<typeof bookingList.request> = {}) =>
    (await provider.call(bookingList, given, { token })).data;
  const ids = async (given: z.input<typeof bookingList.request>) =>
    (await list(given)).rows.map(({ id }) => id);
  expect(await list()).toMatchObject({
    total: 3,
    counts: { DRAFT: 2, SUBMITTED: 1, ACCEPTED: 0, CONFIRMED: 0, CANCELLED: 0 },
    rows: [
      { id: first.id, status: "SUBMITTED", service: "DTP", cargoReadyDate: "2026-12-01", quoteNumber: null },
      { id: third.id },
      { id: second.id, transportMode: "AIR", submittedAt: null },
    ],
  });
  expect(await ids({ status: "SUBMITTED" })).toEqual([first.id]);
  expect(await ids({ mode: "AIR" })).toEqual([second.id]);
  expect(await ids({ keyword: "po-100%" })).toEqual([first.id]);
  expect(await ids({ keyword: third.bookingNumber.toLowerCase() })).toEqual([third.id]);
  expect(await ids({ keyword: "P_O" })).toEqual([]);
  expect(await ids({ sort: "bookingNumber", direction: "asc", pageSize: 2, page: 2 })).toEqual([third.id]);
  expect((await ids({ sort: "submitted" }))[0]).toBe(first.id);
  expect((await provider.call(bookingList, { keyword: "PO-100%" }, { token: staff.token })).data.total).toBe(
    1,
  );
});
