import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import yauzl from "yauzl";
import {
  documentDetail,
  documentFile,
  documentList,
  documentNeeds,
  documentRemove,
  documentUpload,
  documentZip,
} from "#app/contract/document.ts";
import { shareDocument, shareMake, shareView } from "#app/contract/share.ts";
import { shipmentDetail } from "#app/contract/shipment.ts";
import { transaction } from "#app/provider/db/database.ts";
import { indexGoods } from "#app/provider/documents/goods-index.ts";
import { indexNext } from "#app/provider/documents/text-index.ts";
import { zipNames } from "#app/provider/documents/zip.ts";
import type { FileStore } from "#app/provider/file-store/store.ts";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { listsOpenFiles, openFilesUnder } from "#tests/support/open-files.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { customer, desk, type Somebody, somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
let own: Somebody;
let rival: Somebody;
let staff: Somebody;
let shipment: { id: string; documentId: string };
const PDF = `%PDF-1.4\n%${"x".repeat(200)}\n%%EOF\n`;

beforeAll(async () => {
  provider = await startProvider();
  own = await customer(provider);
  rival = await customer(provider);
  staff = await desk(provider);
  shipment = await makeShipment(provider.db, own.companyId, {
    house_number: "FLDOC-1",
    poNumbers: ["PO-77"],
  });
  await makeShipment(provider.db, rival.companyId, { house_number: "FLDOC-RIVAL" });
  await makeShipment(provider.db, own.companyId, { house_number: "FLDOC-OVER", status: "COMPLETED" });
});
afterAll(() => provider?.stop());

