import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookingDetail, bookingRequestChange } from "#app/contract/booking.ts";
import { bookingDecide } from "#app/contract/booking-desk.ts";
import {
  channelTypes,
  messageAllRead,
  messageDownload,
  messageList,
  messageRead,
  messageSearch,
  messageSend,
  newInquiry,
  teamChannels,
  teamCreate,
  teamList,
  teamOfSubject,
  unreadCount,
} from "#app/contract/message.ts";
import { chatList, sessionDetail } from "#app/contract/message-session.ts";
import { quoteAccept, quoteBook } from "#app/contract/quote.ts";
import { purge } from "#app/provider/jobs/purge.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { customer, desk, option, pricedQuote, type Somebody, somebody } from "../quotes/fixture.ts";
import { bookedShipment, conversation, heard, say, upload } from "./fixture.ts";

let provider: TestProvider;
let own: Somebody;
let other: Somebody;
let staff: Somebody;
beforeAll(async () => {
  provider = await startProvider();
  own = await customer(provider);
  other = await customer(provider);
  staff = await desk(provider);
});
afterAll(() => provider.stop());

const create = (who: Somebody, type: number, subjectId: string) =>
  provider.call(teamCreate, { type, subjectId }, { token: who.token });
const session = (who: Somebody, id: string) => provider.call(sessionDetail, { id }, { token: who.token });

describe("a team", () => {
  it("is one for a booking and its shipment, also when asked for from both sides at once", async () => {
    const { booking, shipment } = await bookedShipment(provider, own);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 3 === 0
          ? create(own, channelTypes.booking, booking.id)
          : create(own, index % 3 === 1 ? channelTypes.shipment : channelTypes.billing, shipment.id),
      ),
    );
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    const { data } = await session(own, answers[0]!.data.id);
    expect(data.team.booking?.bookingNumber).toBe(booking.bookingNumber);
    expect([data.containBooking, data.isShow]).toEqual([true, true]);
    expect([data.shipment, data.billing, data.booking].map((group) => group?.msgList.total)).toEqual([
      0, 0, 0,
    ]);
    expect(data.quote).toBeNull();
    const checked = [data.shipment, data.billing, data.booking].map((group) => group?.checked);
    expect(checked).toEqual([1, 0, 0]);
  });

  it("of a quote takes in the booking that was made of it", async () => {
    const quote = await pricedQuote(provider, own, staff, [option({ from: new Date() })]);
    const { data: team } = await create(own, channelTypes.quote, quote.id);
    expect((await session(own, team.id)).data).toMatchObject({ containBooking: false, isShow: false });
    const optionId = quote.optionIds[0]!;
    await provider.call(quoteAccept, { id: quote.id, optionId }, { token: own.token });
    const booked = await provider.call(quoteBook, { id: quote.id, optionId }, { token: own.token });
    expect(booked.code).toBe(200);
    const { data } = await session(own, team.id);
    expect(data.team.booking?.id).toBe(booked.data.bookingId);
    expect(data).toMatchObject({ containBooking: true, isShow: true });
    expect((await create(own, channelTypes.booking, booked.data.bookingId)).data.id).toBe(team.id);
  });

  it("of a second shipment under one booking number is its own", async () => {
    const { booking, shipment } = await bookedShipment(provider, own);
    const second = await makeShipment(provider.db, own.companyId, {
      house_number: `FL${randomUUID().slice(0, 8)}`,
      booking_number: booking.bookingNumber,
    });
    const [one, two] = [
      await create(own, channelTypes.shipment, shipment.id),
      await create(own, channelTypes.shipment, second.id),
    ];
    expect(one.data.id).not.toBe(two.data.id);
    expect((await session(own, two.data.id)).data.team.shipment?.id).toBe(second.id);
    expect((await session(own, one.data.id)).data.team.shipment?.id).toBe(shipment.id);
  });

  it("is found by its subject, its numbers and for the forwarder by the customer's name", async () => {
    const { shipment } = await bookedShipment(provider, own);
    const found = (type: number) =>
      provider.call(teamOfSubject, { a: type, b: shipment.id }, { token: own.token });
    expect((await found(channelTypes.shipment)).data).toBeNull();
    const { data: team } = await create(own, channelTypes.shipment, shipment.id);
    expect((await found(channelTypes.billing)).data?.id).toBe(team.id);
    const house = (await session(own, team.id)).data.team.shipment?.houseNumber ?? "";
    for (const keyword of [house, house.toLowerCase().slice(0, 6)]) {
      const { data } = await provider.call(teamList, { keyword }, { token: own.token });
      expect(data.rows.map(({ id }) => id)).toContain(team.id);
      const chats = await provider.call(chatList, { keyword }, { token: own.token });
      expect(chats.data.rows.map(({ id }) => id)).toContain(team.id);
    }
    const { data: none } = await provider.call(chatList, { keyword: "%" }, { token: own.token });
    expect(none.total).toBe(0);
    const company = await provider.db
      .selectFrom("company")
      .select("name")
      .where("id", "=", own.companyId)
      .executeTakeFirstOrThrow();
    const { data } = await provider.call(chatList, { keyword: company.name }, { token: staff.token });
    expect(data.rows.find(({ id }) => id === team.id)?.companyName).toBe(company.name);
  });
});

