import ICAL from "ical.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  calendarChange,
  calendarFeed,
  calendarMake,
  calendarRevoke,
  calendarState,
} from "#app/contract/calendar.ts";
import { deleteUser } from "#app/contract/member.ts";
import { shipmentFollow } from "#app/contract/shipment.ts";
import { DAY_MS, parseWire } from "#app/lib/date-time.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { customer, type Somebody, somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
let dana: Somebody;
let now = new Date("2026-11-20T04:00:00Z");
let first: string;
const ETA = new Date("2026-12-01T23:30:00Z");

beforeAll(async () => {
  provider = await startProvider({ now: () => now, publicUrl: "https://portal.test" });
  dana = await customer(provider, ["MEMBER_MANAGE"]);
  const rival = await customer(provider);
  ({ id: first } = await makeShipment(provider.db, dana.companyId, {
    house_number: "FLCAL1",
    eta: ETA,
    dates: JSON.stringify({ railRampLastFreeDay: "2026-12-05" }),
  }));
  await makeShipment(provider.db, dana.companyId, { house_number: "FLCAL2", eta: ETA });
  await makeShipment(provider.db, rival.companyId, { house_number: "FLRIVAL1", eta: ETA });
});
afterAll(() => provider?.stop());

async function address(who: Somebody, scope: "FOLLOWED" | "ALL" = "ALL"): Promise<string> {
  const { data } = await provider.call(calendarMake, { scope }, { token: who.token });
  expect(data.url).toMatch(/^https:\/\/portal\.test\/calendar\.ics\?token=[\w-]{43}$/);
  return new URL(data.url).searchParams.get("token")!;
}

const fetched = async (token: string) => (await provider.call(calendarFeed, { token })).data;

/** The entries by UID, as an independent parser reads them. */
async function entriesOf(token: string) {
  const { text } = await fetched(token);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const entries = calendar.getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component);
    const value = (name: string) => String(component.getFirstPropertyValue(name));
    return {
      uid: event.uid,
      summary: event.summary,
      sequence: event.sequence,
      isDay: event.startDate.isDate,
      start: event.startDate.toString(),
      status: value("status"),
      modified: value("last-modified"),
      end: component.getFirstPropertyValue("dtend"),
    };
  });
  expect(new Set(entries.map(({ uid }) => uid)).size).toBe(entries.length);
  return Object.fromEntries(entries.map((entry) => [entry.uid, entry]));
}

const follow = (id: string, isFollowed: "true" | "false") =>
  provider.call(shipmentFollow, { id, isFollowed }, { token: dana.token });

