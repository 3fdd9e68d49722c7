import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addressImport, addressImportReport } from "#app/contract/address.ts";
import { hostileTables } from "#tests/support/hostile-tables.ts";
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
  test.each(["farCells", "sharedStrings"] as const)("is refused before it is parsed: %s", async (name) => {
    expect((await send(hostileTables[name]())).message).toMatch(/takes too much to read/);
  });

  test("with one cell far to the right is read without it", async () => {
    const { data } = await send(hostileTables.farCell());
    const report = await reportOf(data.id);
    expect(report.counts.faulty).toBe(999);
    expect(report.leftOut[0]).toMatchObject({ line: 2, name: "Company 2" });
    expect(report.unknownColumns).toEqual([]);
  });

  test.each(["lineFeeds", "cells"] as const)("of almost nothing is read as nothing: %s", async (name) => {
    const { data } = await send(hostileTables[name]());
    expect(Object.values((await reportOf(data.id)).counts)).toEqual([0, 0, 0, 0, 0]);
  });

  test("lets the server answer others meanwhile", async () => {
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

describe("a CSV file of another encoding is read as what it is", () => {
  const gb18030 = (hex: string) => Buffer.from(hex, "hex").toString("latin1");
  test.each([
    ["German", "Müller GmbH", "Königstraße 5, Größe"],
    ["Portuguese", "São João", "Conceição"],
    ["Norwegian", "Åse Ødegård", "Tromsø"],
    ["a euro and quotes", "Acme \x80", "\x93Hall\x94 \x96 2"],
  ])("Windows-1252: %s", async (_, name, address) => {
    const text = `name,address\n${name},"${address}"\n`;
    const { data } = await send(Buffer.from(text, "latin1"));
    const shown = new TextDecoder("windows-1252").decode(Buffer.from(name, "latin1"));
    expect((await reportOf(data.id)).leftOut[0]?.name).toBe(shown);
  });

  test.each([
    ["苏州", gb18030("cbd5d6dd")],
    ["ABC公司", `ABC${gb18030("b9abcbbe")}`],
    ["朱镕基", gb18030("d6ece946bbf9")],
  ])("GB18030: %s", async (name, bytes) => {
    const { data } = await send(
      Buffer.from(`name,address\n${bytes},${gb18030("c9cfbaa3cad0c6d6b6abd0c2c7f8")}\n`, "latin1"),
    );
    expect((await reportOf(data.id)).leftOut[0]?.name).toBe(name);
  });
});

test("rows below blank ones are read, with the line in which they stand", async () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => `Company ${index},Road\n\n`).join("");
  const report = await reportOf((await send(Buffer.from(`name,address\n${rows}`))).data.id);
  expect(report.counts.faulty).toBe(3_000);
  expect(report.leftOut[199]).toMatchObject({ line: 400, name: "Company 199" });
});

test("a person sends thirty tables a minute, and then waits; others do not", async () => {
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
