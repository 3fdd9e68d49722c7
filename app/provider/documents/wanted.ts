import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import type { PaperType } from "#app/contract/document-code.ts";
import type { JobMode, ServiceType } from "#app/contract/shipment-code.ts";
import { DAY_MS, endOf, MINUTE_MS } from "#app/lib/date-time.ts";
import { cutOffOfPaper, neededPapers } from "#app/lib/paper-needs.ts";
import { startLoop } from "#app/lib/worker-loop.ts";
import { type CutOff, cutOffsOfShipments } from "../cut-offs/list.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { isOfDangerousGoods } from "./needs.ts";
import { isThere } from "./read.ts";

/** From so long before a paper is due it is an item of the desk. */
const WANTED_MS = 2 * DAY_MS;
/** Cut-offs are some days before the departure. */
const DEPARTS_MS = 7 * DAY_MS;
const EACH_MS = MINUTE_MS;

interface Row {
  id: string;
  company_id: string;
  house_number: string;
  job_mode: JobMode;
  service_type: ServiceType;
  incoterms: string;
  load_type: string;
  etd: Date;
  is_dangerous: boolean;
  papers: string[];
}

/** What a shipment lacks, and when the first of it is due. */
interface Wanted {
  id: string;
  company_id: string;
  label: string;
  detail: string;
  due: Date;
}

/**
 * Opens an item of the desk for each shipment that lacks papers shortly before they are due, and ends it when they are there,
 * or too late: the goods have left. What a person has ended stays ended. Of several processes one does it at a time.
 */
export async function noteWantedPapers(db: Kysely<Database>, now: Date): Promise<void> {
  await transaction(db, async (trx) => {
    const { rows: turn } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('fairlead wanted papers')) as mine`.execute(trx);
    if (!turn[0]?.mine) return;
    const wanted = await findWanted(trx, now);
    await sql`
      select desk_close('PAPER', i.subject_id, '', ${now}, null, '') from desk_item i
      where i.kind = 'PAPER' and i.done_at is null
        and not i.subject_id = any(${wanted.map(({ id }) => id)}::bigint[])`.execute(trx);
    await sql`
      with wanted as (
        select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
          as w (id bigint, company_id bigint, label text, detail text, due timestamptz)
      ), opened as materialized (
        select desk_open('PAPER', w.id, '', w.company_id, w.label, ${now}, w.due) from wanted w
        where not exists (
          select from desk_item i where i.kind = 'PAPER' and i.subject_id = w.id and i.done_by is not null)
      )
      select count(*) from opened`.execute(trx);
    await sql`
      update desk_item i set detail = w.detail, due_at = greatest(w.due, i.opened_at)
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (id bigint, detail text, due timestamptz)
      where i.kind = 'PAPER' and i.subject_id = w.id and i.done_at is null
        and (i.detail <> w.detail or i.due_at is distinct from greatest(w.due, i.opened_at))`.execute(trx);
  });
}

async function findWanted(db: Kysely<Database>, now: Date): Promise<Wanted[]> {
  const { rows } = await sql<Row>`
    select s.id, s.company_id, s.house_number, s.job_mode, s.service_type, s.incoterms, s.load_type, s.etd,
      ${isOfDangerousGoods} as is_dangerous,
      array(select distinct d.document_type from shipment_document d where d.shipment_id = s.id and ${isThere}) as papers
    from shipment s
    where s.status = 'BOOKED' and s.atd is null and s.etd > ${now}
      and s.etd < ${new Date(now.getTime() + DEPARTS_MS)}
    order by s.id`.execute(db);
  const lacking = rows
    .map((row) => ({ row, papers: lackingOf(row) }))
    .filter(({ papers }) => papers.length > 0);
  const cutOffs = Map.groupBy(
    await cutOffsOfShipments(
      db,
      lacking.map(({ row }) => row.id),
    ),
    ({ shipmentId }) => shipmentId,
  );
  return lacking.flatMap(({ row, papers }) => {
    const due = firstDue(papers, cutOffs.get(row.id) ?? [], row.etd);
    if (due.getTime() - now.getTime() > WANTED_MS) return [];
    const { id, company_id, house_number: label } = row;
    return [{ id, company_id, label, detail: papers.join(" "), due }];
  });
}

function lackingOf(row: Row): PaperType[] {
  const needed = neededPapers({
    mode: row.job_mode,
    service: row.service_type,
    incoterms: row.incoterms,
    loadType: row.load_type,
    isDangerous: row.is_dangerous,
  });
  return needed.filter((type) => !row.papers.includes(type));
}

function firstDue(papers: readonly PaperType[], cutOffs: readonly CutOff[], etd: Date): Date {
  const ends = papers.map((paper) => {
    const own = cutOffs.find(({ code }) => code === (cutOffOfPaper[paper] ?? "DCO"));
    return own ? endOf(own.time).getTime() : etd.getTime();
  });
  return new Date(Math.min(...ends, etd.getTime()));
}

/** Looks each minute. */
export function startWantedPapers(db: Kysely<Database>, log: Logger): { stop(): Promise<void> } {
  return startLoop(
    async () => {
      await noteWantedPapers(db, new Date());
      return false;
    },
    {
      name: "wanted-papers",
      pauseMs: EACH_MS,
      onError: (error) => log.warn({ err: error }, "Papers that shipments lack could not be looked for"),
    },
  );
}
