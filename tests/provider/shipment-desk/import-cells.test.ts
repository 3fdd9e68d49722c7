import { randomUUID } from "node:crypto";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  deskImport,
  deskImportEncoding,
  deskImportReport,
  deskImportRun,
} from "#app/contract/desk-import.ts";
import { shipmentDetail } from "#app/contract/shipment.ts";
import { casesByDay } from "#tests/support/is-all.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, desk, movableClock, type Somebody, somebody } from "../quotes/fixture.ts";
import { IMPORT_HEAD, importRow } from "./fixture.ts";

const clock = movableClock();
let provider: TestProvider;
let forwarder: Somebody;
let staff: Somebody;
let dana: Somebody;
let company: string;
beforeAll(async () => {
  provider = await startProvider({ now: clock.now });
  forwarder = await desk(provider);
  dana = await customer(provider);
  const { code } = await provider.db
    .selectFrom("company")
    .select("code")
    .where("id", "=", dana.companyId)
    .executeTakeFirstOrThrow();
  company = code;
});
beforeEach(async () => {
  // A person sends thirty files a minute.
  staff = await somebody(provider, forwarder.companyId, { role: "desk", name: "Desk Person" });
});
afterAll(() => provider?.stop());

async function send(file: Buffer | string) {
  const form = new FormData();
  form.append("file", new Blob([typeof file === "string" ? file : new Uint8Array(file)]), "file.csv");
  const answer = await fetch(`${provider.apiUrl}${deskImport.path}`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${staff.token}`, "idempotency-key": randomUUID() },
  });
  return (await answer.json()) as { code: number; message: string; data: { id: string } };
}
const report = async (id: string) =>
  (await provider.call(deskImportReport, { id }, { token: staff.token })).data;
const run = (id: string, version: string) =>
  provider.call(deskImportRun, { id, version }, { token: staff.token, key: randomUUID() });
async function imported(file: Buffer | string) {
  const { data } = await send(file);
  return run(data.id, (await report(data.id)).version);
}
const found = async (houseNumber: string) =>
  (
    await provider.db
      .selectFrom("shipment")
      .select("id")
      .where("house_number", "=", houseNumber)
      .executeTakeFirst()
  )?.id;

const row = (house: string, given: Record<string, string> = {}) => importRow(company, house, given);

const SEMICOLONS = IMPORT_HEAD.replaceAll(",", ";").replace("Gross weight;CBM", "Gross weight;Volume");
const semicolons = (house: string, kg: string, cbm: string) =>
  row(house, { boxes: "", kg: "@", cbm: "#" }).replaceAll(",", ";").replace("@", kg).replace("#", cbm);
const storedOf = async (houseNumber: string) =>
  provider.db
    .selectFrom("shipment")
    .select(["gross_weight_kg", "volume_cbm"])
    .where("house_number", "=", houseNumber)
    .executeTakeFirst();

test("decimal commas are read as the file shows them, never as thousands where a group would begin with 0", async () => {
  await imported(
    `${SEMICOLONS}${semicolons("COMMA-1", "18250", "12,345")}${semicolons("COMMA-2", "1.500", "0,480")}`,
  );
  expect(await storedOf("COMMA-1")).toEqual({ gross_weight_kg: "18250.000", volume_cbm: "12.345" });
  expect(await storedOf("COMMA-2")).toEqual({ gross_weight_kg: "1500.000", volume_cbm: "0.480" });
});

test("a number that nothing decides holds its row up, one that only the semicolons decide is told", {
  tags: "slow",
}, async () => {
  const quoted = row("COMMA-3", { boxes: "", kg: '"12,345"', cbm: "58" });
  const unclear = await report((await send(`${IMPORT_HEAD}${quoted}`)).data.id);
  expect(unclear.leftOut).toMatchObject([
    { texts: [{ column: "grossWeightKg", message: expect.stringMatching(/^Is it 12345 or 12\.345\?/) }] },
  ]);
  const presumed = await report((await send(`${SEMICOLONS}${semicolons("COMMA-4", "12,345", "3")}`)).data.id);
  expect(presumed.counts.added).toBe(1);
  expect(presumed.warned).toMatchObject([
    { texts: [{ column: "grossWeightKg", message: expect.stringContaining("Read as 12.345") }] },
  ]);
});

test("numbers of a sheet are what they are, its texts are not", async () => {
  const cells = (house: string, kg: unknown) => [
    company,
    house,
    "AIR",
    "Maker",
    "Buyer",
    "PVG",
    "FRA",
    "FCA",
    2,
    kg,
    1.5,
  ];
  const head = [
    "Customer",
    "House number",
    "Mode",
    "Shipper",
    "Consignee",
    "POL",
    "POD",
    "Incoterms",
    "Pieces",
    "Weight",
    "CBM",
  ];
  const rows = [head, cells("SHEET-1", 12.345), cells("SHEET-2", "1.000")] as never;
  const file = await writeXlsx({ sheets: [{ name: "Table", rows }] });
  const { leftOut, counts } = await report((await send(Buffer.from(file))).data.id);
  expect(counts).toMatchObject({ added: 1, faulty: 1 });
  expect(leftOut).toMatchObject([
    { name: "SHEET-2", texts: [{ message: expect.stringMatching(/^Is it 1 or 1000\?/) }] },
  ]);
});

test("what a spreadsheet has spoilt is told row by row, and a second row of one number says the same only where it does", async () => {
  const file = `${IMPORT_HEAD}${row("1.23457E+11", { boxes: "" })}${row("SPOILT-1", { boxes: "", master: "#N/A" })}${row("SPOILT-2", { boxes: "" })}${row("SPOILT-2", { boxes: "", kg: "9" })}${row("spoilt 2", { boxes: "" })}`;
  const { counts, leftOut } = await report((await send(file)).data.id);
  expect(counts).toMatchObject({ added: 1, faulty: 2, twice: 2 });
  expect(leftOut.map(({ line, texts }) => [line, texts[0]!.column, texts[0]!.message])).toEqual([
    [
      2,
      "houseNumber",
      expect.stringMatching(/^1\.23457E\+11 is a number that the spreadsheet has shortened/),
    ],
    [3, "masterNumber", "#N/A is an error of the spreadsheet, not a value"],
    [5, null, "Line 4 is of the same and says something else: keep one of them"],
    [6, null, "Says the same as line 4"],
  ]);
});

const waybills = [
  ["2081140743", "2081140743 may be 020-81140743: spreadsheets drop zeros before a number"],
  ["112345675", "112345675 may be 001-12345675: spreadsheets drop zeros before a number"],
  ["020-81140744", "02081140744: the check digit should be 3"],
  ["MBL77", "MBL77 does not have the form of such a number"],
] as const;
test.each(casesByDay(waybills, 2))("an air waybill warns: %s", async (master, message) => {
  const file = `${IMPORT_HEAD}${row("AIR-1", { mode: "AIR", from: "PVG", to: "FRA", terms: "FCA", boxes: "", master })}`;
  const { counts, warned } = await report((await send(file)).data.id);
  expect(counts.added).toBe(1);
  expect(warned[0]!.texts).toEqual([{ column: "masterNumber", message }]);
});

test("all that a row lacks is said at once", async () => {
  const { leftOut } = await report((await send("Customer,House number,Goods\n,,x\n")).data.id);
  expect(leftOut[0]!.texts.map(({ column }) => column).sort()).toEqual([
    "consignee",
    "customer",
    "grossWeightKg",
    "houseNumber",
    "incoterms",
    "mode",
    "pieces",
    "portOfArrival",
    "portOfDeparture",
    "shipper",
    "volumeCbm",
  ]);
});

test("parties that were read in the wrong encoding are corrected by the next import", async () => {
  await imported(`${IMPORT_HEAD}${row("PARTY-1", { boxes: "", shipper: "M黮ler S鰄ne" })}`);
  const right = await send(`${IMPORT_HEAD}${row("PARTY-1", { boxes: "", shipper: "Müller Söhne" })}`);
  const dry = await report(right.data.id);
  expect(dry.changed).toMatchObject([
    { changes: [{ path: "shipper", before: "M黮ler S鰄ne", after: "Müller Söhne" }] },
  ]);
  expect((await run(right.data.id, dry.version)).data).toEqual({ added: 0, changed: 1 });
  const id = (await found("PARTY-1"))!;
  const seen = (await provider.call(shipmentDetail, { id }, { token: dana.token })).data;
  expect([seen.shipperName, seen.consigneeName]).toEqual(["Müller Söhne", "Buyer Ltd"]);
});

test("a file of another encoding is read once somebody has said which", { tags: "slow" }, async () => {
  const text = `${IMPORT_HEAD}${row("ENC-1", { boxes: "", shipper: "Müller Söhne" })}`;
  const { data } = await send(Buffer.from(text.replace("海运", "OCEAN"), "latin1"));
  const dry = await report(data.id);
  expect(dry.encodings[0]).toMatchObject({ encoding: "windows-1252", rows: [{ cells: ["Müller Söhne"] }] });
  expect(await run(data.id, dry.version)).toMatchObject({
    code: 400,
    message: expect.stringMatching(/not UTF-8/),
  });
  const choice = { id: data.id, encoding: "windows-1252" } as const;
  expect(
    (await provider.call(deskImportEncoding, choice, { token: staff.token, key: randomUUID() })).code,
  ).toBe(200);
  const read = await report(data.id);
  expect([read.encodings, read.counts.added]).toEqual([[], 1]);
  expect((await run(data.id, dry.version)).code).toBe(409);
  expect((await run(data.id, read.version)).data).toEqual({ added: 1, changed: 0 });
  const id = (await found("ENC-1"))!;
  expect((await provider.call(shipmentDetail, { id }, { token: dana.token })).data.shipperName).toBe(
    "Müller Söhne",
  );
});
