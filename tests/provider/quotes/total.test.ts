import { afterAll, beforeAll, expect, test } from "vitest";
import { bookingDetail } from "#app/contract/booking.ts";
import { quoteBook, quoteDetail, quoteList, quotePrice } from "#app/contract/quote.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { addQuote, customer, desk, option, type Somebody } from "./fixture.ts";

let provider: TestProvider;
let dana: Somebody;
let staff: Somebody;
beforeAll(async () => {
  provider = await startProvider();
  [dana, staff] = [await customer(provider), await desk(provider)];
});
afterAll(() => provider.stop());

const [line] = option().lines;
const linesOf = (amounts: readonly string[]) =>
  amounts.map((amount, index) => ({ ...line!, description: `Line ${index}`, amount }));

test.each([
  ["of one line", ["822.60"], "822.60"],
  ["is the sum of all lines", ["100.10", "20.20", "3.03"], "123.33"],
  ["has no error of binary fractions", ["0.10", "0.20"], "0.30"],
  ["takes each line to the cent first, half up, as it is shown", ["10.005", "10.005"], "20.02"],
  ["loses what is below half a cent, line by line", ["0.004", "0.004", "0.004"], "0.00"],
  ["counts a discount", ["100.00", "-0.01"], "99.99"],
  ["holds what no binary number does", ["999999999999.97", "0.02"], "999999999999.99"],
])("a quote's total %s, in list, detail, log and booking", async (_, amounts, total) => {
  const { token } = dana;
  const id = await addQuote(provider, dana);
  const offer = option({ lines: linesOf(amounts), from: new Date() });
  const priced = await provider.call(quotePrice, { id, options: [offer] }, { token: staff.token });
  expect(priced.code).toBe(200);
  const { data: quote } = await provider.call(quoteDetail, { id }, { token });
  expect(quote.options).toMatchObject([{ total: { amount: total, currency: "USD" } }]);
  const { data: list } = await provider.call(quoteList, { pageSize: 100 }, { token });
  expect(list.rows.find((row) => row.id === id)?.totalCharges).toEqual({ amount: total, currency: "USD" });
  const told = quote.log.flatMap(({ changes }) => changes).find(({ path }) => path === "options.0.total");
  expect(told?.after).toBe(`${total} USD`);
  const booked = await provider.call(quoteBook, { id, optionId: quote.options![0]!.id }, { token });
  const booking = await provider.call(bookingDetail, { id: booked.data.bookingId }, { token });
  expect(booking.data.bookingPrice).toEqual({ amount: total, currency: "USD" });
});

test("a total above the limit of a quote is a fault at its lines, not an internal error", async () => {
  const id = await addQuote(provider, dana);
  for (const amounts of [["999999999999.99", "0.01"], ["-1000000000000"]]) {
    const options = [option({ lines: linesOf(amounts), from: new Date() })];
    expect(await provider.call(quotePrice, { id, options }, { token: staff.token })).toMatchObject({
      status: 200,
      code: 400,
      data: { fields: [{ path: "options.0.lines", message: "Should not exceed 999999999999.99" }] },
    });
  }
});
