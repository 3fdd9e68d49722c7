import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { decode } from "fast-png";
import { sql } from "kysely";
import PDFDocument from "pdfkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentDetail, documentPreview, documentUpload } from "#app/contract/document.ts";
import { invoiceFile } from "#app/contract/invoice.ts";
import { runPreview } from "#app/provider/previews/work.ts";
import { listsOpenFiles, openFilesUnder } from "#tests/support/open-files.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { invoice, issue } from "../invoices/fixture.ts";
import { customer, desk, type Somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
let own: Somebody;
let rival: Somebody;
let shipment: { id: string; documentId: string };

beforeAll(async () => {
  provider = await startProvider();
  own = await customer(provider);
  rival = await customer(provider);
  shipment = await makeShipment(provider.db, own.companyId, { house_number: "FLPRE-1" });
});
afterAll(() => provider?.stop());

/** A PDF of one page: its content, its size, and the font of `/F1`, which it does not hold. */
function pdfOf(content: string, { size = "400 200", more = "", kids = "" } = {}): Buffer {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size}]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>${more}>>>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    "<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[6 0 R]>>",
    "<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/FontDescriptor 7 0 R>>",
    "<</Type/FontDescriptor/FontName/STSong-Light/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80>>",
    ...(kids ? [kids] : []),
  ];
  const body = objects.map((text, index) => `${index + 1} 0 obj\n${text}\nendobj\n`).join("");
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\n%%EOF`);
}
const words = (text: string) =>
  pdfOf(`BT /F1 40 Tf 20 80 Td <${Buffer.from(text, "utf16le").swap16().toString("hex")}> Tj ET`);

/** The share of dark points, and how many rows of points have one. */
function inkOf(png: Buffer): { share: number; rows: number; width: number; height: number } {
  const { data, width, height, channels } = decode(png);
  const isDark = (point: number) => data[point * channels]! < 128;
  const dark = Array.from({ length: height }, (_, row) => {
    let count = 0;
    for (let column = 0; column < width; column++) if (isDark(row * width + column)) count++;
    return count;
  });
  const sum = dark.reduce((total, count) => total + count, 0);
  return { share: sum / (width * height), rows: dark.filter(Boolean).length, width, height };
}

async function upload(name: string, content: Buffer): Promise<string> {
  const form = new FormData();
  form.set("houseNumber", "FLPRE-1");
  form.set("documentType", "OTHER");
  form.append("file", new Blob([new Uint8Array(content)]), name);
  const answer = await fetch(`${provider.apiUrl}${documentUpload.path}`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${own.token}`, "idempotency-key": randomUUID() },
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  return data.id;
}
async function preview(id: string, page = "1", who = own) {
  const answer = await fetch(`${provider.apiUrl}${documentPreview.path}`, {
    method: "POST",
    body: new URLSearchParams({ id, page }),
    headers: { authorization: `Bearer ${who.token}` },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.headers.get("content-type") === "image/png") return { png: bytes, code: 200 };
  return { png: null, code: (JSON.parse(bytes.toString()) as { code: number }).code };
}
const detail = async (id: string) => (await provider.call(documentDetail, { id }, { token: own.token })).data;

test("draws Chinese that a PDF names without holding it, each character another shape", {
  tags: "slow",
}, async () => {
  const [one, other, none] = await Promise.all(
    ["提单发票", "上海门口", " "].map((text) => runPreview("page", words(text))),
  );
  expect([one!.state, one!.pages]).toEqual(["ready", 1]);
  // A font without these characters draws the same box, or nothing, for each.
  expect(one!.content.equals(other!.content)).toBe(false);
  expect(inkOf(one!.content).share).toBeGreaterThan(0.02);
  expect(inkOf(one!.content).rows).toBeGreaterThan(60);
  expect(inkOf(none!.content).share).toBe(0);
  expect((await runPreview("text", words("提单发票")))!.content.toString()).toContain("提单发票");
});

test("draws a document that the forwarder makes, keeps it, and shows the last page for one beyond", {
  tags: "slow",
}, async () => {
  const { documentId } = shipment;
  expect((await detail(documentId)).preview).toEqual({ state: null, pages: null });
  const first = await preview(documentId);
  expect(inkOf(first.png!).share).toBeGreaterThan(0.001);
  expect((await detail(documentId)).preview).toMatchObject({ state: "ready" });
  expect((await detail(documentId)).isSeen).toBe(true);
  expect((await preview(documentId, "9")).png!.length).toBeGreaterThan(500);
  const count = async () =>
    (
      await provider.db
        .selectFrom("document_preview")
        .select("page")
        .where("document_id", "=", documentId)
        .execute()
    ).length;
  const kept = await count();
  await preview(documentId);
  expect(await count()).toBe(kept);
  expect((await preview(documentId, "1", rival)).code).toBe(404);
  await provider.db.deleteFrom("shipment_document").where("id", "=", documentId).execute();
  expect(await count()).toBe(0);
});

test("our own invoice shows its Chinese where no font is installed, and differs from one whose glyphs are missing", {
  tags: "slow",
}, async () => {
  const staff = await desk(provider);
  const payer = await customer(provider, ["SHIPMENT_CHARGES", "INVOICE_DOWNLOAD"]);
  const { data } = await issue(provider, staff, invoice(payer.companyId, "12"));
  // The same invoice in each picture but for its title, which nobody can change otherwise.
  await sql`alter table invoice disable trigger user`.execute(provider.db);
  const drawn = async (title: string) => {
    await provider.db.updateTable("invoice").set({ title }).where("id", "=", data.id).execute();
    const pdf = await fetch(`${provider.apiUrl}${invoiceFile.path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${payer.token}` },
      body: new URLSearchParams({ id: data.id }),
    });
    const page = await runPreview("page", Buffer.from(await pdf.arrayBuffer()));
    expect(page!.state).toBe("ready");
    return page!.content;
  };
  const none = await drawn("");
  const [one, other] = [await drawn("海运费港口杂费"), await drawn("报关手续费仓储")];
  // The font has no Hangul: each character is the same box, whatever it should be.
  const [missing, missingToo] = [await drawn("한국어운임항구"), await drawn("부두비용항만료")];
  expect(missing.equals(missingToo)).toBe(true);
  expect([one.equals(other), one.equals(missing), one.equals(none)]).toEqual([false, false, false]);
  expect(inkOf(one).share).toBeGreaterThan(inkOf(none).share);
});

