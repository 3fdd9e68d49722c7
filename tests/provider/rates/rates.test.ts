import { randomUUID } from "node:crypto";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quoteDetail } from "#app/contract/quote.ts";
import { rateImport, rateImportReport, rateImportRun, rateList, rateOffer } from "#app/contract/rate.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { addQuote, customer, desk, movableClock, type Somebody } from "../quotes/fixture.ts";

const clock = movableClock();
let provider: TestProvider;
let staff: Somebody;
let dana: Somebody;
beforeAll(async () => {
  provider = await startProvider({ now: clock.now });
  staff = await desk(provider);
  dana = await customer(provider);
});
afterAll(() => provider?.stop());

async function send(
  file: Buffer | string,
  { who = staff, key = randomUUID() as string, name = "rates.csv" } = {},
) {
  const form = new FormData();
  form.append("file", new Blob([typeof file === "string" ? file : new Uint8Array(file)]), name);
  const answer = await fetch(`${provider.apiUrl}${rateImport.path}`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${who.token}`, "idempotency-key": key },
  });
  return (await answer.json()) as { code: number; message: string; data: { id: string } };
}
const report = async (id: string) =>
  (await provider.call(rateImportReport, { id }, { token: staff.token })).data;
const run = (id: string) => provider.call(rateImportRun, { id }, { token: staff.token, key: randomUUID() });
const offer = async (quoteId: string) =>
  (await provider.call(rateOffer, { quoteId }, { token: staff.token })).data;

const head =
  "Sheet,Mode,Carrier,Transit days,Origin,Destination,Currency,Valid from,Valid to,Charge code,Charge,Unit,Price,Minimum,N,Q45,Q100,Cost,Margin %\n";
const lane = "Shanghai (CNSHA),Los Angeles";
const air = (sheet: string, carrier: string) =>
  [
    `${sheet},Air,${carrier},4,${lane},USD,2026-11-01,2026-12-31,FRT,Air freight,kg,,100,5.10,4.20,3.90,3.00,`,
    `${sheet},Air,${carrier},4,${lane},USD,2026-11-01,2026-11-30,FSC,Fuel surcharge,%,10,,,,,,20`,
    `${sheet},Air,${carrier},4,${lane},USD,2026-12-01,2026-12-31,FSC,Fuel surcharge,%,15,,,,,,20`,
    `${sheet},Air,${carrier},4,${lane},USD,,,AWB,Air waybill,AWB,30,,,,,12,`,
  ].join("\n");

describe("a file of rates", () => {
  test("shows what it would do, is imported whole, replaces its sheet, and is kept for the desk", async () => {
    const { data } = await send(
      `${head}${air("AIR-1", "Cathay Cargo")}\n${air("AIR-2", "Lufthansa Cargo")}\n`,
    );
    expect(await report(data.id)).toMatchObject({
      isDone: false,
      rows: 8,
      faultyRows: 0,
      faulty: [],
      sheets: [
        { sheet: "AIR-1", rows: 4, replaces: 0 },
        { sheet: "AIR-2", rows: 4, replaces: 0 },
      ],
    });
    const before = (await provider.call(rateList, {}, { token: staff.token })).data;
    expect(before.total).toBe(0);
    expect((await run(data.id)).data).toEqual({ rows: 8 });
    expect(await run(data.id)).toMatchObject({ code: 409, message: "This file has been imported already" });
    const again = await send(`${head}${air("AIR-2", "Lufthansa Cargo")}`);
    expect((await report(again.data.id)).sheets).toEqual([{ sheet: "AIR-2", rows: 4, replaces: 4 }]);
    expect((await run(again.data.id)).code).toBe(200);
    const { rows, total } = (await provider.call(rateList, {}, { token: staff.token })).data;
    expect(total).toBe(2);
    expect(rows[1]).toMatchObject({ sheet: "AIR-2", charges: 4, mode: "AIR", importedBy: "Desk Person" });
    const found = await provider.call(rateList, { keyword: "cathay" }, { token: staff.token });
    expect(found.data.rows.map(({ sheet }) => sheet)).toEqual(["AIR-1"]);
    for (const [endpoint, input] of [
      [rateList, {}],
      [rateImportReport, { id: data.id }],
    ] as const)
      expect(
        (await provider.call(endpoint as typeof rateList, input as object, { token: dana.token })).code,
      ).toBe(403);
  });

  test("with one wrong row is not imported at all, and each wrong row is named with its line and reason", async () => {
    const rows = [
      `BAD,Air,Cathay,4,${lane},USD,2026-11-01,2026-12-31,FRT,Air freight,kg,4,,,,,,`,
      `BAD,Rocket,Cathay,x,${lane},YEN,2026-02-30,2026-12-31,FRT,Air freight,parsec,-4,,,,,,`,
      `BAD,Air,Cathay,4,${lane},USD,2026-12-01,2026-11-01,FRT,Freight 2,kg,,,,,,,`,
      `BAD,Air,Cathay,4,${lane},USD,2026-12-01,,FRT,Air freight,kg,4,,,,,,`,
      `BAD,Air,Cathay,4,${lane},USD,,,X,${"long ".repeat(2_000)},kg,4,,,4.2,,,`,
    ];
    const { data } = await send(head + rows.join("\n"));
    const { faulty, faultyRows } = await report(data.id);
    expect(faultyRows).toBe(4);
    expect(faulty.map(({ line, faults }) => [line, faults.map(({ column }) => column)])).toEqual([
      [3, ["mode", "currency", "validFrom", "unit", "price"].toSpliced(0, 0, "transitDays")],
      [4, ["validTo", "price"]],
      [5, ["charge"]],
      [6, ["charge"]],
    ]);
    expect(faulty[2]!.faults[0]!.message).toBe("The same charge as in line 2, on days of both");
    expect(await run(data.id)).toMatchObject({ code: 400 });
    const { data: list } = await provider.call(rateList, { keyword: "BAD" }, { token: staff.token });
    expect(list.total).toBe(0);
  });

  test("may be xlsx with Chinese heads; the same upload is one import", { tags: "slow" }, async () => {
    const workbook = await writeXlsx({
      sheets: [
        {
          name: "运价",
          rows: [
            ["运价表", "运输方式", "承运人", "起运港", "目的港", "币种", "费用", "单位", "箱型", "单价"],
            ["FCL-1", "整箱", "中远海运", "CNNGB", "DEHAM", "USD", "Ocean freight", "箱", "45G1", 1850.5],
          ],
        },
      ],
    });
    const key = randomUUID();
    const first = await send(Buffer.from(workbook), { key, name: "rates.xlsx" });
    expect((await send(Buffer.from(workbook), { key, name: "rates.xlsx" })).data.id).toBe(first.data.id);
    expect((await run(first.data.id)).data).toEqual({ rows: 1 });
    const id = await addQuote(provider, dana, {
      freightMode: "OCEAN_FCL",
      service: "PTP",
      origin: "Ningbo",
      destination: "Hamburg",
      containers: [{ containerType: "45G1", count: 2 }],
    });
    expect((await offer(id)).options).toMatchObject([
      { carrierName: "中远海运", lines: [{ unit: "45G1", quantity: "2", price: "1850.5" }] },
    ]);
  });

  test.each([
    ["nothing", "", /empty/],
    ["no table", Buffer.from([0, 1, 2, 3]), /neither a CSV nor an XLSX/],
    ["other columns", "a,b\n1,2", /first row has to name the columns/],
    ["no zip", Buffer.from("PK\x03\x04 and no zip"), /zip|archive/i],
    ["too many rows", `${head}${"a,b\n".repeat(5_001)}`, /more than 5000 rows/],
    ["too much", Buffer.alloc(5 * 1024 * 1024 + 1, "a"), /5 MB/],
  ])("that holds %s is refused with the reason", { tags: "slow" }, async (_, file, message) => {
    expect((await send(file)).message).toMatch(message);
  });

  test("of a customer is refused", async () => {
    expect((await send(head, { who: dana })).code).toBe(403);
  });
});

describe("an offer from the rates", () => {
  test("has an option for each sheet of the lane, by breaks, and with the surcharges of its day", async () => {
    clock.set(new Date("2026-11-20T04:00:00Z"));
    const id = await addQuote(provider, dana);
    const { options, sheets } = await offer(id);
    expect(sheets).toEqual(["AIR-1", "AIR-2"]);
    // 64 kg: at Q45 268.80, which is less than 100 kg at Q100.
    expect(options[0]).toMatchObject({
      carrierName: "Cathay Cargo",
      transitDays: "4",
      validUntil: "2026-11-30",
      currency: "USD",
      lines: [
        { chargeCode: "FRT", unit: "kg", quantity: "64", price: "4.2", cost: "3" },
        { chargeCode: "FSC", unit: "shipment", quantity: "1", price: "26.88", cost: "21.504" },
        { chargeCode: "AWB", quantity: "1", price: "30", cost: "12" },
      ],
    });
    clock.set(new Date("2026-12-05T04:00:00Z"));
    expect((await offer(id)).options[0]).toMatchObject({
      validUntil: "2026-12-31",
      lines: [{}, { price: "40.32" }, {}],
    });
    clock.set(new Date("2027-01-05T04:00:00Z"));
    // The waybill, which has no end, is no freight.
    expect((await offer(id)).options).toEqual([]);
    clock.set(new Date("2026-11-20T04:00:00Z"));
    const otherLane = await addQuote(provider, dana, { destination: "Chicago" });
    expect((await offer(otherLane)).options).toEqual([]);
    const text = JSON.stringify((await provider.call(quoteDetail, { id }, { token: dana.token })).data);
    expect(text).not.toContain("Cathay");
  });
});
