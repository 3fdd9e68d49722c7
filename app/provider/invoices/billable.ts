import { sql } from "kysely";
import type { z } from "zod";
import type { invoiceBillable } from "#app/contract/invoice-draft.ts";
import type { CallerContext } from "../call/context.ts";

const ROWS = 20;

/**
 * Freight that an invoice can be made for: by the beginning of a house or booking number, or else bookings with an accepted
 * quote that nobody has billed, the oldest first.
 */
export async function listBillable(
  { keyword }: z.output<typeof invoiceBillable.request>,
  { db }: CallerContext,
): Promise<z.input<typeof invoiceBillable.response>> {
  const words = (keyword ?? "").trim();
  const starts = `${words.replace(/[\\%_]/g, "\\$&").toUpperCase()}%`;
  const bills = sql`(select count(*)::int from invoice i
    where i.kind = 'INVOICE' and (i.shipment_id = s.id or i.booking_id = b.id))`;
  const drafts = sql`(select count(*)::int from invoice_draft d
    where d.state = 'DRAFT' and (d.shipment_id = s.id or d.booking_id = b.id))`;
  const columns = sql`c.name as company, s.id as "shipmentId", s.house_number as "houseNumber", b.id as "bookingId",
    coalesce(b.booking_number, s.booking_number) as "bookingNumber", q.quote_number as "quoteNumber",
    ${bills} as invoices, ${drafts} as drafts`;
  const accepted = sql`left join quote q on q.booking_id = b.id and q.accepted_option_id is not null`;
  const isCustomer = sql`join company c on c.id = b.company_id and not c.is_forwarder`;
  const { rows } = words
    ? await sql<z.input<typeof invoiceBillable.response>["rows"][number]>`
        (select ${columns} from shipment s join company c on c.id = s.company_id and not c.is_forwarder
          left join booking b on b.company_id = s.company_id and b.booking_number = s.booking_number
            and b.submitted_at is not null ${accepted}
          where upper(s.house_number) like ${starts} or upper(s.booking_number) like ${starts}
          order by s.house_number limit ${ROWS})
        union all
        (select ${columns} from booking b ${isCustomer}
          left join shipment s on s.company_id = b.company_id and s.booking_number = b.booking_number ${accepted}
          where s.id is null and b.submitted_at is not null and upper(b.booking_number) like ${starts}
          order by b.booking_number limit ${ROWS})
        limit ${ROWS}`.execute(db)
    : await sql<z.input<typeof invoiceBillable.response>["rows"][number]>`
        select ${columns} from booking b ${isCustomer}
        join quote q on q.booking_id = b.id and q.accepted_option_id is not null
        left join lateral (select id, house_number, booking_number from shipment each
          where each.company_id = b.company_id and each.booking_number = b.booking_number order by id limit 1) s on true
        where b.submitted_at is not null and b.status not in ('DRAFT', 'CANCELLED') and not exists (
          select from invoice i where i.kind = 'INVOICE' and (i.shipment_id = s.id or i.booking_id = b.id))
        order by b.submitted_at, b.id limit ${ROWS}`.execute(db);
  return { rows };
}
