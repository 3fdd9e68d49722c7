import { type Kysely, sql } from "kysely";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { seenRows } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";

/** What an invoice is made for: a shipment, a booking, or both when they have one number. */
export interface DraftSubject {
  company_id: string;
  company: string;
  shipment_id: string | null;
  house_number: string | null;
  booking_id: string | null;
  booking_number: string | null;
}

export interface SubjectName {
  shipmentId?: string | null | undefined;
  bookingId?: string | null | undefined;
}

/** @throws Refusal CODE_NOT_FOUND, also for a booking that its customer has not submitted */
export async function findDraftSubject(
  { db, scope }: Pick<CallerContext, "db" | "scope">,
  { shipmentId, bookingId }: SubjectName,
): Promise<DraftSubject> {
  const subject = shipmentId
    ? await subjectOf(
        db,
        sql`from shipment s join company c on c.id = s.company_id and not c.is_forwarder
          left join booking b on b.company_id = s.company_id and b.booking_number = s.booking_number
          where s.id = ${shipmentId} and ${seenRows(scope, "s.company_id")}`,
      )
    : await subjectOf(
        db,
        sql`from booking b join company c on c.id = b.company_id and not c.is_forwarder
          left join shipment s on s.company_id = b.company_id and s.booking_number = b.booking_number
          where b.id = ${bookingId ?? null} and b.submitted_at is not null and b.booking_number is not null
            and ${seenRows(scope, "b.company_id")}`,
      );
  if (!subject) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return subject;
}

async function subjectOf(
  db: Kysely<Database>,
  from: ReturnType<typeof sql>,
): Promise<DraftSubject | undefined> {
  const { rows } = await sql<DraftSubject>`
    select c.id as company_id, c.name as company, s.id as shipment_id, s.house_number, b.id as booking_id,
      coalesce(b.booking_number, s.booking_number) as booking_number
    ${from} order by s.id limit 1`.execute(db);
  return rows[0];
}
