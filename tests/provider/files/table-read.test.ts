import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  addressImport,
  addressImportEncoding,
  addressImportReport,
  addressImportRun,
} from "#app/contract/address.ts";
import type { FileEncoding } from "#app/contract/file-encoding-code.ts";
import { hostileTables } from "#tests/support/hostile-tables.ts";
import { casesByDay } from "#tests/support/is-all.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, type Somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
let me: Somebody;
beforeAll(async () => {
  provider = await startProvider();
});
beforeEach(async () => {
  me = await customer(provider);
});
afterAll(() => provider?.stop());

async function send(file: Buffer, who = me) {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(file)]), "table");
  const answer = await fetch(`${provider.apiUrl}${addressImport.path}`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${who.token}`, "idempotency-key": randomUUID() },
  });
  return (await answer.json()) as { code: number; message: string; data: { id: string } };
}
const reportOf = async (id: string) =>
  (await provider.call(addressImportReport, { id }, { token: me.token })).data;

describe("a table that takes much to read", () => {
  test.each(casesByDay(["farCells", "sharedStrings"] as const, 2))(
    "is refused before it is parsed: %s",
    async (name) => {
      expect((await send(hostileTables[name]())).message).toMatch(/takes too much to read/);
    },
  );

  test("with one cell far to the right is read without it", async () => {
    const { data } = await send(hostileTables.farCell());
    const report = await reportOf(data.id);
    expect(report.counts.faulty).toBe(999);
    expect(report.leftOut[0]).toMatchObject({ line: 2, name: "Company 2" });
    expect(report.unknownColumns).toEqual([]);
  });

  test.each(casesByDay(["lineFeeds", "cells"] as const, 2))(
    "of almost nothing is read as nothing: %s",
    { tags: "slow" },
    async (name) => {
      const { data } = await send(hostileTables[name]());
      expect(Object.values((await reportOf(data.id)).counts)).toEqual([0, 0, 0, 0, 0]);
    },
  );

  test("lets the server answer others meanwhile", { tags: "slow" }, async () => {
    const sent = Promise.all([
      send(hostileTables.lineFeeds()),
      send(hostileTables.farCell(), await customer(provider)),
    ]);
    let isRead = false;
    void sent.then(() => {
      isRead = true;
    });
    let answers = 0;
    for (; !isRead; answers++)
      expect((await fetch(`${new URL(provider.apiUrl).origin}/health/live`)).status).toBe(200);
    await sent;
    expect(answers).toBeGreaterThan(20);
  });
});

const choose = (id: string, encoding: FileEncoding, token = me.token) =>
  provider.call(addressImportEncoding, { id, encoding }, { token, key: randomUUID() });

describe("a CSV file that is no Unicode", () => {
  const hex = (digits: string) => Buffer.from(digits, "hex").toString("latin1");
  const cases: [encoding: FileEncoding, name: string, bytes: string, address: string][] = [
    ["windows-1252", "Müller Söhne", hex("4dfc6c6c65722053f6686e65"), hex("4bf66e69677374726ddf652035")],
    ["windows-1252", "São João", hex("53e36f204a6fe36f"), hex("436f6e636569e7e36f")],
    ["windows-1252", "Acme €", hex("41636d652080"), hex("9348616c6c94")],
    ["windows-1252", "Société Générale", hex("536f6369e974e92047e96ee972616c65"), hex("4f726ce9616e73")],
    ["gb18030", "苏州", hex("cbd5d6dd"), hex("c9cfbaa3cad0c6d6b6abd0c2c7f8")],
    ["gb18030", "ABC公司", `ABC${hex("b9abcbbe")}`, hex("c9cfbaa3")],
    ["big5", "台灣公司", hex("a578c657a4bda571"), hex("a578a55f")],
    ["shift_jis", "日本", hex("93fa967b"), hex("938c8b9e")],
  ];
  test.each(casesByDay(cases, 10))(
    "waits until its encoding is chosen: %s, %s",
    async (encoding, name, bytes, address) => {
      const { data } = await send(Buffer.from(`name,address\nAcme,Road\n${bytes},"${address}"\n`, "latin1"));
      const before = await reportOf(data.id);
      expect(Object.values(before.counts)).toEqual([0, 0, 0, 0, 0]);
      const preview = before.encodings.find((each) => each.encoding === encoding)!;
      expect(preview.rows).toMatchObject([{ line: 3, cells: [name, expect.any(String)] }]);
      const early = await provider.call(
        addressImportRun,
        { id: data.id },
        { token: me.token, key: randomUUID() },
      );
      expect([early.code, early.message]).toEqual([400, expect.stringMatching(/not UTF-8/)]);
      expect((await choose(data.id, encoding)).code).toBe(200);
      const after = await reportOf(data.id);
      expect(after.encodings).toEqual([]);
      expect(after.leftOut.map((row) => row.name)).toEqual(["Acme", name]);
      // The first choice holds: what is read already does not change behind a reader.
      expect((await choose(data.id, "big5")).code).toBe(200);
      expect((await reportOf(data.id)).leftOut[1]!.name).toBe(name);
    },
  );

  test.each([
    ["windows-1252", "name,address\nM\xfcller,K\xf6nigstra\xdfe\nS\xf8ren,\xc5rhus\n"],
    ["gb18030", `name,address\n${hex("cbd5d6dd")},${hex("c9cfbaa3cad0c6d6b6abd0c2c7f8")}\n`],
  ])("shows the likeliest encoding first: %s", { tags: "slow" }, async (encoding, text) => {
    const { data } = await send(Buffer.from(text, "latin1"));
    expect((await reportOf(data.id)).encodings[0]!.encoding).toBe(encoding);
  });

  test("is chosen by the person who sent it, and only as it can be read", async () => {
    const { data } = await send(Buffer.from("name,address\nM\xfcller,R\n", "latin1"));
    expect((await choose(data.id, "windows-1252", (await customer(provider)).token)).code).toBe(404);
    expect((await choose(data.id, "shift_jis")).code).toBe(400);
    expect((await reportOf(data.id)).encodings.map(({ encoding }) => encoding)).toContain("windows-1252");
  });

  test("that is no text at all is refused", async () => {
    const answer = await send(Buffer.from([0xff, 0x00, 0x81, 0x00, 0xfe, 0x00]));
    expect([answer.code, answer.message]).toEqual([400, "This is neither a CSV nor an XLSX file"]);
  });
});

describe("a CSV file of Unicode is read as it is", () => {
  const text = "name,address\nMüller 苏州,Straße 5\n";
  test.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`)],
    ["UTF-16, little end first", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16, big end first", Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
  ])("%s", async (_, content) => {
    const report = await reportOf((await send(content)).data.id);
    expect([report.encodings, report.leftOut[0]!.name]).toEqual([[], "Müller 苏州"]);
  });
});

