import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type Kysely, sql } from "kysely";
import type { PaperType } from "#app/contract/document-code.ts";
import { formatDay, HOUR_MS, WIRE_ZONE } from "#app/lib/date-time.ts";
import { arrayOf, gramsOf } from "../db/gram.ts";
import type { Database } from "../db/schema.ts";
import { searchText } from "../db/search-text.ts";
import type { FileStore } from "../file-store/store.ts";
import { insertFile } from "../files/stored-file.ts";
import { DEMO_PREFIX } from "../identity/demo-company.ts";
import { PdfSheet } from "../output/pdf-sheet.ts";

const words = {
  shipper: "Shipper",
  consignee: "Consignee",
  goods: "Goods",
  house: "Shipment",
  total: "Total",
};
const chinese: typeof words = {
  shipper: "发货人",
  consignee: "收货人",
  goods: "货物",
  house: "分单号",
  total: "合计",
};

interface Kind {
  type: PaperType;
  title: string;
  prefix: string;
  labels: typeof words;
}
const KINDS: readonly Kind[] = [
  { type: "CERTIFICATE_OF_ORIGIN", title: "Certificate of origin", prefix: "CO", labels: words },
  { type: "INSURANCE", title: "Cargo insurance certificate", prefix: "INS", labels: words },
  { type: "VGM", title: "Verified gross mass", prefix: "VGM", labels: words },
  { type: "CUSTOMS_DECLARATION", title: "Export declaration", prefix: "EX", labels: words },
];
const CHINESE: Kind = { type: "CUSTOMS_DECLARATION", title: "出口报关单", prefix: "BG", labels: chinese };

/** Shipments with an uploaded paper, of each customer. */
const PAPERS = 18;

interface Row {
  id: string;
  house_number: string;
  shipper: string;
  consignee: string;
  goods: string | null;
  line: number;
  user_id: string;
  user_name: string;
  reader_id: string | null;
}

/**
 * Papers that the demonstration's customers have uploaded for shipments under way: every fifth one twice, every
 * second one seen by somebody else. Nothing of it is random, so that the sequences of what was there before stay.
 */
export async function addDemoPapers(trx: Kysely<Database>, files: FileStore, today: Date): Promise<void> {
  const { rows } = await sql<Row>`
    select * from (
      select s.id, s.house_number, a.name as shipper, b.name as consignee, u.id as user_id, u.name as user_name,
        (select l.description from shipment_order_line l where l.shipment_id = s.id order by l.line limit 1) as goods,
        (select r.id from app_user r where r.user_name = 'chen' and r.company_id = c.id and r.id <> u.id) as reader_id,
        row_number() over (partition by c.id order by s.house_number)::int as line
      from shipment s join company c on c.id = s.company_id and c.code like ${`${DEMO_PREFIX}%`}
      join app_user u on u.company_id = c.id and u.user_name in ('demo', 'rival')
      join party a on a.id = s.shipper_id join party b on b.id = s.consignee_id
      where s.status = 'TRANSIT' and s.job_mode = 'OCEAN') x
    where line <= ${PAPERS} order by id`.execute(trx);
  for (const row of rows) {
    const kind = row.line === 2 ? CHINESE : KINDS[row.line % KINDS.length]!;
    await addPaper(trx, files, row, kind, new Date(today.getTime() - (3 + row.line * 5) * HOUR_MS));
  }
}

async function addPaper(
  trx: Kysely<Database>,
  files: FileStore,
  row: Row,
  kind: Kind,
  at: Date,
): Promise<void> {
  const number = `${kind.prefix}-${row.house_number}`;
  const { id } = await trx
    .insertInto("shipment_document")
    .values({
      shipment_id: row.id,
      document_type: kind.type,
      number,
      file_name: "",
      added_at: null,
      issued_on: formatDay(at, WIRE_ZONE)!,
      is_uploaded: true,
      upload_key: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const versions = row.line % 5 === 0 ? 2 : 1;
  for (let version = 1; version <= versions; version++) {
    const uploadedAt = new Date(at.getTime() + (version - 1) * HOUR_MS);
    await addVersion(trx, files, { id, fileName: `${number}.pdf`, uploadedAt }, row, kind);
  }
  const text = searchText(kind.title, number, row.house_number, row.shipper, row.consignee, row.goods ?? "");
  await sql`
    insert into document_text (document_id, version, search_text, grams, is_pending)
    values (${id}, ${versions}, ${text}, ${arrayOf(gramsOf(text))}::integer[], false)`.execute(trx);
  if (row.line % 2 === 0 && row.reader_id)
    await trx
      .insertInto("document_seen")
      .values({
        document_id: id,
        version: 1,
        user_id: row.reader_id,
        first_at: new Date(at.getTime() + HOUR_MS / 2),
        last_at: new Date(at.getTime() + HOUR_MS / 2),
      })
      .execute();
}

async function addVersion(
  trx: Kysely<Database>,
  files: FileStore,
  { id, fileName, uploadedAt }: { id: string; fileName: string; uploadedAt: Date },
  { house_number, shipper, consignee, goods, user_id, user_name }: Row,
  { title, labels, prefix }: Kind,
): Promise<void> {
  const sheet = new PdfSheet<keyof typeof words>(title, (key) => labels[key]);
  sheet.title(`${title} ${prefix}-${house_number}`);
  sheet.facts([
    ["shipper", shipper],
    ["consignee", consignee],
    ["goods", goods],
    ["house", house_number],
  ]);
  const content = await buffer(sheet.end());
  const key = randomUUID();
  await files.put(key, Readable.from([content]));
  await insertFile(
    trx,
    { kind: "document", id },
    {
      storage_key: key,
      size: String(content.length),
      content_type: "application/pdf",
      upload_key: null,
      sha256: createHash("sha256").update(content).digest(),
      scanned_at: null,
      file_name: fileName,
      uploaded_by: user_id,
      uploaded_by_name: user_name,
      uploaded_at: uploadedAt,
    },
  );
}
