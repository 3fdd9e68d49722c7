import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { z } from "zod";
import { bookingSubmit } from "#app/contract/booking.ts";
import { bookingAskBack } from "#app/contract/booking-desk.ts";
import { deskSettings, deskSettingsSave } from "#app/contract/desk.ts";
import { teamCreate } from "#app/contract/message.ts";
import { quoteDetail, quoteList } from "#app/contract/quote.ts";
import { HOUR_MS } from "#app/lib/date-time.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { draft } from "../bookings/fixture.ts";
import { say } from "../messages/fixture.ts";
import { addQuote, customer, movableClock, type Somebody } from "../quotes/fixture.ts";
import { type Colleague, deskPeople, itemOf } from "./fixture.ts";

/** A Friday, 12:00 in Hong Kong. */
const FRIDAY = new Date("2026-11-20T04:00:00Z");
const clock = movableClock(FRIDAY);
let provider: TestProvider;
let dana: Somebody;
let ada: Colleague;
beforeAll(async () => {
  provider = await startProvider({ now: clock.now });
  dana = await customer(provider);
  [ada] = (await deskPeople(provider, "Ada Desk")) as [Colleague];
});
afterAll(() => provider?.stop());
beforeEach(() => clock.set(FRIDAY));

type Settings = Omit<z.input<typeof deskSettingsSave.request>, "version">;
async function setClock(given: Partial<Settings>) {
  const { data } = await provider.call(deskSettings, {}, { token: ada.token });
  const { version, timeZone, hours, holidays, promises, silenceHours } = data;
  return provider.call(
    deskSettingsSave,
    { version, timeZone, hours, holidays, promises, silenceHours, ...given },
    { token: ada.token },
  );
}
const office = [1, 2, 3, 4, 5].map((weekday) => ({
  weekday: weekday as 1 | 2 | 3 | 4 | 5,
  from: "09:00",
  to: "18:00",
}));

test("a change of the working hours keeps the time that was used up, and counts the rest by the new ones", async () => {
  await setClock({ hours: null });
  const id = await addQuote(provider, dana);
  // 40 of 48 hours are used up; of the rest one fits into Monday from nine to ten.
  clock.set(new Date(FRIDAY.getTime() + 40 * HOUR_MS));
  await setClock({ hours: office.map((each) => ({ ...each, to: "10:00" })) });
  // Sunday 04:00 in Hong Kong: eight hours are left, one of each working day.
  expect(await itemOf(provider, ada, "QUOTE", id)).toMatchObject({ dueAt: "2026-12-02 10:00:00" });
  // Back again at the same time: the eight hours are still eight.
  await setClock({ hours: null });
  expect(await itemOf(provider, ada, "QUOTE", id)).toMatchObject({ dueAt: "2026-11-22 12:00:00" });
});

test("what is late stays late, whatever the new hours are", async () => {
  await setClock({ hours: null });
  const id = await addQuote(provider, dana);
  clock.set(new Date(FRIDAY.getTime() + 50 * HOUR_MS));
  await setClock({ hours: office });
  expect(await itemOf(provider, ada, "QUOTE", id)).toMatchObject({ dueAt: "2026-11-22 12:00:00" });
});

test("the customer is promised what the desk promises, in list and detail alike", async () => {
  await setClock({ hours: office, holidays: ["2026-11-23"] });
  const { data } = await provider.call(deskSettings, {}, { token: ada.token });
  await setClock({ promises: { ...data.promises, QUOTE: 8 } });
  const id = await addQuote(provider, dana);
  // Six hours of Friday, and two of Tuesday: Monday is a holiday.
  const promised = "2026-11-24 11:00:00";
  expect(await itemOf(provider, ada, "QUOTE", id)).toMatchObject({ dueAt: promised });
  const detail = await provider.call(quoteDetail, { id }, { token: dana.token });
  expect(detail.data.answerBy).toBe(promised);
  const list = await provider.call(quoteList, {}, { token: dana.token });
  expect(list.data.rows.find((row) => row.id === id)?.answerBy).toBe(promised);
});

test("asking back stops the clock of a booking, and the customer's answer starts it again", async () => {
  await setClock({ hours: null });
  const { id, version } = await draft(provider, dana);
  await provider.call(bookingSubmit, { id, version }, { token: dana.token });
  clock.set(new Date(FRIDAY.getTime() + 4 * HOUR_MS));
  const asked = await provider.call(
    bookingAskBack,
    { id, version: version + 1, text: "Which pier?" },
    { token: ada.token },
  );
  expect([asked.code, asked.message]).toEqual([200, expect.anything()]);
  expect(await itemOf(provider, ada, "BOOKING", id)).toMatchObject({ isPaused: true, dueAt: null });
  clock.set(new Date(FRIDAY.getTime() + 30 * HOUR_MS));
  const team = await provider.call(teamCreate, { type: 6, subjectId: id }, { token: dana.token });
  await say(provider, dana, team.data.channelId, "Pier 4");
  // Twenty of 24 hours are left.
  expect(await itemOf(provider, ada, "BOOKING", id)).toMatchObject({
    isPaused: false,
    dueAt: "2026-11-22 14:00:00",
  });
});
