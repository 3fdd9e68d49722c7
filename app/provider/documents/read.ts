import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { CODE_FORBIDDEN, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { DocumentDetail, DocumentRow, documentList } from "#app/contract/document.ts";
import type { PaperType } from "#app/contract/document-code.ts";
import type { ShipmentStatus } from "#app/contract/shipment-code.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { type Scope, seenRows } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { listFiles, type StoredFile } from "../files/stored-file.ts";
import { personName } from "../texts/message.ts";
import { knownPreview } from "./preview-store.ts";
import { excerptsOf, wordConditions } from "./text-search.ts";

/** A document with its shipment and, of an uploaded one, its latest version. */
export interface DocumentRecord {
  id: string;
  shipment_id: string;
  company_id: string;
  house_number: string;
  status: ShipmentStatus;
  document_type: PaperType;
  number: string;
  issued_on: string;
  is_uploaded: boolean;
  file_name: string;
  size: string | null;
  version: number;
  is_seen: boolean;
}

/** Further rows are counted up to here. */
const COUNTED_MAX = 1_000;

/** Documents whose shipment the scope sees; one without any version, of an upload that was refused, is none. */
const selected = ({ userId }: Scope) => sql`
  select d.id, d.shipment_id, s.company_id, s.house_number, s.status, d.document_type, d.number, d.issued_on,
    d.is_uploaded, coalesce(v.file_name, d.file_name) as file_name, v.size, coalesce(v.version, 1)::int as version,
    exists (select from document_seen n where n.document_id = d.id and n.user_id = ${userId}
      and n.version = coalesce(v.version, 1)) as is_seen
  from shipment_document d join shipment s on s.id = d.shipment_id
  left join lateral (
    select f.file_name, f.size, count(*) over () as version from stored_file f
    where f.document_id = d.id and f.removed_at is null order by f.id desc limit 1) v on d.is_uploaded`;
const isThere = sql`(not d.is_uploaded or exists (
  select from stored_file f where f.document_id = d.id and f.removed_at is null))`;
const within = (scope: Scope) => sql`${seenRows(scope, "s.company_id")} and ${isThere}`;

type Asked = z.output<typeof documentList.request>;

const orders: Record<Asked["sort"], (way: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  date: (way) => sql`d.issued_on ${way}`,
  shipment: (way) => sql`s.house_number ${way}, d.issued_on desc`,
  type: (way) => sql`d.document_type ${way}, d.issued_on desc`,
};

export async function listDocuments(
  asked: Asked,
  { db, scope, caller }: CallerContext,
): Promise<z.input<typeof documentList.response>> {
  const { page, pageSize, sort, direction } = asked;
  const conditions = [...conditionsOf(asked), ...wordConditions(asked.text, caller)];
  const where = sql.join([within(scope), ...conditions], sql` and `);
  const way = direction === "asc" ? sql`asc` : sql`desc`;
  const { rows } = await sql<DocumentRecord>`
    ${selected(scope)} where ${where} order by ${orders[sort](way)}, d.id ${way}
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from shipment_document d join shipment s on s.id = d.shipment_id
      where ${where} limit ${COUNTED_MAX + 1}) x`.execute(db);
  const count = counted.rows[0]!.count;
  const excerpts = await excerptsOf(db, asked.text, rows);
  return {
    rows: rows.map((row) => ({ ...wireRow(row), excerpt: excerpts.get(row.id) ?? null })),
    total: Math.min(count, COUNTED_MAX),
    isTotalCapped: count > COUNTED_MAX,
  };
}

function conditionsOf(asked: Asked): RawBuilder<unknown>[] {
  const { shipmentId, documentType, isUploaded, dayFrom, dayTo, keyword } = asked;
  const key = referenceKey(keyword ?? "");
  return [
    ...(shipmentId ? [sql`d.shipment_id = ${shipmentId}`] : []),
    ...(documentType ? [sql`d.document_type = ${documentType}`] : []),
    ...(isUploaded === undefined ? [] : [sql`d.is_uploaded = ${isUploaded}`]),
    ...(dayFrom ? [sql`d.issued_on >= ${dayFrom}::date`] : []),
    ...(dayTo ? [sql`d.issued_on <= ${dayTo}::date`] : []),
    ...(key === ""
      ? []
      : [
          sql`(starts_with(upper(regexp_replace(d.number, '[\\s-]', '', 'g')), ${key}) or exists (
            select from shipment_reference r
            where r.shipment_id = d.shipment_id and starts_with(r.value_key, ${key})))`,
        ]),
  ];
}

const wireRow = (row: DocumentRecord): DocumentRow => ({
  ...{ id: row.id, shipmentId: row.shipment_id, houseNumber: row.house_number },
  ...{ documentType: row.document_type, number: row.number, issuedOn: row.issued_on },
  ...{ fileName: row.file_name, isUploaded: row.is_uploaded, version: row.version, isSeen: row.is_seen },
  size: row.size === null ? null : Number(row.size),
});

/** The documents of these ids that the scope sees, in the order of the ids. */
export async function findDocuments(
  db: Kysely<Database>,
  scope: Scope,
  ids: readonly string[],
): Promise<DocumentRecord[]> {
  const { rows } = await sql<DocumentRecord>`
    ${selected(scope)} where d.id = any(${[...ids]}::bigint[]) and ${within(scope)}
    order by array_position(${[...ids]}::bigint[], d.id)`.execute(db);
  return rows;
}

/** @throws Refusal CODE_NOT_FOUND, also for one of a shipment of another company */
export async function findDocument(db: Kysely<Database>, scope: Scope, id: string): Promise<DocumentRecord> {
  const [row] = await findDocuments(db, scope, [id]);
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return row;
}

/** The stored version; the latest by default. @throws Refusal CODE_NOT_FOUND */
export async function versionOf(
  db: Kysely<Database>,
  { id, version: latest }: DocumentRecord,
  version = latest,
): Promise<{ file: Awaited<ReturnType<typeof listFiles>>[number]; version: number }> {
  const file = (await listFiles(db, { kind: "document", id }))[version - 1];
  if (!file) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return { file, version };
}

export const takesFiles = ({ status }: Pick<DocumentRecord, "status">): boolean => status !== "COMPLETED";

/** @throws Refusal CODE_FORBIDDEN for a shipment that the scope sees and may not change */
export function mustChange(scope: Scope, companyId: string): void {
  if (scope.changes !== "seen" && companyId !== scope.companyId)
    throw new Refusal(CODE_FORBIDDEN, "forbidden");
}

export async function readDocument(id: string, context: CallerContext): Promise<DocumentDetail> {
  const { db, scope, language } = context;
  const row = await findDocument(db, scope, id);
  const files = row.is_uploaded ? await listFiles(db, { kind: "document", id }) : [];
  const names = await uploaderNames(db, files);
  const seen = await db
    .selectFrom("document_seen as n")
    .innerJoin("app_user as u", "u.id", "n.user_id")
    .select(["u.name", "n.version", "n.first_at", "n.last_at"])
    .where("n.document_id", "=", id)
    .orderBy("n.last_at", "desc")
    .limit(100)
    .execute();
  return {
    ...wireRow(row),
    versions: files
      .map((file, index) => ({
        ...{ version: index + 1, fileName: file.file_name, size: Number(file.size) },
        ...{ uploadedAt: instantToWire(file.uploaded_at)!, isScanned: file.scanned_at !== null },
        uploadedBy: personName(names.get(file.id) ?? "", language),
      }))
      .reverse(),
    seen: seen.map((each) => ({
      ...{ name: personName(each.name, language), version: each.version },
      ...{ firstAt: instantToWire(each.first_at)!, lastAt: instantToWire(each.last_at)! },
    })),
    takesFiles: row.is_uploaded && takesFiles(row),
    preview: await knownPreview(db, row, files.at(-1)?.content_type),
  };
}

async function uploaderNames(
  db: Kysely<Database>,
  files: readonly Pick<StoredFile, "id">[],
): Promise<Map<string, string | null>> {
  if (files.length === 0) return new Map();
  const rows = await db
    .selectFrom("stored_file")
    .select(["id", "uploaded_by_name"])
    .where("subject", "=", "document")
    .where(
      "id",
      "in",
      files.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, row.uploaded_by_name]));
}
