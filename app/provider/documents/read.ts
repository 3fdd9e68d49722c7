import { type Kysely, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { CODE_FORBIDDEN, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { DocumentRow, documentList } from "#app/contract/document.ts";
import type { PaperType } from "#app/contract/document-code.ts";
import type { ShipmentStatus } from "#app/contract/shipment-code.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { CallerContext } from "../call/context.ts";
import { readPage } from "../call/page.ts";
import { Refusal } from "../call/refusal.ts";
import { type Scope, seenRows } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
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

/** Documents whose shipment the scope sees; one without any version was refused or removed, and is none. */
const selected = ({ userId }: Scope) => sql`
  select d.id, d.shipment_id, s.company_id, s.house_number, s.status, d.document_type, d.number, d.issued_on,
    d.is_uploaded, coalesce(v.file_name, d.file_name) as file_name, v.size, coalesce(v.version, 1)::int as version,
    exists (select from document_seen n where n.document_id = d.id and n.user_id = ${userId}
      and n.version = coalesce(v.version, 1)) as is_seen
  from shipment_document d join shipment s on s.id = d.shipment_id
  left join lateral (
    select f.file_name, f.size,
      (select count(*) from stored_file b where b.document_id = d.id and b.id <= f.id) as version
    from stored_file f
    where f.document_id = d.id and f.removed_at is null order by f.id desc limit 1) v on d.is_uploaded`;
/** Of `d`: an uploaded one without any version was refused, or removed. */
export const isThere = sql`(not d.is_uploaded or exists (
  select from stored_file f where f.document_id = d.id and f.removed_at is null))`;
const within = (scope: Scope) => sql`${seenRows(scope, "s.company_id")} and ${isThere}`;

type ListRequest = z.output<typeof documentList.request>;

const orders: Record<ListRequest["sort"], (way: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  date: (way) => sql`d.issued_on ${way}`,
  shipment: (way) => sql`s.house_number ${way}, d.issued_on desc`,
  type: (way) => sql`d.document_type ${way}, d.issued_on desc`,
};

export async function listDocuments(
  criteria: ListRequest,
  context: CallerContext,
): Promise<z.input<typeof documentList.response>> {
  const { db, scope } = context;
  const { sort, direction } = criteria;
  const conditions = [...conditionsOf(criteria), ...(await wordConditions(criteria.text, context))];
  const where = sql.join([within(scope), ...conditions], sql` and `);
  const way = direction === "asc" ? sql`asc` : sql`desc`;
  const list = {
    name: "documents",
    id: sql`d.id`,
    rows: sql`${selected(scope)} where ${where}`,
    order: sql`${orders[sort](way)}, d.id ${way}`,
  };
  const { rows, next } = await readPage<DocumentRecord>(db, criteria, list, context.language);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from shipment_document d join shipment s on s.id = d.shipment_id
      where ${where} limit ${COUNTED_MAX + 1}) x`.execute(db);
  const count = counted.rows[0]!.count;
  const excerpts = await excerptsOf(db, criteria.text, rows);
  return {
    rows: rows.map((row) => ({ ...wireRow(row), excerpt: excerpts.get(row.id) ?? null })),
    total: Math.min(count, COUNTED_MAX),
    isTotalCapped: count > COUNTED_MAX,
    ...next,
  };
}

function conditionsOf(criteria: ListRequest): RawBuilder<unknown>[] {
  const { shipmentId, documentType, isUploaded, dayFrom, dayTo, keyword } = criteria;
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
          // Each half by its index (0053).
          sql`d.id in (
            select n.id from shipment_document n
            where starts_with(upper(regexp_replace(n.number, '[\\s-]', '', 'g')), ${key})
            union all
            select n.id from shipment_reference r join shipment_document n on n.shipment_id = r.shipment_id
            where starts_with(r.value_key, ${key}))`,
        ]),
  ];
}

export const wireRow = (row: DocumentRecord): DocumentRow => ({
  id: row.id,
  shipmentId: row.shipment_id,
  houseNumber: row.house_number,
  documentType: row.document_type,
  number: row.number,
  issuedOn: row.issued_on,
  fileName: row.file_name,
  isUploaded: row.is_uploaded,
  version: row.version,
  isSeen: row.is_seen,
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

export const takesFiles = ({ status }: Pick<DocumentRecord, "status">): boolean => status !== "COMPLETED";

/** @throws Refusal CODE_FORBIDDEN for a shipment that the scope sees and may not change */
export function mustChange(scope: Scope, companyId: string): void {
  if (scope.changes !== "seen" && companyId !== scope.companyId)
    throw new Refusal(CODE_FORBIDDEN, "forbidden");
}