test("keeps an encrypted and a broken PDF without a picture, and draws pictures", {
  tags: "slow",
}, async () => {
  const locked = new PDFDocument({ userPassword: "x" });
  locked.text("secret").end();
  const encrypted = await upload("a.pdf", await buffer(locked as never));
  const broken = await upload("b.pdf", Buffer.from("%PDF-1.4 nonsense"));
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const picture = await upload("c.png", png);
  const text = await upload("d.txt", Buffer.from("words"));
  expect((await preview(encrypted)).code).toBe(409);
  expect((await detail(encrypted)).preview).toEqual({ state: "encrypted", pages: null });
  expect((await preview(broken)).code).toBe(409);
  expect((await detail(broken)).preview?.state).toBe("broken");
  expect((await preview(picture)).code).toBe(200);
  expect((await preview(text)).code).toBe(409);
  expect((await detail(text)).preview).toBeNull();
});

test.runIf(listsOpenFiles)("leaves no file open that it does not draw", async () => {
  const text = await upload("e.txt", Buffer.from("words"));
  for (let count = 0; count < 5; count++) expect((await preview(text)).code).toBe(409);
  // Sooner than the garbage collector closes what was left open.
  await expect.poll(() => openFilesUnder(provider.filesFolder), { timeout: 1_000 }).toEqual([]);
});

test("kills what takes too much: an endless loop of forms, a huge page stays a small picture", {
  tags: "slow",
}, async () => {
  const bomb = pdfOf("/X Do ".repeat(60), {
    more: "/XObject<</X 8 0 R>>",
    kids: `<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 9 0 R>>>>/Length 360>>stream\n${"/X Do ".repeat(60)}\nendstream\nendobj\n9 0 obj\n<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 10 0 R>>>>/Length 360>>stream\n${"/X Do ".repeat(60)}\nendstream\nendobj\n10 0 obj\n<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 11 0 R>>>>/Length 360>>stream\n${"/X Do ".repeat(60)}\nendstream\nendobj\n11 0 obj\n<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<>>/Length 4000>>stream\n${"0 0 m 9 9 l S ".repeat(280)}\nendstream`,
  });
  const huge = pdfOf("0 0 m 9 9 l S", { size: "20000000 20000000" });
  const [killed, drawn] = await Promise.all([runPreview("page", bomb), runPreview("page", huge)]);
  expect(killed!.state).toBe("tooMuch");
  expect(drawn!.state).toBe("ready");
  expect(inkOf(drawn!.content).width).toBeLessThanOrEqual(1_000);
});
