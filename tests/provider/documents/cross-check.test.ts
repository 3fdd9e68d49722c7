import { afterAll, beforeAll, expect, test } from "vitest";
import { documentCrossCheck, documentNeeds, documentRemove, documentUpload } from "#app/contract/document.ts";
import type { CheckedFact, PaperType } from "#app/contract/document-code.ts";
import { indexNext } from "#app/provider/documents/text-index.ts";
import { makeRole } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { customer, type Somebody, somebody } from "../quotes/fixture.ts";
import { chineseInvoice, houseBill, packingList, scan } from "./trade-papers.ts";

let provider: TestProvider;
let own: Somebody;
let viewer: Somebody;
let rival: Somebody;
beforeAll(async () => {
  provider = await startProvider();
  own = await customer(provider);
  // With the screen, without the right to save documents.
  viewer = await somebody(provider, own.companyId, { role_id: await makeRole(provider.db, ["DOCUMENT"]) });
  rival = await customer(provider);
});
afterAll(() => provider?.stop());

let count = 0;
const shipment = async (columns: object = {}) => {
  const house_number = `FLCHK-${++count}`;
  return { ...(await makeShipment(provider.db, own.companyId, { house_number, ...columns })), house_number };
};
async function send(fields: Record<string, string>, content: Buffer | string, name = "paper.pdf") {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.append("file", new Blob([new Uint8Array(Buffer.from(content))]), name);
  const answer = await fetch(`${provider.apiUrl}${documentUpload.path}`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${own.token}` },
  });
  return ((await answer.json()) as { data: { id: string } }).data.id;
}
const upload = (houseNumber: string, documentType: PaperType, content: Buffer | string, name?: string) =>
  send({ houseNumber, documentType }, content, name);
const readAll = async () => {
  while (await indexNext(provider.db, provider.files)) {}
};
async function check(shipmentId: string, who = own) {
  const { data } = await provider.call(documentCrossCheck, { shipmentId }, { token: who.token });
  const row = (fact: CheckedFact) => data.rows.find((each) => each.fact === fact)!;
  const paper = (name: string) => data.papers.find((each) => each.paper === name)!;
  return { row, paper };
}

test("a paper that does not exist says nothing, and two that are made from the same lines confirm nothing", async () => {
  const { id, house_number } = await shipment();
  const { row, paper } = await check(id);
  expect(paper("packingList")).toEqual({ paper: "packingList", state: "none", files: [] });
  expect(paper("booking").state).toBe("none");
  expect(row("packages")).toMatchObject({
    booking: null,
    packingList: null,
    invoice: null,
    verdict: "single",
  });
  expect(row("shipper")).toMatchObject({ packingList: null, invoice: null, verdict: "single" });
  expect(row("units")).toMatchObject({ verdict: "unknown" });

  const line = { shipment_id: id, po_number: "PO-1", sku_number: "S", description: "Lamps", pieces: 40 };
  await provider.db.deleteFrom("shipment_order_line").where("shipment_id", "=", id).execute();
  await provider.db
    .insertInto("shipment_order_line")
    .values([
      { ...line, line: 1, cartons: 4, gross_weight_kg: "500.5" },
      { ...line, line: 2, cartons: 5, gross_weight_kg: "1" },
    ] as never)
    .execute();
  const before = await check(id);
  expect(before.row("units")).toMatchObject({ packingList: null, verdict: "unknown" });
  await provider.db
    .insertInto("shipment_document")
    .values(
      ["PACKING_LIST", "COMMERCIAL_INVOICE"].map((document_type) => ({
        shipment_id: id,
        document_type,
        number: house_number,
        issued_on: "2026-11-01",
        file_name: "a.pdf",
      })) as never,
    )
    .execute();
  const after = await check(id);
  expect(after.paper("packingList").state).toBe("made");
  expect(after.row("units")).toMatchObject({ packingList: "80", invoice: "80", verdict: "single" });
  expect(after.row("shipper").verdict).toBe("single");
  expect(after.row("packages")).toMatchObject({ packingList: "9", verdict: "different" });
  expect(after.row("grossWeight")).toMatchObject({
    packingList: "501.5",
    invoice: null,
    verdict: "different",
  });

  const by = { token: rival.token };
  expect((await provider.call(documentCrossCheck, { shipmentId: id }, by)).code).toBe(404);
  expect((await provider.call(documentNeeds, { shipmentId: id }, by)).code).toBe(404);
});

test("reads uploaded papers as trade writes them, and compares them with one another", {
  tags: "slow",
}, async () => {
  const { id, house_number } = await shipment();
  const list = await upload(house_number, "PACKING_LIST", await packingList(), "PL 77.pdf");
  expect((await check(id)).paper("packingList").files).toEqual([
    { documentId: list, fileName: "PL 77.pdf", reading: "pending" },
  ]);
  await upload(house_number, "COMMERCIAL_INVOICE", await chineseInvoice());
  await readAll();
  const { row, paper } = await check(id);
  expect(paper("packingList")).toMatchObject({ state: "uploaded", files: [{ reading: "read" }] });
  const read = (value: string, text: string) => ({ paper: "packingList", documentId: list, value, text });
  expect(row("packages")).toMatchObject({ packingList: "10", houseBill: "10", verdict: "same" });
  expect(row("packages").read).toEqual([read("10", "TOTAL: CTNS 10")]);
  expect(row("units")).toMatchObject({ packingList: "1000", invoice: "1000", verdict: "same" });
  expect(row("grossWeight")).toMatchObject({
    packingList: "1200.5",
    houseBill: "1190.250",
    verdict: "different",
  });
  expect(row("grossWeight").read).toEqual([read("1200.5", "TOTAL: G.W. (KGS) 1,200.50")]);
  expect(row("volume")).toMatchObject({ packingList: "6.12", houseBill: "6.120", verdict: "same" });
  expect(row("shipper")).toMatchObject({ packingList: "SHENZHEN SECRET FACTORY", verdict: "same" });
  expect(row("consignee")).toMatchObject({
    packingList: "HAMBURG SECRET BUYER",
    invoice: "Hamburg Secret Buyer GmbH",
    verdict: "different",
  });
  expect(row("orders")).toMatchObject({ packingList: "PO-7701, PO-7702", verdict: "same" });

  // Who may not open a document reads nothing of it.
  const hidden = await check(id, viewer);
  expect(hidden.paper("packingList").files).toMatchObject([{ reading: "hidden" }]);
  expect(hidden.row("grossWeight")).toMatchObject({ packingList: null, read: [] });

  // The latest version counts, and one that is removed does not.
  await send({ id: list }, await packingList("1,300.50"), "PL 77b.pdf");
  expect((await check(id)).paper("packingList").files).toMatchObject([{ reading: "pending" }]);
  expect((await check(id)).row("grossWeight").packingList).toBeNull();
  await readAll();
  expect((await check(id)).row("grossWeight")).toMatchObject({ packingList: "1300.5", verdict: "different" });
  await provider.call(documentRemove, { id: list, version: 2 }, { token: own.token });
  expect((await check(id)).row("grossWeight").packingList).toBeNull();
  await readAll();
  expect((await check(id)).row("grossWeight")).toMatchObject({ packingList: "1200.5" });
  await provider.call(documentRemove, { id: list }, { token: own.token });
  expect((await check(id)).paper("packingList")).toMatchObject({ state: "none", files: [] });
});

test("says of a scan that it has no text, and reads our own layout, sheets and several files", {
  tags: "slow",
}, async () => {
  const { id, house_number } = await shipment();
  await upload(house_number, "PACKING_LIST", await scan());
  await upload(house_number, "HOUSE_BILL", await houseBill(), "bill.pdf");
  const csv = "P.O. No.;Qty (PCS)\nPO-1;600\nPO-2;400\nTotal;1000\n";
  await upload(house_number, "COMMERCIAL_INVOICE", csv, "invoice.csv");
  await readAll();
  const first = await check(id);
  expect(first.paper("packingList").files).toMatchObject([{ reading: "noText" }]);
  expect(first.row("grossWeight")).toMatchObject({
    packingList: null,
    houseBill: "1200.5",
    verdict: "single",
  });
  expect(first.row("packages")).toMatchObject({ packingList: null, houseBill: "10", verdict: "single" });
  expect(first.row("units")).toMatchObject({ invoice: "1000", verdict: "single" });
  expect(first.row("orders").invoice).toBe("PO-1, PO-2");

  await upload(house_number, "COMMERCIAL_INVOICE", "Quantity: 7\nP.O. No.: PO-3", "second.txt");
  await upload(house_number, "COMMERCIAL_INVOICE", "%PDF-1.4\nbroken", "third.pdf");
  await readAll();
  const then = await check(id);
  expect(then.row("units")).toMatchObject({ invoice: null, verdict: "unclear" });
  expect(then.row("units").read.map(({ value }) => value)).toEqual(["1000", "7"]);
  expect(then.paper("invoice").files.map(({ reading }) => reading)).toEqual(["read", "read", "noText"]);
});