describe("the first line and the cells of a CSV file", () => {
  const firstLines: [string, string, number][] = [
    ["sep=;\r\nname;address\r\nA, B & C;Road 1\r\n", "A, B & C", 3],
    ["\ufeffsep=;\nname;address\nA;Road\n", "A", 3],
    ['"sep=\t"\nname\taddress\nA;B\tRoad\n', "A;B", 3],
    ["SEP=|\nname|address\nA;B|Road\n", "A;B", 3],
    ["sep=,\nname,address\nA,Road\n", "A", 3],
    ["name;address\nA;Road, 2\n", "A", 2],
    ["name|address\nA|Road\n", "A", 2],
    ['name,address\n"A\nB",Road\n', "A\nB", 2],
    ['name,address\nPipe 5",Road\n', 'Pipe 5"', 2],
  ];
  test.each(casesByDay(firstLines, 8))("%j", async (content, name, line) => {
    const report = await reportOf((await send(Buffer.from(content))).data.id);
    expect(report.leftOut).toMatchObject([{ name, line }]);
  });
});

const withStates = (states: readonly string[]) =>
  send(
    Buffer.from(
      `name;address;countryCode;state\n${states.map((state, at) => `${at};Road;DE;${state}\n`).join("")}`,
    ),
  );

test("what a spreadsheet makes of a cell of text is named as what it is", async () => {
  const spoilt = ["#N/A", "#REF!", "#DIV/0!", "#NAME?", "#NV", "########", "1.23457E+11", "1,2E+15"];
  const { leftOut } = await reportOf((await withStates(spoilt)).data.id);
  expect(leftOut.map(({ faults }) => faults)).toMatchObject(
    spoilt.map((cell) => [{ field: "state", message: expect.stringContaining(cell) }]),
  );
});

test("text that only looks like it is text", async () => {
  const texts = ["# 12", "#5 Main Road", "1E5", "12E+05", "E+11"];
  const report = await reportOf((await withStates(texts)).data.id);
  expect([report.counts.added, report.leftOut]).toEqual([texts.length, []]);
});

test("rows below blank ones are read, with the line in which they stand", async () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => `Company ${index},Road\n\n`).join("");
  const report = await reportOf((await send(Buffer.from(`name,address\n${rows}`))).data.id);
  expect(report.counts.faulty).toBe(3_000);
  expect(report.leftOut[199]).toMatchObject({ line: 400, name: "Company 199" });
});

test("a person sends thirty tables a minute, and then waits; others do not", { tags: "slow" }, async () => {
  await provider.db
    .insertInto("call_count")
    .values({
      caller: `person ${me.id}`,
      route: "tables",
      calls: 30,
      ends_at: new Date(Date.now() + 50_000),
    })
    .execute();
  const small = Buffer.from("name,address\nA,B\n");
  const refused = await send(small);
  expect(refused.code).toBe(429);
  expect(refused.message).toMatch(/seconds/);
  expect((await send(small, await customer(provider))).code).toBe(200);
});
