import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { DocumentNeeds, documentNeeds } from "#app/contract/document.ts";
import type { PaperType } from "#app/contract/document-code.ts";
import type { JobMode, ServiceType, ShipmentStatus } from "#app/contract/shipment-code.ts";
import { dayToWire, endOf, instantToWire } from "#app/lib/date-time.ts";
import { cutOffOfPaper, neededPapers } from "#app/lib/paper-needs.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { type Scope, seenRows } from "../call/scope.ts";
import { type CutOff, cutOffsOfShipments } from "../cut-offs/list.ts";
import type { Database } from "../db/schema.ts";
import { isThere, takesFiles } from "./read.ts";
import { listRemoved } from "./remove.ts";

interface NeedingRow {
  house_number: string;
  status: ShipmentStatus;
  job_mode: JobMode;
  service_type: ServiceType;
  incoterms: string;
  load_type: string;
  etd: Date | null;
  day_only: string[];
  time_zone: string | null;
  is_dangerous: boolean;
}

/** SQL expression: the booking of the shipment `s` says so. */
export const isOfDangerousGoods = sql<boolean>`exists (select from booking b
  where b.booking_number = s.booking_number and b.company_id = s.company_id
    and b.status not in ('DRAFT', 'CANCELLED')
    and (coalesce(b.content->>'dangerousClass', '') <> '' or b.content->>'cargoType' = 'DANGEROUS'))`;

async function readShipment(db: Kysely<Database>, scope: Scope, id: string): Promise<NeedingRow> {
  const { rows } = await sql<NeedingRow>`
    select s.house_number, s.status, s.job_mode, s.service_type, s.incoterms, s.load_type, s.etd, s.day_only, p.time_zone,
      ${isOfDangerousGoods} as is_dangerous
    from shipment s left join place p on p.code = s.port_of_departure
    where s.id = ${id} and ${seenRows(scope, "s.company_id")}`.execute(db);
  if (!rows[0]) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return rows[0];
}

/** `document.needs`: what is there is any document of the type, made or uploaded. */
export async function needsOf(
  { shipmentId }: z.output<typeof documentNeeds.request>,
  { db, scope, now, language }: CallerContext,
): Promise<DocumentNeeds> {
  const shipment = await readShipment(db, scope, shipmentId);
  const { rows } = await sql<{ id: string; document_type: PaperType }>`
    select d.id, d.document_type from shipment_document d where d.shipment_id = ${shipmentId} and ${isThere}
    order by d.id desc`.execute(db);
  const wanted = neededPapers({
    mode: shipment.job_mode,
    service: shipment.service_type,
    incoterms: shipment.incoterms,
    loadType: shipment.load_type,
    isDangerous: shipment.is_dangerous,
  });
  const cutOffs = await cutOffsOfShipments(db, [shipmentId]);
  const { etd, time_zone } = shipment;
  const isDayOnly = shipment.day_only.includes("etd");
  return {
    shipmentId,
    houseNumber: shipment.house_number,
    deadline:
      cutOffDeadline(cutOffs, "DCO", time_zone, now) ??
      (etd && {
        at: (isDayOnly ? dayToWire(etd) : instantToWire(etd))!,
        by: "ETD",
        timeZone: time_zone,
        isPast: endOf({ at: etd, isDayOnly }) < now,
      }),
    takesFiles: takesFiles(shipment),
    papers: wanted.map((documentType) => ({
      documentType,
      documentId: rows.find((row) => row.document_type === documentType)?.id ?? null,
      deadline: cutOffDeadline(cutOffs, cutOffOfPaper[documentType], time_zone, now),
    })),
    removed: await listRemoved(db, { shipmentId }, language),
  };
}

type Deadline = NonNullable<DocumentNeeds["deadline"]>;

function cutOffDeadline(
  cutOffs: readonly CutOff[],
  by: Exclude<Deadline["by"], "ETD"> | undefined,
  timeZone: string | null,
  now: Date,
): Deadline | null {
  const cutOff = cutOffs.find(({ code }) => code === by);
  if (!cutOff || !by) return null;
  const { time } = cutOff;
  const at = (time.isDayOnly ? dayToWire(time.at) : instantToWire(time.at))!;
  return { at, by, timeZone, isPast: endOf(time) < now };
}