async function send(
  who: Somebody,
  fields: Record<string, string>,
  { name = "list.pdf", content = PDF, key = randomUUID() as string } = {},
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.append("file", new Blob([content]), name);
  const answer = await fetch(`${provider.apiUrl}${documentUpload.path}`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${who.token}`, "idempotency-key": key },
  });
  return (await answer.json()) as {
    code: number;
    message: string;
    data: { id: string | null; refused: { message: string }[]; fields?: { path: string }[] };
  };
}
const list = async (more: object = {}, who = own) =>
  (await provider.call(documentList, { ...more }, { token: who.token })).data.rows;
const detail = async (id: string, who = own) => provider.call(documentDetail, { id }, { token: who.token });
const save = (path: string, body: object, who = own) =>
  fetch(`${provider.apiUrl}${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${who.token}`, "content-type": "application/json" },
  });
const file = (fields: Record<string, string>, who = own) =>
  fetch(`${provider.apiUrl}${documentFile.path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { authorization: `Bearer ${who.token}` },
  });
const codeOf = async (answer: Promise<Response>) => ((await (await answer).json()) as { code: number }).code;
const paper = { houseNumber: "fldoc 1", documentType: "INSURANCE", number: "POL 9" };
const added = async (name?: string) => (await send(own, paper, { name })).data.id!;

test("lists what the forwarder makes and what is uploaded, by shipment, type, day and number", async () => {
  const id = await added();
  expect(await list({ shipmentId: shipment.id, documentType: "INSURANCE" })).toMatchObject([
    {
      id,
      houseNumber: "FLDOC-1",
      number: "POL 9",
      isUploaded: true,
      version: 1,
      isSeen: false,
      fileName: "list.pdf",
    },
  ]);
  expect(await list({ isUploaded: false, shipmentId: shipment.id })).toMatchObject([
    { id: shipment.documentId },
  ]);
  for (const keyword of ["FLDOC 1", "po-77", "pol9"])
    expect((await list({ keyword })).map((row) => row.id)).toContain(id);
  expect(await list({ keyword: "%" })).toEqual([]);
  expect(await list({ dayFrom: "2099-01-01" })).toEqual([]);
  expect((await list({}, rival)).map(({ houseNumber }) => houseNumber)).toEqual(["FLDOC-RIVAL"]);
  expect((await list({}, staff)).map((row) => row.id)).toContain(id);
});

test("finds a number by its index", async () => {
  const plan = await transaction(provider.db, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    // As `listDocuments` compares it.
    return sql<{ "QUERY PLAN": string }>`
      explain select n.id from shipment_document n
      where starts_with(upper(regexp_replace(n.number, '[\\s-]', '', 'g')), ${"POL9"})`.execute(trx);
  });
  expect(JSON.stringify(plan.rows)).toContain("shipment_document_number");
});

test("keeps every version, numbered as they came, also of two at once, and one of a form sent twice", async () => {
  const id = await added();
  await Promise.all(["b.pdf", "c.pdf"].map((name) => send(own, { id }, { name, content: `${PDF}${name}` })));
  const key = randomUUID();
  await Promise.all([1, 2].map(() => send(own, { id }, { name: "d.pdf", key })));
  const { data } = await detail(id);
  expect(data.version).toBe(4);
  expect(data.versions.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
  expect(data.versions.map(({ fileName }) => fileName).sort()).toEqual([
    "b.pdf",
    "c.pdf",
    "d.pdf",
    "list.pdf",
  ]);
  const second = data.versions.find(({ version }) => version === 2)!;
  expect(await (await file({ id, version: "2" })).text()).toBe(`${PDF}${second.fileName}`);
  expect(await codeOf(file({ id, version: "9" }))).toBe(404);
  const twice = randomUUID();
  const ids = await Promise.all([1, 2].map(() => send(own, { ...paper, number: "TWICE" }, { key: twice })));
  expect(new Set(ids.map((answer) => answer.data.id)).size).toBe(1);
});

test("tells who has seen which version, and does not before anyone has", async () => {
  const id = await added();
  const colleague = await somebody(provider, own.companyId, { role: "finance" });
  expect((await detail(id)).data.seen).toEqual([]);
  await (await file({ id }, colleague)).arrayBuffer();
  await send(own, { id }, { name: "b.pdf" });
  await (await file({ id })).arrayBuffer();
  await (await file({ id })).arrayBuffer();
  const { seen, isSeen } = (await detail(id)).data;
  expect(isSeen).toBe(true);
  expect(seen!.map(({ version }) => version)).toEqual([2, 1]);
  expect((await detail(id, colleague)).data.isSeen).toBe(false);
});

test.runIf(listsOpenFiles)("leaves no file open when it cannot be noted who has seen it", async () => {
  const id = await added();
  await sql`
    create function fail_seen() returns trigger language plpgsql as $$ begin raise 'not noted'; end $$;
    create trigger fail_seen before insert on document_seen for each row execute function fail_seen()`.execute(
    provider.db,
  );
  try {
    for (let count = 0; count < 5; count++) expect(await codeOf(file({ id }))).toBe(500);
  } finally {
    await sql`drop trigger fail_seen on document_seen; drop function fail_seen`.execute(provider.db);
  }
  // Sooner than the garbage collector closes what was left open.
  await expect.poll(() => openFilesUnder(provider.filesFolder), { timeout: 1_000 }).toEqual([]);
  expect((await file({ id })).status).toBe(200);
});

test("takes papers only for shipments under way, and none of a kind that is not accepted", async () => {
  expect(await send(own, { ...paper, houseNumber: "FLDOC-OVER" })).toMatchObject({ code: 409 });
  const unknown = await send(own, { ...paper, houseNumber: "FLDOC-RIVAL" });
  expect([unknown.code, unknown.data.fields?.[0]?.path]).toEqual([400, "houseNumber"]);
  expect((await send(own, { houseNumber: "FLDOC-1" })).data.fields?.[0]?.path).toBe("documentType");
  expect(await send(own, { id: shipment.documentId })).toMatchObject({ code: 409 });
  const count = (await list({ isUploaded: true, pageSize: 100 })).length;
  const refused = await send(own, paper, { name: "run.exe" });
  expect(refused.data).toMatchObject({
    id: null,
    refused: [{ message: expect.stringContaining("not accepted") }],
  });
  expect((await list({ isUploaded: true, pageSize: 100 })).length).toBe(count);
  const left = await provider.db
    .selectFrom("shipment_document as d")
    .leftJoin("stored_file as f", "f.document_id", "d.id")
    .select("d.id")
    .where("d.is_uploaded", "=", true)
    .where("f.id", "is", null)
    .execute();
  expect(left).toEqual([]);
});

test("opens no document of another company, nor one whose shipment is no longer one's own", async () => {
  const id = await added();
  expect((await detail(id, rival)).code).toBe(404);
  expect(await codeOf(file({ id }, rival))).toBe(404);
  expect(await codeOf(save(documentZip.path, { ids: [id] }, rival))).toBe(404);
  expect((await send(rival, { id })).code).toBe(404);
  const moved = await makeShipment(provider.db, own.companyId, { house_number: "FLDOC-MOVED" });
  const gone = (await send(own, { ...paper, houseNumber: "FLDOC-MOVED" })).data.id!;
  await provider.db
    .updateTable("shipment")
    .set({ company_id: rival.companyId })
    .where("id", "=", moved.id)
    .execute();
  expect((await detail(gone)).code).toBe(404);
  expect(await codeOf(file({ id: gone }))).toBe(404);
  expect((await send(own, { id: gone })).code).toBe(404);
});

test("leaves uploaded papers out of the shipment's own documents and of shared links", async () => {
  const id = await added();
  const found = await provider.call(shipmentDetail, { id: shipment.id }, { token: own.token });
  expect(found.data.documents.map((each) => each.id)).toEqual([shipment.documentId]);
  const asked = { houseNumbers: ["FLDOC-1"], label: "", showsParties: true, showsDocuments: true };
  const link = await provider.call(shareMake, asked, { token: own.token });
  const token = link.data.url.split(/[#=/]/).at(-1)!;
  const { data } = await provider.call(shareView, { token }, {});
  const shown = JSON.stringify(data);
  expect([shown.includes(`"${shipment.documentId}"`), shown.includes("POL 9")]).toEqual([true, false]);
  const key = { token, documentId: id };
  expect((await provider.call(shareDocument, key, {})).code).toBe(404);
});

const entriesOf = async (bytes: Buffer) => {
  const names: Record<string, string> = {};
  const zip = await yauzl.fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    names[entry.fileName] = Buffer.concat(chunks).toString("latin1");
  }
  return names;
};

test("saves documents as one zip that another reader opens, with names that every system takes", async () => {
  const made = (await detail(shipment.documentId)).data.fileName;
  const names = ["提单 🚢.pdf", "提单 🚢.pdf", "CON.pdf"];
  const ids = [shipment.documentId];
  for (const name of names) ids.push(await added(name));
  const answer = await save(documentZip.path, { ids: [...ids, ids[1]] });
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="documents-[\d-]+\.zip"$/);
  const entries = await entriesOf(Buffer.from(await answer.arrayBuffer()));
  expect(Object.keys(entries).toSorted()).toEqual(
    ["_CON.pdf", "提单 🚢 (2).pdf", "提单 🚢.pdf", made].map((name) => `FLDOC-1/${name}`).toSorted(),
  );
  expect(entries["FLDOC-1/提单 🚢.pdf"]).toBe(PDF);
  expect((await detail(ids[1]!)).data.isSeen).toBe(true);
  for (const wrong of [[], ["1", "x"], Array.from({ length: 501 }, (_, index) => String(index))])
    expect(await codeOf(save(documentZip.path, { ids: wrong }))).toBe(400);
  expect(await codeOf(save(documentZip.path, { ids: [...ids, "999999"] }))).toBe(404);
});

test("ends a zip whose reader goes away, and one of which a file is lost", async () => {
  const id = await added();
  const key = await provider.db
    .selectFrom("stored_file")
    .select("storage_key")
    .where("document_id", "=", id)
    .executeTakeFirstOrThrow();
  const stop = new AbortController();
  const answer = await fetch(`${provider.apiUrl}${documentZip.path}`, {
    method: "POST",
    body: JSON.stringify({ ids: [shipment.documentId, id] }),
    headers: { authorization: `Bearer ${own.token}`, "content-type": "application/json" },
    signal: stop.signal,
  });
  stop.abort();
  await expect(answer.arrayBuffer()).rejects.toThrow();
  await provider.files.remove(key.storage_key);
  const broken = save(documentZip.path, { ids: [shipment.documentId, id] }).then((each) =>
    each.arrayBuffer(),
  );
  await expect(broken).rejects.toThrow();
  expect(await list()).not.toEqual([]);
});

test("tells which papers a shipment needs, what is there, and until when", async () => {
  const house = "FLDOC-NEED";
  const { id } = await makeShipment(provider.db, own.companyId, {
    house_number: house,
    incoterms: "CIF",
    service_type: "PTP",
    etd: new Date("2026-01-05T04:00:00Z"),
  });
  const needs = async () =>
    (await provider.call(documentNeeds, { shipmentId: id }, { token: own.token })).data;
  const wanted = ["COMMERCIAL_INVOICE", "PACKING_LIST", "INSURANCE", "CUSTOMS_DECLARATION", "VGM"];
  expect((await needs()).papers.map(({ documentType }) => documentType)).toEqual(wanted);
  expect((await needs()).deadline).toMatchObject({ by: "ETD", isPast: true, at: "2026-01-05 12:00:00" });
  const sent = await send(own, { ...paper, houseNumber: house });
  expect((await needs()).papers[2]).toMatchObject({ documentType: "INSURANCE", documentId: sent.data.id });
  await provider.db
    .insertInto("cut_off")
    .values({
      shipment_id: id,
      code: "DCO",
      at: new Date("2099-01-03T04:00:00Z"),
      is_day_only: false,
      source: "TEST",
      stated_at: new Date(),
      received_at: new Date(),
    } as never)
    .execute();
  expect((await needs()).deadline).toMatchObject({ by: "DCO", isPast: false });
});

test("asks for the dangerous goods declaration where the booking names a class, and takes each paper's own cut-off", async () => {
  const { id } = await makeShipment(provider.db, own.companyId, {
    house_number: "FLDOC-DG",
    booking_number: "BKDG-1",
    etd: new Date("2099-01-05T04:00:00Z"),
  });
  const papers = async () =>
    (await provider.call(documentNeeds, { shipmentId: id }, { token: own.token })).data.papers;
  const types = async () => (await papers()).map(({ documentType }) => documentType);
  expect(await types()).not.toContain("DANGEROUS_GOODS");
  const book = (companyId: string, number: string, content: object) =>
    provider.db
      .insertInto("booking")
      .values({
        company_id: companyId,
        booking_number: number,
        status: "CONFIRMED",
        content: JSON.stringify(content),
        created_by_name: "",
        updated_by_name: "",
        created_at: new Date(),
        updated_at: new Date(),
      } as never)
      .execute();
  await book(own.companyId, "BKDG-1", { dangerousClass: "3" });
  expect(await types()).toContain("DANGEROUS_GOODS");
  const cutOff = (code: string, day: string) =>
    provider.db
      .insertInto("cut_off")
      .values({
        shipment_id: id,
        code,
        at: new Date(`${day}T04:00:00Z`),
        is_day_only: false,
        source: "TEST",
        stated_at: new Date(),
        received_at: new Date(),
      } as never)
      .execute();
  await cutOff("DCO", "2099-01-03");
  const by = async () =>
    Object.fromEntries((await papers()).map((each) => [each.documentType, each.deadline?.by]));
  expect((await by()).VGM).toBeUndefined();
  await cutOff("VCO", "2026-01-02");
  await cutOff("DGC", "2099-01-01");
  expect(await by()).toMatchObject({ VGM: "VCO", DANGEROUS_GOODS: "DGC" });
  const vgm = (await papers()).find(({ documentType }) => documentType === "VGM")!;
  expect(vgm.deadline!.isPast).toBe(true);
  await provider.db.deleteFrom("booking").where("booking_number", "=", "BKDG-1").execute();
});

test("names in a zip are short, tame and different", () => {
  const nameOf = zipNames();
  expect(nameOf("../FL/1", "../../etc\\passwd\u0000.pdf")).toBe("_FL_1/_.._etc_passwd_.pdf");
  expect(nameOf("A", "x.pdf")).toBe("A/x.pdf");
  expect(nameOf("A", "X.PDF")).toBe("A/X (2).PDF");
  expect(nameOf("A", "  ..  ")).toBe("A/_");
  const long = nameOf("字".repeat(100), `${"字".repeat(10_000)}.pdf`);
  expect(Buffer.byteLength(long)).toBeLessThan(255);
  expect(long.endsWith("字.pdf")).toBe(true);
});

const remove = async (fields: { id: string; version?: number }, who = own) =>
  provider.call(documentRemove, fields, { token: who.token });

test("removes a version, then the document: words, seen and need go with it, and the log tells who did it", {
  tags: "slow",
}, async () => {
  const colleague = await somebody(provider, own.companyId, { role: "finance" });
  const { id: shipmentId } = await makeShipment(provider.db, own.companyId, { house_number: "FLDOC-GONE" });
  const sent = { ...paper, houseNumber: "FLDOC-GONE", documentType: "COMMERCIAL_INVOICE" };
  const id = (await send(own, sent, { name: "a.txt", content: "first 搪瓷" })).data.id!;
  for (const name of ["b.txt", "c.txt"]) await send(own, { id }, { name, content: `${name} 陶器` });
  await (await file({ id })).arrayBuffer();
  while (await indexNext(provider.db, provider.files)) {}
  const find = async (text: string) => (await list({ text })).map((row) => row.id);
  const invoice = async () => {
    const { data } = await provider.call(documentNeeds, { shipmentId }, { token: own.token });
    return data.papers.find(({ documentType }) => documentType === "COMMERCIAL_INVOICE")!.documentId;
  };
  expect([await find("陶器"), await invoice()]).toEqual([[id], id]);

  expect((await remove({ id, version: 2 }, colleague)).data).toEqual({ isGone: false });
  expect((await remove({ id, version: 2 })).code).toBe(404);
  expect(await codeOf(file({ id, version: "2" }))).toBe(404);
  let { data } = await detail(id);
  expect(data.versions.map(({ version }) => version)).toEqual([3, 1]);
  expect(data.version).toBe(3);
  expect(await (await file({ id, version: "3" })).text()).toBe("c.txt 陶器");
  // A number is not given again.
  await remove({ id, version: 3 });
  expect([await find("陶器"), (await detail(id)).data.seen]).toEqual([[], []]);
  while (await indexNext(provider.db, provider.files)) {}
  expect([await find("陶器"), await find("搪瓷")]).toEqual([[], [id]]);
  await send(own, { id }, { name: "d.txt", content: "fourth" });
  ({ data } = await detail(id));
  expect(data.versions.map(({ version }) => version)).toEqual([4, 1]);
  expect(data.removed.map(({ version, fileName }) => [version, fileName])).toEqual([
    [3, "c.txt"],
    [2, "b.txt"],
  ]);

  const both = await Promise.all([remove({ id }), remove({ id }, colleague)]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 404]);
  expect([(await detail(id)).code, await invoice()]).toEqual([404, null]);
  expect((await send(own, { id }, { name: "late.txt", content: "x" })).code).toBe(404);
  const { removed } = (await provider.call(documentNeeds, { shipmentId }, { token: own.token })).data;
  expect(removed).toHaveLength(4);
  const left = await sql<{ count: number }>`
    select (select count(*) from document_text where document_id = ${id})
      + (select count(*) from document_preview where document_id = ${id})
      + (select count(*) from document_seen where document_id = ${id}) as count`.execute(provider.db);
  expect(Number(left.rows[0]!.count)).toBe(0);
  expect((await verifyChains(provider.db)).broken).toBeNull();
});

test("lets nobody remove what is not theirs: made papers, the forwarder's, another company's, those of a completed shipment", async () => {
  const id = await added();
  const theirs = (await send(staff, paper)).data.id!;
  expect((await remove({ id }, rival)).code).toBe(404);
  expect((await remove({ id: shipment.documentId })).code).toBe(409);
  expect([(await remove({ id: theirs })).code, (await detail(theirs)).data.canRemove]).toEqual([403, false]);
  expect((await remove({ id }, staff)).code).toBe(403);
  // A version of the forwarder keeps the document, not the customer's own version.
  await send(staff, { id }, { name: "b.pdf" });
  expect((await remove({ id })).code).toBe(403);
  expect((await remove({ id, version: 1 })).data).toEqual({ isGone: false });
  expect((await remove({ id }, staff)).data).toEqual({ isGone: true });
  expect((await remove({ id: theirs }, staff)).data).toEqual({ isGone: true });
  const { id: done } = await makeShipment(provider.db, own.companyId, { house_number: "FLDOC-DONE" });
  const kept = (await send(own, { ...paper, houseNumber: "FLDOC-DONE" })).data.id!;
  await provider.db.updateTable("shipment").set({ status: "COMPLETED" }).where("id", "=", done).execute();
  expect((await remove({ id: kept })).code).toBe(409);
});

test("keeps nothing of a version that is removed while it is read, or sent", { tags: "slow" }, async () => {
  const id = (await send(own, paper, { name: "a.txt", content: "一二三四" })).data.id!;
  const slow: FileStore = {
    ...provider.files,
    get: async (key) => {
      const content = await provider.files.get(key);
      await remove({ id });
      return content;
    },
  };
  while (await indexNext(provider.db, slow)) {}
  const rows = await provider.db
    .selectFrom("document_text")
    .selectAll()
    .where("document_id", "=", id)
    .execute();
  expect(rows).toEqual([]);
  const next = await added();
  // The form is on its way when the document goes.
  const sending = send(own, { id: next }, { name: "b.pdf", content: PDF.repeat(5_000) });
  const [sent, gone] = await Promise.all([sending, remove({ id: next })]);
  const found = await detail(next);
  expect([200, 404]).toContain(sent.code);
  expect(gone.code).toBe(200);
  expect(found.code).toBe(sent.code === 200 && !gone.data.isGone ? 200 : 404);
});

test("finds the words of documents that are made: goods, order lines, parties and route, in those that say them", async () => {
  const { id: shipmentId } = await makeShipment(provider.db, own.companyId, { house_number: "FLDOC-WORDS" });
  for (const table of ["shipment_cargo", "shipment_order_line", "shipment_document"] as const)
    await provider.db.deleteFrom(table).where("shipment_id", "=", shipmentId).execute();
  const add = (document_type: "HOUSE_BILL" | "COMMERCIAL_INVOICE") =>
    provider.db
      .insertInto("shipment_document")
      .values({
        shipment_id: shipmentId,
        document_type,
        number: `W-${document_type}`,
        file_name: "w.pdf",
        issued_on: "2026-11-01",
        added_at: null,
        upload_key: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
  const [bill, invoice] = [(await add("HOUSE_BILL")).id, (await add("COMMERCIAL_INVOICE")).id];
  const cargo = { pieces: 1, package_type: "PALLET", gross_weight_kg: "1.000", volume_cbm: "1.000" };
  await provider.db
    .insertInto("shipment_cargo")
    .values([
      {
        ...cargo,
        shipment_id: shipmentId,
        data_type: "H",
        description: "Hydraulic  PRESSES 液压机, 60% off_y",
      },
      { ...cargo, shipment_id: shipmentId, data_type: "O", description: "Consolidated machinery" },
    ])
    .execute();
  await provider.db
    .insertInto("shipment_order_line")
    .values({
      shipment_id: shipmentId,
      line: 1,
      po_number: "P1",
      sku_number: "S1",
      pieces: 1,
      cartons: 1,
      description: "Gasket of copper",
    })
    .execute();
  while (await indexGoods(provider.db)) {}
  const find = async (text: string, who = own) =>
    (await list({ text, shipmentId }, who)).map(({ id }) => id).sort();
  const both = [bill, invoice].sort();
  for (const text of ["hydraulic presses", "液压", "60% off_"])
    expect([text, await find(text)]).toEqual([text, both]);
  for (const text of ["consolidated", "压机液", "60_", "%%%"])
    expect([text, await find(text)]).toEqual([text, []]);
  expect(await find("of copper")).toEqual([invoice]);
  const { rows } = await sql<{ shipper: string; port: string }>`
    select p.name as shipper, l.name as port from shipment s join party p on p.id = s.shipper_id
    join place l on l.code = s.port_of_departure where s.id = ${shipmentId}`.execute(provider.db);
  expect(await find(rows[0]!.shipper)).toEqual(both);
  expect(await find(rows[0]!.port.toUpperCase())).toEqual([bill]);
  expect((await list({ text: "presses", shipmentId }))[0]!.excerpt).toBe(
    "hydraulic presses 液压机, 60% off_y",
  );
  expect(await find("hydraulic", rival)).toEqual([]);
  await provider.db
    .updateTable("shipment_order_line")
    .set({ description: "Gasket of tin" })
    .where("shipment_id", "=", shipmentId)
    .execute();
  while (await indexGoods(provider.db)) {}
  expect(await find("of copper")).toEqual([]);
  expect(await find("of tin")).toEqual([invoice]);
});

test("finds words in what is uploaded: of two Chinese characters, in the latest version, for those who may save it", {
  tags: "slow",
}, async () => {
  const rest = (
    await send(own, paper, { name: "rest.txt", content: "Insured: 发电机 two pieces, 50% off_x" })
  ).data.id!;
  while (await indexNext(provider.db, provider.files)) {}
  const find = async (text: string, who = own) => (await list({ text }, who)).map(({ id }) => id);
  expect(await find("发电")).toEqual([rest]);
  expect(await find("TWO  pieces")).toEqual([rest]);
  expect(await find("50% off_")).toEqual([rest]);
  for (const none of ["机发", "50_", "%%%", "电", "ab"]) expect([none, await find(none)]).toEqual([none, []]);
  expect((await list({ text: "发电" }))[0]!.excerpt).toContain("insured: 发电机 two");
  expect(await find("发电", rival)).toEqual([]);
  await send(own, { id: rest }, { name: "next.txt", content: "Now a 变压器" });
  while (await indexNext(provider.db, provider.files)) {}
  expect(await find("发电")).toEqual([]);
  expect(await find("变压")).toEqual([rest]);
  const reader = await somebody(provider, own.companyId, { role: "finance" });
  await provider.db.deleteFrom("role_resource").where("url", "=", "/documents/file").execute();
  expect(await find("变压", reader)).toEqual([]);
});