describe("a calendar", () => {
  test("holds the dates of the company's shipments: a day stays a day, an estimate is called one", async () => {
    const entries = await entriesOf(await address(dana));
    expect(Object.keys(entries)).toHaveLength(3);
    expect(entries[`eta-${first}@fairlead`]).toMatchObject({
      summary: "ETA FLCAL1, Hamburg (estimated)",
      status: "TENTATIVE",
      start: "2026-12-01T23:30:00Z",
      isDay: false,
    });
    expect(entries[`lastFreeDay-${first}@fairlead`]).toMatchObject({
      summary: "Last free day FLCAL1, Hamburg",
      start: "2026-12-05",
      isDay: true,
      end: null,
    });
    const { text } = await fetched(await address(dana));
    expect(text).toContain("DTSTART;VALUE=DATE:20261205\r\n");
    expect(text).not.toMatch(/RIVAL|Secret|1234\.5|CNY/);
  });

  test("holds cut-offs and appointments too: a day without a time is one in every zone", async () => {
    const kim = await customer(provider);
    const { id } = await makeShipment(provider.db, kim.companyId, {
      house_number: "FLCAL9",
      eta: ETA,
      port_of_departure: "CNSHA",
    });
    const stated = { shipment_id: id, source: "MAEU", stated_at: now, received_at: now };
    await provider.db
      .insertInto("cut_off")
      .values([
        { ...stated, code: "VCO", at: new Date("2026-11-27T02:00:00Z"), is_day_only: false },
        { ...stated, code: "EFC", at: parseWire("2026-11-25")!.at, is_day_only: true },
      ])
      .execute();
    await provider.db
      .insertInto("delivery")
      .values({
        company_id: kim.companyId,
        shipment_id: id,
        number: "DL-9",
        number_key: "DL9",
        window_from: new Date("2026-12-03T08:00:00Z"),
      })
      .execute();
    const entries = await entriesOf(await address(kim));
    expect(entries[`cutOff-${id}-VCO@fairlead`]).toMatchObject({
      summary: "VGM cut-off FLCAL9, Shanghai",
      start: "2026-11-27T02:00:00Z",
      status: "CONFIRMED",
    });
    expect(entries[`cutOff-${id}-EFC@fairlead`]).toMatchObject({ start: "2026-11-25", isDay: true });
    expect(entries[`appointment-${id}-DL-9@fairlead`]).toMatchObject({
      summary: "Delivery appointment FLCAL9",
      start: "2026-12-03T08:00:00Z",
    });
  });

  test("by what is followed holds nothing else", async () => {
    await follow(first, "true");
    const token = await address(dana, "FOLLOWED");
    expect(Object.keys(await entriesOf(token)).filter((uid) => uid.startsWith("eta-"))).toHaveLength(2);
    now = new Date(now.getTime() + 31 * DAY_MS);
    const entries = await entriesOf(token);
    expect(Object.keys(entries)).toEqual([`eta-${first}@fairlead`, `lastFreeDay-${first}@fairlead`]);
    await provider.call(calendarChange, { scope: "ALL" }, { token: dana.token });
    expect(Object.keys(await entriesOf(token))).toHaveLength(3);
    now = new Date("2026-11-20T04:00:00Z");
  });

  test("says the same byte by byte until something changes, and then raises the sequence of that entry alone", async () => {
    const token = await address(dana);
    const before = await fetched(token);
    const old = await entriesOf(token);
    now = new Date(now.getTime() + DAY_MS);
    expect(await fetched(token)).toEqual(before);
    const moved = new Date(ETA.getTime() + 2 * DAY_MS);
    await provider.db.updateTable("shipment").set({ eta: moved }).where("id", "=", first).execute();
    const uid = `eta-${first}@fairlead`;
    const entries = await entriesOf(token);
    expect(entries[uid]).toMatchObject({
      start: "2026-12-03T23:30:00Z",
      sequence: old[uid]!.sequence + 1,
      modified: "2026-11-21T04:00:00Z",
    });
    const { [uid]: _, ...others } = entries;
    expect(old).toMatchObject(others);
    expect((await fetched(token)).tag).not.toBe(before.tag);
  });

  test("calls an arrival actual only when an event told it", async () => {
    const token = await address(dana);
    const uid = `eta-${first}@fairlead`;
    const stored = { ata: new Date("2026-12-02T10:00:00Z") };
    await provider.db.updateTable("shipment").set(stored).where("id", "=", first).execute();
    expect((await entriesOf(token))[uid]!.status).toBe("TENTATIVE");
    const reached = ["ata"];
    await provider.db.updateTable("shipment").set({ reached }).where("id", "=", first).execute();
    expect((await entriesOf(token))[uid]).toMatchObject({
      summary: "Arrived FLCAL1, Hamburg",
      status: "CONFIRMED",
      start: "2026-12-02T10:00:00Z",
    });
  });

  test("tells what is gone as cancelled for 30 days, and takes it back with a higher sequence", async () => {
    const token = await address(dana);
    const uid = `lastFreeDay-${first}@fairlead`;
    const { sequence } = (await entriesOf(token))[uid]!;
    const setDates = (dates: object) =>
      provider.db
        .updateTable("shipment")
        .set({ dates: JSON.stringify(dates) })
        .where("id", "=", first)
        .execute();
    await setDates({});
    const gone = { status: "CANCELLED", sequence: sequence + 1 };
    expect((await entriesOf(token))[uid]).toMatchObject(gone);
    now = new Date(now.getTime() + DAY_MS);
    expect((await entriesOf(token))[uid]).toMatchObject(gone);
    await setDates({ railRampLastFreeDay: "2026-12-05" });
    expect((await entriesOf(token))[uid]).toMatchObject({ status: "CONFIRMED", sequence: sequence + 2 });
    await setDates({});
    await entriesOf(token);
    now = new Date(now.getTime() + 31 * DAY_MS);
    expect(await entriesOf(token)).not.toHaveProperty(uid);
    now = new Date("2026-11-22T04:00:00Z");
  });

  test("of several calls at once raises a sequence once", async () => {
    const token = await address(dana);
    await entriesOf(token);
    const eta = new Date(ETA.getTime() + 9 * DAY_MS);
    await provider.db.updateTable("shipment").set({ eta }).where("house_number", "=", "FLCAL2").execute();
    const answers = await Promise.all(Array.from({ length: 4 }, () => fetched(token)));
    expect(new Set(answers.map(({ tag }) => tag)).size).toBe(1);
  });

  test("is in the person's language", async () => {
    const lin = await somebody(provider, dana.companyId, { language_preference: "zh" });
    const entries = await entriesOf(await address(lin));
    expect(Object.values(entries).map(({ summary }) => summary)).toContain("预计到港 FLCAL2，汉堡（预计）");
  });
});

