import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type AddressFields,
  addressDetail,
  addressExport,
  addressImport,
  addressImportEncoding,
  addressImportReport,
  addressImportRun,
  addressList,
  addressRegions,
  addressRemove,
  addressSave,
} from "#app/contract/address.ts";
import { addToAddressBook } from "#app/provider/addresses/address-book.ts";
import { addressFaults } from "#app/provider/addresses/check.ts";
import { partyOf } from "#app/provider/demo/freight.ts";
import { demoParties } from "#app/provider/demo/parties.ts";
import { purge } from "#app/provider/jobs/purge.ts";
import { zipOf } from "#app/provider/output/zip.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { content } from "../bookings/fixture.ts";
import { customer, type Somebody, somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
let me: Somebody;
beforeAll(async () => {
  provider = await startProvider();
});
beforeEach(async () => {
  me = await customer(provider);
});
afterAll(() => provider?.stop());

const mill: AddressFields = {
  type: "2",
  name: "Suzhou Mill Co., Ltd.",
  address: "8 Canal Road",
  postcode: "215000",
  state: "Jiangsu",
  countryCode: "CN",
  contactNumber: "+86 512 6888 8888",
  isDefaultPickup: false,
  isDefaultDelivery: false,
};
const save = (
  given: Partial<AddressFields> & { id?: string; version?: number } = {},
  { who = me, language = "en" as "en" | "zh" } = {},
) =>
  provider.call(
    addressSave,
    { ...mill, id: null, version: null, ...given },
    { token: who.token, key: randomUUID(), language },
  );
const list = async (who = me, given = {}) =>
  (await provider.call(addressList, given, { token: who.token })).data.rows;
const fieldsIn = (data: unknown) => (data as { fields: { path: string; message: string }[] }).fields;

describe("an address", () => {
  test("is saved, changed, listed by type and words, and removed", async () => {
    const { data } = await save({ name: "  Suzhou Mill Co., Ltd. ", countryCode: "cn" });
    await save({ type: "3", name: "Harbor Stores", countryCode: "US", postcode: "90802", contactNumber: "" });
    const [first] = await list(me, { keyword: "mill" });
    expect(first).toMatchObject({ ...mill, id: data.id, version: 1, updatedBy: "Pat Example" });
    expect((await list(me, { type: "3" })).map(({ name }) => name)).toEqual(["Harbor Stores"]);
    expect((await save({ id: data.id, version: 1, state: "" })).code).toBe(200);
    const detail = await provider.call(addressDetail, { id: data.id }, { token: me.token });
    expect(detail.data).toMatchObject({ state: "", version: 2 });
    const removed = await provider.call(
      addressRemove,
      { id: data.id },
      { token: me.token, key: randomUUID() },
    );
    expect(removed.code).toBe(200);
    expect(await list()).toHaveLength(1);
  });

  test("is refused with a text at each wrong field, in the reader's language", async () => {
    const wrong = { name: "", countryCode: "XQ", isDefaultDelivery: true };
    const { code, data } = await save(wrong);
    expect([code, fieldsIn(data)]).toEqual([
      400,
      [
        { path: "name", message: "Cannot be empty" },
        {
          path: "countryCode",
          message: "There is no such country: give its name or its code of two letters",
        },
        { path: "isDefaultDelivery", message: "Only an address of the same type can be the default" },
      ],
    ]);
    const abroad = await save(
      { countryCode: "DE", postcode: "2150000", contactNumber: "0512" },
      { language: "zh" },
    );
    expect(fieldsIn(abroad.data).map(({ message }) => message)).toEqual([
      "不是德国（DE）的邮编",
      "不是德国（DE）的电话号码：其他国家/地区的号码请以 + 和区号开头",
    ]);
    expect((await save({ name: "x".repeat(10_000) })).code).toBe(400);
    expect(await list()).toEqual([]);
  });

  test("takes a phone number without '+' as one of its country, and any postcode where the format is unknown", async () => {
    expect((await save({ contactNumber: "0512-6888 8888" })).code).toBe(200);
    const hongkong = {
      name: "Kwun Tong Depot",
      countryCode: "HK",
      postcode: "none",
      contactNumber: "2123 4567",
    };
    expect((await save(hongkong)).code).toBe(200);
  });

  test("exists once by name and address, in any case", async () => {
    await save();
    const { code, data } = await save({ name: "SUZHOU mill co., ltd." });
    expect([code, fieldsIn(data)[0]?.path]).toEqual([400, "name"]);
  });

  test("changed by another person meanwhile is not overwritten, but told with who did it", async () => {
    const colleague = await somebody(provider, me.companyId, { role: "admin" });
    const { id } = (await save()).data;
    await save({ id, version: 1, state: "Shanghai" }, { who: colleague });
    const late = await save({ id, version: 1, state: "Zhejiang" });
    expect([late.code, late.message]).toEqual([
      409,
      "Pat Example has changed this address meanwhile. Nothing was overwritten.",
    ]);
    expect(late.data).toMatchObject({
      conflict: { version: 2, state: "Shanghai", updatedBy: "Pat Example", isOwn: false },
    });
    expect((await save({ id, version: 2, state: "Zhejiang" })).code).toBe(200);
    // The same again is no conflict: the answer was lost, not the change.
    expect((await save({ id, version: 1, state: "Zhejiang" })).code).toBe(200);
  });

  test("is the only default of its kind, also when several become it at once", async () => {
    const names = Array.from({ length: 6 }, (_, index) => `Depot ${index}`);
    const codes = await Promise.all(
      names.map(async (name) => (await save({ name, type: "4", isDefaultPickup: true })).code),
    );
    expect(codes).toEqual(names.map(() => 200));
    const rows = await list();
    expect(rows.map(({ isDefaultPickup }) => isDefaultPickup)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test("of a booking's party is added with the type of its role, and becomes 'both' when it is used as both", async () => {
    const { shipper } = content();
    await addToAddressBook(provider.db, me.companyId, { shipper }, new Date());
    expect((await list())[0]).toMatchObject({ type: "2", updatedBy: null });
    await addToAddressBook(provider.db, me.companyId, { shipper, consignee: shipper }, new Date());
    expect(await list()).toMatchObject([{ type: "4", version: 2 }]);
  });

  test("of the demonstration has no fault", () => {
    const faulty = Object.values(demoParties)
      .flatMap(({ suppliers, receivers }) => [...suppliers, ...receivers])
      .map((party) => ({ ...mill, ...partyOf(party) }))
      .flatMap((fields) =>
        addressFaults(fields, "en").map((fault) => [fields.contactNumber, fields.postcode, fault]),
      );
    expect(faulty).toEqual([]);
  });
});

test("a country's provinces are known by ISO 3166-2", async () => {
  const names = async (countryCode: string) =>
    (await provider.call(addressRegions, { countryCode }, { token: me.token })).data.names;
  expect(await names("US")).toContain("California");
  expect(await names("SG")).toEqual(expect.arrayContaining(["Central Singapore"]));
  expect(await names("XX")).toEqual([]);
});

async function send(
  file: Buffer | string,
  { name = "book.csv", who = me, key = randomUUID() as string } = {},
) {
  const form = new FormData();
  form.append("file", new Blob([typeof file === "string" ? file : new Uint8Array(file)]), name);
  const answer = await fetch(`${provider.apiUrl}${addressImport.path}`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${who.token}`, "idempotency-key": key },
  });
  return (await answer.json()) as { code: number; message: string; data: { id: string } };
}
const reportOf = async (id: string, who = me) =>
  (await provider.call(addressImportReport, { id }, { token: who.token })).data;
const run = (id: string) => provider.call(addressImportRun, { id }, { token: me.token, key: randomUUID() });

async function exported(format: "csv" | "xlsx", { who = me, language = "en" } = {}): Promise<Buffer> {
  const answer = await fetch(`${provider.apiUrl}${addressExport.path}`, {
    method: "POST",
    body: new URLSearchParams({ format }),
    headers: { authorization: `Bearer ${who.token}`, language },
  });
  expect(answer.headers.get("content-disposition")).toContain("attachment");
  return Buffer.from(await answer.arrayBuffer());
}

describe("a file of addresses", () => {
  const head = "Name,Address,Postcode,Country,Phone,Type,Tax no.\n";

  test("changes nothing before it is carried out, and then all sound rows at once", async () => {
    await save({ name: "Known Mill", address: "1 Road" });
    const { id } = (
      await send(
        `${head}New Mill,2 Road,0210,NO,+47 22 12 34 56,Deliver,7\nknown mill,1 road,215000,China,,提货,\n"Bad, Mill","3\nRoad",1,DE,1,Nowhere,\nNew Mill,2 Road,,NO,,,\n`,
      )
    ).data;
    const dry = await reportOf(id);
    expect(dry).toMatchObject({
      fileName: "book.csv",
      isDone: false,
      counts: { added: 1, changed: 1, same: 0, twice: 1, faulty: 1 },
      unknownColumns: ["Tax no."],
      leftOut: [
        { line: 4, name: "Bad, Mill" },
        {
          line: 6,
          name: "New Mill",
          faults: [{ field: null, message: "The same name and address as in line 2" }],
        },
      ],
    });
    expect(dry.leftOut[0]?.faults.map(({ field }) => field)).toEqual(["type", "postcode", "contactNumber"]);
    expect(await list()).toHaveLength(1);
    expect((await run(id)).data).toEqual({ added: 1, changed: 1 });
    expect(await list()).toMatchObject([
      { name: "known mill", contactNumber: "" },
      { name: "New Mill", postcode: "0210", contactNumber: "+47 22 12 34 56", type: "3" },
    ]);
    expect((await run(id)).code).toBe(409);
    expect(await reportOf(id)).toMatchObject({ isDone: true, counts: { added: 1 } });
  });

  test("is kept once when it is sent twice, seen by nobody else, and forgotten after a day", async () => {
    const key = randomUUID();
    const first = await send(`${head}A,B,,DE,,,`, { key });
    expect((await send(`${head}A,B,,DE,,,`, { key })).data.id).toBe(first.data.id);
    const colleague = await somebody(provider, me.companyId, { role: "admin" });
    const seen = await provider.call(addressImportReport, { id: first.data.id }, { token: colleague.token });
    expect(seen.code).toBe(404);
    await purge(provider.db, provider.files, new Date(Date.now() + 25 * 60 * 60_000));
    const gone = await provider.call(addressImportReport, { id: first.data.id }, { token: me.token });
    expect(gone.code).toBe(404);
  });

  test("is refused when it is none, and says why", { tags: "slow" }, async () => {
    const messages = async (file: Buffer | string, name?: string) => (await send(file, { name })).message;
    expect(await messages("")).toBe("The file is empty");
    expect(await messages("a,b\n1,2")).toMatch(/first row has to name the columns/);
    expect(await messages(Buffer.from([0, 1, 2, 3]))).toBe("This is neither a CSV nor an XLSX file");
    expect(await messages(Buffer.from("PK\x03\x04 and no zip"))).toMatch(/zip|archive/i);
    expect(await messages(`${head}${"A,B,,DE,,,\n".repeat(5_001)}`)).toMatch(/more than 5000 rows/);
    expect(await messages(Buffer.alloc(5 * 1024 * 1024 + 1, "a"))).toMatch(/5/);
    const bomb = zipOf(
      (async function* () {
        yield { name: "xl/worksheets/sheet1.xml", content: [`<x>${" ".repeat(40_000_000)}</x>`] };
      })(),
    );
    const chunks: Buffer[] = [];
    for await (const chunk of bomb) chunks.push(chunk);
    expect(await messages(Buffer.concat(chunks), "bomb.xlsx")).toMatch(/zip|archive/i);
    expect(await list()).toEqual([]);
  });

  test.each([
    ["UTF-8", (text: string) => Buffer.from(text)],
    ["UTF-8 with a byte order mark", (text: string) => Buffer.from(`\uFEFF${text}`)],
    [
      "UTF-16 as Excel writes it",
      (text: string) => Buffer.from(`\uFEFF${text.replaceAll(",", "\t")}`, "utf16le"),
    ],
  ])("is read as %s", async (_, encode) => {
    const { id } = (
      await send(encode("名称,地址,Postcode,Country,Phone\n苏州纺织厂,运河路8号,215000,CN,+86 512 6888 8888"))
    ).data;
    expect((await run(id)).data).toEqual({ added: 1, changed: 0 });
    expect(await list()).toMatchObject([{ name: "苏州纺织厂", address: "运河路8号" }]);
  });

  test("is read as GB18030, in which Chinese Excel saves it", { tags: "slow" }, async () => {
    // "名称,地址" and "苏州,路" in GB18030.
    const [head, row] = ["c3fbb3c62cb5d8d6b7", "cbd5d6dd2cc2b7"].map((hex) =>
      Buffer.from(hex, "hex").toString("latin1"),
    );
    const bytes = Buffer.from(`${head},Postcode,Country,Phone\n${row},215000,CN,+86 512 6888 8888`, "latin1");
    const { id } = (await send(bytes)).data;
    const choice = { id, encoding: "gb18030" } as const;
    await provider.call(addressImportEncoding, choice, { token: me.token, key: randomUUID() });
    await run(id);
    expect(await list()).toMatchObject([{ name: "苏州", address: "路" }]);
  });

  test.each(["csv", "xlsx"] as const)(
    "as %s that was exported is equal when it is imported again",
    async (format) => {
      const rival = await customer(provider);
      await save({
        type: "4",
        isDefaultPickup: true,
        isDefaultDelivery: true,
        postcode: "021500".slice(0, 6),
      });
      await save({ name: "=1+1", address: '\'+86, "Road"\nGate 2', postcode: "", state: "-5", type: "3" });
      await save({
        name: "苏州工厂",
        address: "运河路8号",
        countryCode: "US",
        postcode: "02134",
        contactNumber: "",
      });
      const file = await exported(format, { language: "zh" });
      const mine = (await list()).map(
        ({ id: _, version: __, updatedAt: ___, updatedBy: ____, ...fields }) => fields,
      );
      expect((await reportOf((await send(file)).data.id)).counts).toMatchObject({
        same: 3,
        changed: 0,
        faulty: 0,
      });
      const { id } = (await send(file, { who: rival })).data;
      await provider.call(addressImportRun, { id }, { token: rival.token, key: randomUUID() });
      const theirs = (await list(rival)).map(
        ({ id: _, version: __, updatedAt: ___, updatedBy: ____, ...fields }) => fields,
      );
      expect(theirs).toEqual(mine);
    },
  );

  test("guards any text against being computed, and gives it back", async () => {
    const { guarded, unguarded } = await import("#app/provider/output/cell-text.ts");
    const start = fc.constantFrom("", "'", "''", "=", "+86", "-", "@", "'=", "''+");
    fc.assert(
      fc.property(start, fc.string(), (first, rest) => {
        const cell = guarded(first + rest);
        expect(unguarded(cell)).toBe(first + rest);
        expect(cell).not.toMatch(/^([=+@\t\r]|-(?!\d+(\.\d+)?$))/);
      }),
    );
  });
});
