import { sql } from "kysely";
import { documentFile } from "#app/contract/document.ts";
import type { PaperType, ReadPaper, UploadReading } from "#app/contract/document-code.ts";
import type { PaperReading, PaperSayings } from "#app/lib/paper-check.ts";
import type { CallerContext } from "../call/context.ts";

const papers: Partial<Record<PaperType, ReadPaper>> = {
  PACKING_LIST: "packingList",
  COMMERCIAL_INVOICE: "invoice",
  HOUSE_BILL: "houseBill",
  HOUSE_WAYBILL: "houseBill",
};

/** As what a document is read and compared; null when it is not. */
export const paperOf = (type: PaperType): ReadPaper | null => papers[type] ?? null;

export interface UploadedPaper {
  id: string;
  paper: ReadPaper;
  fileName: string;
  reading: UploadReading;
  sayings: PaperSayings;
}

/** The latest versions of the uploaded papers of a shipment that the caller sees; what they say only for those who may open them. */
export async function uploadedPapers(
  shipmentId: string,
  { db, caller }: CallerContext,
): Promise<UploadedPaper[]> {
  const { rows } = await sql<{
    id: string;
    document_type: PaperType;
    file_name: string;
    paper_reading: PaperReading | null;
    is_pending: boolean;
  }>`
    select d.id, d.document_type, v.file_name, coalesce(t.is_pending, true) as is_pending,
      case when (t.paper_reading->>'version')::int = v.version then t.paper_reading end as paper_reading
    from shipment_document d
    join lateral (
      select f.file_name,
        (select count(*)::int from stored_file b where b.document_id = d.id and b.id <= f.id) as version
      from stored_file f
      where f.document_id = d.id and f.removed_at is null order by f.id desc limit 1) v on true
    left join document_text t on t.document_id = d.id
    where d.shipment_id = ${shipmentId} and d.is_uploaded and d.document_type = any(${Object.keys(papers)}::text[])
    order by d.id`.execute(db);
  const mayOpen = caller.resourceUrls.includes(documentFile.path);
  return rows.map(({ id, document_type, file_name, paper_reading, is_pending }) => ({
    id,
    paper: papers[document_type]!,
    fileName: file_name,
    reading: stateOf(mayOpen, paper_reading, is_pending),
    sayings: mayOpen ? (paper_reading?.sayings ?? {}) : {},
  }));
}

function stateOf(mayOpen: boolean, reading: PaperReading | null, isPending: boolean): UploadReading {
  if (!mayOpen) return "hidden";
  if (reading?.isReadable) return "read";
  return reading === null && isPending ? "pending" : "noText";
}
