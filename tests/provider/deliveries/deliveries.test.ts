import { afterAll, beforeAll, expect, test } from "vitest";
import { carrierKeyMake } from "#app/contract/carrier-key.ts";
import {
  deliveryAsk,
  deliveryDetail,
  deliveryList,
  deliveryProof,
  deliveryState,
} from "#app/contract/delivery.ts";
import { deleteUser } from "#app/contract/member.ts";
import { saveTariffs, tariffFields } from "#app/provider/free-time/tariff.ts";
import { callEndpoint, startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment, tellEvents } from "#tests/support/shipments.ts";
import { customer, desk, type Somebody, somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
let own: Somebody;
let rival: Somebody;
let key: string;
let staff: Somebody;
const now = new Date("2026-12-08T09:00:00Z");
let serial = 0;
const PDF = Buffer.from(`%PDF-1.4\n%${"x".repeat(200)}\n%%EOF\n`).toString("base64");

beforeAll(async () => {
  provider = await startProvider({ now: () => now });
  staff = await desk(provider);
  own = await customer(provider, ["SHIPMENT_CHARGES", "MEMBER_MANAGE"]);
  rival = await customer(provider);
  key = (await provider.call(carrierKeyMake, { carrierCode: "HLCU" }, { token: staff.token })).data.key;
});
afterAll(() => provider?.stop());

async function shipment(): Promise<string> {
  const house = `LM-${++serial}`;
  await makeShipment(provider.db, own.companyId, { house_number: house, carrier_code: "HLCU" });
  return house;
}

const update = (house: string, more: object = {}) => ({
  deliveryNumber: `D ${house}`,
  houseNumber: house,
  containerNumber: "CSQU3054383",
  statedAt: "2026-12-07T08:00:00Z",
  ...more,
});
const plan = (house: string, more: object = {}) =>
  update(house, {
    placeName: "Warehouse 7",
    timeZone: "Europe/Berlin",
    statedAt: "2026-12-06T08:00:00Z",
    windowFrom: "2026-12-08T23:30:00Z",
    windowTo: "2026-12-09T01:30:00Z",
    ...more,
  });
const status = (house: string, name: string, hour: number, more: object = {}) => {
  const at = `2026-12-08T0${hour}:00:00Z`;
  return update(house, { status: name, at, statedAt: at, ...more });
};
const state = (updates: unknown[]) =>
  provider.call(deliveryState, { updates }, { headers: { "x-api-key": key } });
const list = async (more: object = {}, { token } = own) =>
  (await provider.call(deliveryList, { ...more }, { token })).data.rows;
const find = async (house: string) => (await list({ keyword: house }))[0]!;
const detail = async (house: string) =>
  (await provider.call(deliveryDetail, { id: (await find(house)).id }, { token: own.token })).data;
const reached = async (house: string) =>
  (await detail(house)).steps.flatMap(({ step, actual }) => (actual ? [step] : []));

test("what hauliers say gives the same delivery in whatever order it comes, each once", async () => {
  const said = (house: string) => [
    plan(house),
    status(house, "assigned", 1, { driverName: "M. Alvarez", vehicle: "TRK 1" }),
    status(house, "onTheWay", 2),
    status(house, "failed", 4, { reason: "CLOSED" }),
    plan(house, { windowFrom: "2026-12-09T08:00:00Z", windowTo: "2026-12-09T10:00:00Z", statedAt: now }),
    status(house, "onTheWay", 6),
  ];
  const seen: unknown[] = [];
  for (const order of [
    [0, 1, 2, 3, 4, 5],
    [5, 4, 3, 2, 1, 0],
    [3, 5, 0, 2, 4, 1],
  ]) {
    const house = await shipment();
    for (const index of order) expect((await state([said(house)[index]])).data.accepted).toBe(1);
    expect((await state(said(house))).data).toMatchObject({ accepted: 0, repeated: 6 });
    const { id: _, shipmentId: __, number: ___, houseNumber: ____, ...rest } = await detail(house);
    seen.push(rest);
  }
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
  expect(seen[0]).toMatchObject({
    status: "onTheWay",
    failReason: null,
    driverName: "M. Alvarez",
    placeName: "Warehouse 7",
    windowFrom: "2026-12-09 16:00:00",
  });
  const steps = (seen[0] as { steps: { step: string; actual: string | null }[] }).steps;
  expect(steps.flatMap(({ step, actual }) => (actual ? [step] : []))).toEqual(["onTheWay"]);
});

test("a wish that waits is not asked for again from another page, and loses the name of who left", async () => {
  const house = await shipment();
  await state([plan(house)]);
  const { id } = await find(house);
  const leaver = await somebody(provider, own.companyId, { role: "operator", name: "Lena Leaver" });
  const wish = { id, day: "2026-12-10", timeFrom: "08:00", timeTo: "10:00", text: "" };
  for (const who of [leaver, leaver, own])
    expect((await provider.call(deliveryAsk, wish, { token: who.token })).code).toBe(200);
  expect((await detail(house)).asked).toMatchObject([{ askedBy: "Lena Leaver", isOpen: true }]);
  const posted = provider.db.selectFrom("message").select("id").where("body", "like", `%D ${house}:%`);
  expect(await posted.execute()).toHaveLength(1);
  await provider.call(deliveryAsk, { ...wish, timeTo: "11:00" }, { token: leaver.token });
  expect((await detail(house)).asked).toHaveLength(2);
  const gone = { id: leaver.id, accountName: leaver.userName };
  expect(await provider.call(deleteUser, gone, { token: own.token })).toMatchObject({ code: 200 });
  expect((await detail(house)).asked).toMatchObject([
    { askedBy: "Former member" },
    { askedBy: "Former member" },
  ]);
});

test("steps are those of the shipment's events, and none without an actual is reached", async () => {
  const house = await shipment();
  await tellEvents(
    provider.db,
    house,
    [
      { code: "DEPA", day: -30, place: "CNSHA" },
      { code: "DISC", day: -5, place: "DEHAM", container: "CSQU3054383" },
      { code: "GTOT", classifier: "PLN", day: 1, received: -4, place: "DEHAM", container: "CSQU3054383" },
    ],
    now,
  );
  await state([plan(house)]);
  expect(await reached(house)).toEqual([]);
  expect((await detail(house)).steps.filter(({ planned }) => planned).map(({ step }) => step)).toEqual([
    "gateOut",
    "arrived",
    "delivered",
  ]);
  await tellEvents(
    provider.db,
    house,
    [{ code: "GTOT", day: -1, place: "DEHAM", container: "CSQU3054383" }],
    now,
  );
  await state([status(house, "onTheWay", 3), status(house, "delivered", 7, { signedBy: "D. Hughes" })]);
  expect(await reached(house)).toEqual(["gateOut", "onTheWay", "delivered", "proof"]);
  const row = await find(house);
  expect(row).toMatchObject({ gateOut: "2026-12-07 17:00:00", hasProof: true, emptyReturnDue: null });
  await saveTariffs(
    provider.db,
    own.companyId,
    [
      tariffFields.parse({
        code: "DET",
        type: "DET",
        startEvent: "gateOut",
        dayOne: "event-day",
        freeDays: 1,
        unit: "calendar",
        currency: "EUR",
        validFrom: "2026-01-01",
        source: "General tariff",
        tiers: [{ days: null, perDay: "75.00" }],
      }),
    ],
    now,
  );
  expect((await find(house)).emptyReturnDue).toEqual({
    lastFreeDay: "2026-12-07",
    daysLeft: 0,
    daysOver: 1,
    cost: { amount: "75.00", currency: "EUR" },
  });
  await provider.db.deleteFrom("company_access").where("company_id", "=", own.companyId).execute();
  expect((await find(house)).emptyReturnDue).toEqual({ lastFreeDay: "2026-12-07", daysLeft: 0, daysOver: 1 });
});

test("a day is one of the asked clock; numbers and status filter, and others see nothing", async () => {
  const house = await shipment();
  await state([plan(house)]);
  const on = async (day: string, clock: string) =>
    (await list({ dayFrom: day, dayTo: day, clock, keyword: house })).length;
  expect([await on("2026-12-09", "place"), await on("2026-12-08", "place")]).toEqual([1, 0]);
  expect([await on("2026-12-08", "America/New_York"), await on("2026-12-09", "+08:00")]).toEqual([1, 1]);
  const relative = async (day: "today" | "tomorrow", clock: string) =>
    (await list({ day, clock, keyword: house })).length;
  expect([await relative("today", "place"), await relative("tomorrow", "place")]).toEqual([0, 1]);
  expect([await relative("today", "America/New_York"), await relative("tomorrow", "+08:00")]).toEqual([1, 1]);
  for (const keyword of [`d ${house}`, `D${house}`.toLowerCase(), house.toLowerCase()])
    expect((await list({ keyword })).length).toBeGreaterThan(0);
  expect(await list({ keyword: house, status: "delivered" })).toEqual([]);
  expect(await list({}, rival)).toEqual([]);
  const { id } = await find(house);
  const by = { token: rival.token };
  expect((await provider.call(deliveryDetail, { id }, by)).code).toBe(404);
  const wish = { id, day: "2026-12-10", timeFrom: "08:00", timeTo: "10:00" };
  expect((await provider.call(deliveryAsk, wish, by)).code).toBe(404);
  expect((await provider.call(deliveryAsk, wish, { token: staff.token })).code).toBe(403);
  for (const day of ["2026-02-30", "x"])
    expect((await provider.call(deliveryList, { dayFrom: day }, { token: own.token })).code).toBe(400);
});

test("a proof is a picture or PDF, saved by those who see the delivery", async () => {
  const house = await shipment();
  const proof = { fileName: "pod.pdf", contentBase64: PDF };
  const sent = [status(house, "delivered", 5, { signedBy: "A. Keller", proof })];
  expect((await state(sent)).data.accepted).toBe(1);
  expect((await state(sent)).data.repeated).toBe(1);
  const { id, proofs } = await detail(house);
  expect(proofs).toMatchObject([{ fileName: "pod.pdf" }]);
  const asked = { id, proofId: proofs![0]!.id };
  const saved = await fetch(`${provider.apiUrl}${deliveryProof.path}`, {
    method: "POST",
    body: new URLSearchParams(asked),
    headers: { authorization: `Bearer ${own.token}` },
  });
  expect(saved.headers.get("content-disposition")).toContain("attachment");
  expect(Buffer.from(await saved.arrayBuffer()).toString("base64")).toBe(PDF);
  expect((await callEndpoint(provider.url, deliveryProof, asked, { token: rival.token })).code).toBe(404);
  const other = await shipment();
  await state([plan(other)]);
  const foreign = { id: (await find(other)).id, proofId: proofs![0]!.id };
  expect((await callEndpoint(provider.url, deliveryProof, foreign, { token: own.token })).code).toBe(404);
  const script = { fileName: "pod.pdf", contentBase64: Buffer.from("<script>1</script>").toString("base64") };
  const words = { fileName: "pod.txt", contentBase64: Buffer.from("signed").toString("base64") };
  for (const wrong of [script, words])
    expect((await state([status(other, "delivered", 6, { proof: wrong })])).data.rejected[0]?.reason).toMatch(
      /^proof: /,
    );
});

test("another appointment is asked for once a press, stands in the conversation, and waits for an answer", async () => {
  const house = await shipment();
  await state([plan(house)]);
  const { id } = await find(house);
  const wish = { id, day: "2026-12-10", timeFrom: "08:00", timeTo: "10:00", text: "Gate 4, please" };
  const press = () => provider.call(deliveryAsk, wish, { token: own.token, key: `press-${house}` });
  expect((await Promise.all([press(), press()])).map(({ code }) => code)).toEqual([200, 200]);
  expect((await detail(house)).asked).toMatchObject([
    { day: "2026-12-10", timeFrom: "08:00", text: "Gate 4, please", isOpen: true },
  ]);
  const posted = await provider.db
    .selectFrom("message")
    .select("body")
    .where("body", "like", `%${house}%`)
    .execute();
  expect(posted).toEqual([
    {
      body: `Another appointment wanted for delivery D ${house}: 2026-12-10, 08:00-10:00 (clock of the place). Gate 4, please`,
    },
  ]);
  const later = { statedAt: "2026-12-08T08:30:00Z" };
  await provider.db
    .updateTable("delivery_request")
    .set({ asked_at: new Date("2026-12-08T08:00:00Z") })
    .execute();
  await state([
    plan(house, { windowFrom: "2026-12-10T07:00:00Z", windowTo: "2026-12-10T09:00:00Z", ...later }),
  ]);
  expect((await detail(house)).asked).toMatchObject([{ isOpen: false }]);
  await state([status(house, "delivered", 8)]);
  const refused = await provider.call(deliveryAsk, wish, { token: own.token });
  expect(refused).toMatchObject({ code: 409 });
});

test("what cannot be used is refused one by one, and makes no delivery", async () => {
  const house = await shipment();
  const answer = await state([
    status(house, "arrived", 3, { at: undefined }),
    status(house, "failed", 3),
    plan(house, { windowTo: undefined }),
    plan(house, { timeZone: "Mars/Phobos" }),
    status("LM-0", "arrived", 3),
    status(house, "arrived", 3, { containerNumber: "MSKU6011672" }),
    status(house, "arrived", 3, { at: "2026-12-20T00:00:00Z" }),
    "x".repeat(10_000),
  ]);
  expect(answer).toMatchObject({ status: 400, data: { accepted: 0 } });
  expect(answer.data.rejected).toHaveLength(8);
  expect(await list({ keyword: house })).toEqual([]);
});