describe("an address", () => {
  test("is over when it is renewed or revoked, and its hash alone is stored", async () => {
    const old = await address(dana);
    const fresh = await address(dana);
    const { code: over, message: said } = await provider.call(calendarFeed, { token: "x".repeat(43) });
    expect(over).toBe(404);
    expect(await provider.call(calendarFeed, { token: old })).toMatchObject({ code: 404, message: said });
    expect((await provider.call(calendarFeed, { token: fresh })).code).toBe(200);
    const feeds = await provider.db.selectFrom("calendar_feed").selectAll().execute();
    expect(JSON.stringify(feeds)).not.toContain(fresh);
    const state = await provider.call(calendarState, {}, { token: dana.token });
    expect(state.data).toMatchObject({ isOn: true, scope: "ALL", lastFetchedAt: expect.any(String) });
    await provider.call(calendarRevoke, {}, { token: dana.token });
    expect((await provider.call(calendarFeed, { token: fresh })).code).toBe(404);
    expect((await provider.call(calendarState, {}, { token: dana.token })).data.isOn).toBe(false);
    const lost = await provider.call(calendarChange, { scope: "ALL" }, { token: dana.token });
    expect(lost.code).toBe(404);
  });

  test("is over while its holder may not see shipments, and when they leave", async () => {
    const who = await somebody(provider, dana.companyId, { role: "operator" });
    const token = await address(who);
    const { id: role } = await provider.db
      .insertInto("role")
      .values({ company_id: dana.companyId, code: "none", name: "None", name_zh: "无" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const set = (fields: { role_id?: string; status?: "ACTIVE" | "DISABLED" }) =>
      provider.db.updateTable("app_user").set(fields).where("id", "=", who.id).execute();
    const codeOf = async () => (await provider.call(calendarFeed, { token })).code;
    const { role_id } = await provider.db
      .selectFrom("app_user")
      .select("role_id")
      .where("id", "=", who.id)
      .executeTakeFirstOrThrow();
    await set({ role_id: role });
    expect(await codeOf()).toBe(404);
    await set({ role_id, status: "DISABLED" });
    expect(await codeOf()).toBe(404);
    await set({ status: "ACTIVE" });
    expect(await codeOf()).toBe(200);
    await provider.call(deleteUser, { id: who.id, accountName: who.userName }, { token: dana.token });
    expect(await codeOf()).toBe(404);
  });
});