describe("the list of conversations", () => {
  it("is found by the name of a person who has written there, says who, and only in the own company", async () => {
    const name = `Quillon ${randomUUID().slice(0, 6)} Ångström`;
    const colleague = await customer(provider);
    const who = await somebody(provider, colleague.companyId, { name });
    const { id } = await conversation(provider, who, { subject: "By a name" });
    await conversation(provider, colleague, { subject: "By another name" });
    const find = async (keyword: string, token: string) =>
      (await provider.call(chatList, { keyword }, { token })).data.rows.map((row) => [
        row.id,
        row.matchedName,
      ]);
    const keyword = name.toUpperCase().slice(0, 14);
    expect(await find(keyword, colleague.token)).toEqual([[id, name]]);
    expect(await find("ångström", colleague.token)).toEqual([[id, name]]);
    expect(await find("By a name", colleague.token)).toEqual([[id, ""]]);
    expect(await find(keyword, staff.token)).toEqual([[id, name]]);
    expect(await find(keyword, (await customer(provider)).token)).toEqual([]);
    const { data } = await provider.call(teamList, { keyword }, { token: colleague.token });
    expect(data.rows).toEqual([]);
  });
});

describe("an inquiry", () => {
  it("about a number goes to the conversation that it has, and says so when nothing bears it", async () => {
    const { booking, shipment } = await bookedShipment(provider, own);
    const { data: team } = await create(own, channelTypes.booking, booking.id);
    const first = await conversation(provider, own, {
      type: channelTypes.booking,
      reference: ` ${booking.bookingNumber.toLowerCase()} `,
    });
    expect(first.id).toBe(team.id);
    const house = (await session(own, team.id)).data.team.shipment?.houseNumber ?? "";
    const bill = await conversation(provider, own, { type: channelTypes.billing, reference: house });
    expect(bill.id).toBe(team.id);
    expect((await session(own, team.id)).data.billing?.msgList.total).toBe(1);
    expect(shipment.id).toBe((await session(own, team.id)).data.team.shipment?.id);

    const inquiry = { type: 1, reference: "FLNOSUCH", text: "Where?", clientId: randomUUID() };
    const refused = await provider.call(newInquiry, inquiry, { token: own.token });
    expect(refused).toMatchObject({
      code: 400,
      data: { fields: [{ path: "reference", message: "This number was not found" }] },
    });
    const foreign = { ...inquiry, type: 6, reference: booking.bookingNumber };
    expect(await provider.call(newInquiry, foreign, { token: other.token })).toMatchObject({ code: 400 });
  });

  it("without a reference begins one conversation with its subject, however often it is sent", async () => {
    const inquiry = { type: 3, subject: "Rates to Lagos", text: "Do you go there?", clientId: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        provider.call(newInquiry, inquiry, { token: own.token, key: `key-${randomUUID()}-${index % 2}` }),
      ),
    );
    expect(new Set(answers.map(({ code, data }) => JSON.stringify([code, data]))).size).toBe(1);
    expect((await heard(provider, own, answers[0]!.data.channelId)).total).toBe(1);
    const nothing = await provider.call(
      newInquiry,
      { ...inquiry, subject: " ", clientId: randomUUID() },
      { token: own.token },
    );
    expect(nothing.data).toMatchObject({ fields: [{ path: "subject", message: "Cannot be empty" }] });
  });
});

describe("a change request", () => {
  it("goes into the booking's conversation, where the forwarder answers", async () => {
    const { booking } = await bookedShipment(provider, own);
    await provider.call(bookingDecide, { id: booking.id, action: "accept" }, { token: staff.token });
    const asked = await provider.call(
      bookingRequestChange,
      { id: booking.id, kind: "AMEND", text: "One pallet more" },
      { token: own.token },
    );
    expect(asked.code).toBe(200);
    const { data: team } = await create(own, channelTypes.booking, booking.id);
    const { rows } = await heard(provider, staff, team.channelId);
    expect(rows[0]?.text).toBe(`Booking ${booking.bookingNumber} is accepted.`);
    expect(rows).toHaveLength(2);
    expect(rows[1]?.text).toBe(
      `Change request for booking ${booking.bookingNumber}: please amend.\nOne pallet more`,
    );
    const { data } = await provider.call(bookingDetail, { id: booking.id }, { token: own.token });
    expect(data.changeRequests).toMatchObject([{ kind: "AMEND", text: "One pallet more" }]);
  });
});

describe("another company", () => {
  it("finds nothing of a conversation by any call, and changes nothing", async () => {
    const { booking, shipment } = await bookedShipment(provider, own);
    const { data: team } = await create(own, channelTypes.shipment, shipment.id);
    await say(provider, own, team.channelId, "Nobody else reads zanzibar");
    const sent = await upload(provider, own, team.channelId, [{ name: "secret.txt", content: "secret" }]);
    const file = sent.data.files[0]!;
    await say(provider, own, team.channelId, "", { contentUrl: [file] });
    const token = other.token;
    const { channelId } = team;
    const outgoing = { channelId, text: "Hello", clientId: randomUUID() };
    const fileId = file.contentUrl.split("/").at(-1)!;
    const answers = await Promise.all([
      provider.call(sessionDetail, { id: team.id }, { token }),
      provider.call(teamChannels, { id: team.id }, { token }),
      provider.call(messageList, { channelId }, { token }),
      provider.call(messageSend, outgoing, { token }),
      provider.call(messageRead, { channelId }, { token }),
      provider.call(teamCreate, { type: 1, subjectId: shipment.id }, { token }),
      provider.call(teamCreate, { type: 6, subjectId: booking.id }, { token }),
      provider.call(teamOfSubject, { a: 1, b: shipment.id }, { token }),
      provider.call(messageDownload, { id: fileId }, { token }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 404));
    const unknown = await provider.call(sessionDetail, { id: "999999999" }, { token });
    expect({ ...answers[0], headers: null }).toEqual({ ...unknown, headers: null });
    expect((await upload(provider, other, channelId, [{ name: "a.txt", content: "a" }])).code).toBe(404);
    await provider.call(messageAllRead, { id: team.id }, { token });
    const found = await provider.call(messageSearch, { keyword: "zanzibar" }, { token });
    expect(found.data).toEqual({ rows: [], total: 0 });
    const chats = await provider.call(chatList, {}, { token });
    const teams = await provider.call(teamList, {}, { token });
    for (const { data } of [chats, teams]) expect(data.rows.map(({ id }) => id)).not.toContain(team.id);
    expect((await provider.call(unreadCount, {}, { token })).data).toBe(0);
    expect((await heard(provider, own, channelId)).total).toBe(2);
  });

  it("is no more than a role without the message center", async () => {
    const viewer = await somebody(provider, own.companyId, { role: "viewer" });
    const { channelId, id } = await conversation(provider, own);
    const token = viewer.token;
    const answers = await Promise.all([
      provider.call(sessionDetail, { id }, { token }),
      provider.call(messageList, { channelId }, { token }),
      provider.call(chatList, {}, { token }),
      provider.call(unreadCount, {}, { token }),
      provider.call(messageSearch, { keyword: "Hello" }, { token }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([403, 403, 403, 403, 403]);
  });
});

describe("what a person has not read", () => {
  it("begins with the first message of somebody else", async () => {
    const { id, channelId } = await conversation(provider, own);
    const listed = async () => (await heard(provider, own, channelId)).firstUnread;
    const detailed = async () => (await session(own, id)).data.shipment?.firstUnread;
    expect([await listed(), await detailed()]).toEqual([null, null]);
    for (const text of ["two", "three"]) await say(provider, own, channelId, text);
    for (const text of ["four", "five"]) await say(provider, staff, channelId, text);
    expect([await listed(), await detailed()]).toEqual([4, 4]);
    await provider.call(messageRead, { channelId, sequence: 4 }, { token: own.token });
    expect([await listed(), await detailed()]).toEqual([5, 5]);
    const beyond = await provider.call(messageRead, { channelId, sequence: 1e11 }, { token: own.token });
    expect([beyond.code, await listed()]).toEqual([400, 5]);
    await provider.call(messageRead, { channelId }, { token: own.token });
    expect([await listed(), await detailed()]).toEqual([null, null]);
  });
});

describe("search", () => {
  it("finds what was said and what files are called, newest first, letters of any size", async () => {
    const { channelId } = await conversation(provider, own, { text: "The QUOKKA is packed" });
    await say(provider, own, channelId, "quokka again");
    const sent = await upload(provider, own, channelId, [{ name: "Quokka 提单副本.txt", content: "x" }]);
    await say(provider, own, channelId, "", { contentUrl: sent.data.files });
    const { data } = await provider.call(messageSearch, { keyword: "quOKKa" }, { token: own.token });
    expect(data.total).toBe(3);
    expect(data.rows.map(({ sequence }) => sequence)).toEqual([3, 2, 1]);
    expect(data.rows[0]).toMatchObject({ channelId, type: 1, team: { subject: "A question" } });
    const zh = await provider.call(messageSearch, { keyword: "提单副本" }, { token: own.token });
    expect(zh.data.total).toBe(1);
  });
});

describe("a file", () => {
  it("is stored under our name, comes back as an attachment under its own, and belongs to one message", async () => {
    const { channelId } = await conversation(provider, own);
    const colleague = await somebody(provider, own.companyId);
    const sent = await upload(provider, own, channelId, [
      { name: "../../etc/pass wörd 提单.txt", content: "hello" },
      { name: "virus.exe", content: "MZ" },
      { name: "empty.txt", content: "" },
    ]);
    expect(sent.data.files.map(({ name }) => name)).toEqual(["pass wörd 提单.txt"]);
    expect(sent.data.refused.map(({ fileName }) => fileName)).toEqual(["virus.exe", "empty.txt"]);
    const [file] = sent.data.files;
    const id = file!.contentUrl.split("/").at(-1)!;
    const fetched = (who: Somebody) =>
      fetch(`${provider.apiUrl}${file!.contentUrl}`, { headers: { authorization: `Bearer ${who.token}` } });
    // Until a message attaches it, only its uploader can read it.
    expect((await provider.call(messageDownload, { id }, { token: colleague.token })).code).toBe(404);
    expect(await (await fetched(own)).text()).toBe("hello");
    const stolen = await say(provider, colleague, channelId, "", { contentUrl: [file!] });
    expect(stolen).toMatchObject({ code: 400, data: { fields: [{ path: "contentUrl" }] } });
    const message = await say(provider, own, channelId, "Here it is", { contentUrl: [file!] });
    expect(message.data.contentUrl).toMatchObject([{ name: "pass wörd 提单.txt", size: 5 }]);
    const answer = await fetched(colleague);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; /);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await answer.text()).toBe("hello");
    expect(await say(provider, own, channelId, "Again", { contentUrl: [file!] })).toMatchObject({
      code: 400,
    });
  });

  it("keeps its full name up to the limit of file systems; a longer one is refused with a message that contains it", async () => {
    const { channelId } = await conversation(provider, own);
    const [longest, longer] = [`${"提".repeat(83)}ab.txt`, `${"提".repeat(84)}.txt`];
    const sent = await upload(provider, own, channelId, [
      { name: longest, content: "a" },
      { name: longer, content: "b" },
    ]);
    expect(sent.data.files.map(({ name }) => name)).toEqual([longest]);
    expect(sent.data.refused).toEqual([
      { fileName: longer, message: expect.stringContaining("should not exceed 255 bytes") },
    ]);
    const message = await say(provider, own, channelId, "", { contentUrl: sent.data.files });
    expect(message.data.contentUrl).toMatchObject([{ name: longest }]);
  });

  it("that is sent again with its key is the same file", async () => {
    const { channelId } = await conversation(provider, own);
    const key = randomUUID();
    const files = [{ name: "a.txt", content: "a" }];
    const answers = await Promise.all([1, 2, 3].map(() => upload(provider, own, channelId, files, key)));
    expect(new Set(answers.map(({ data }) => data.files[0]?.contentUrl)).size).toBe(1);
  });

  it("that no message names is gone after a day, and one that a message names stays", async () => {
    const { channelId } = await conversation(provider, own);
    const sent = await upload(provider, own, channelId, [
      { name: "named.txt", content: "a" },
      { name: "unnamed.txt", content: "b" },
    ]);
    const [named, unnamed] = sent.data.files;
    await say(provider, own, channelId, "", { contentUrl: [named!] });
    const isThere = async (file: typeof named) =>
      (
        await fetch(`${provider.apiUrl}${file!.contentUrl}`, {
          headers: { authorization: `Bearer ${own.token}` },
        })
      ).headers.get("content-disposition") !== null;
    await purge(provider.db, provider.files, new Date(Date.now() + 23 * 3_600_000));
    expect([await isThere(named), await isThere(unnamed)]).toEqual([true, true]);
    await purge(provider.db, provider.files, new Date(Date.now() + 25 * 3_600_000));
    expect([await isThere(named), await isThere(unnamed)]).toEqual([true, false]);
    expect((await say(provider, own, channelId, "", { contentUrl: [unnamed!] })).code).toBe(400);
  });

  it("larger than the limit is refused, and nothing of it is kept", { tags: "slow" }, async () => {
    const { channelId } = await conversation(provider, own);
    const content = new Uint8Array(25 * 1024 * 1024 + 1).fill(65);
    const sent = await upload(provider, own, channelId, [{ name: "large.txt", content }]);
    expect(sent.data.files).toEqual([]);
    expect(sent.data.refused).toEqual([
      { fileName: "large.txt", message: "The file should not exceed 25 MB" },
    ]);
  });
});
