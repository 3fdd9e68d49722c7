import { sql } from "kysely";
import type { InvoiceStatus } from "#app/contract/invoice-code.ts";
import type { SearchHit } from "#app/contract/search.ts";
import { dayToWire } from "#app/lib/date-time.ts";
import { byNumber, type FoundRow, hitOf, type RecordSearch, type Sought } from "../access/searched.ts";
import type { CallerContext } from "../call/context.ts";
import { seenRows } from "../call/scope.ts";
import { readNeeds } from "./permission.ts";
import { inView, statusOf } from "./standing.ts";

interface Row extends FoundRow {
  number: string;
  house_number: string | null;
  status: InvoiceStatus;
  is_overdue: boolean;
}

/** Invoices and credit notes by their number. */
export const invoiceSearch: RecordSearch = { needs: readNeeds, find };

async function find(sought: Sought, { db, scope, now }: CallerContext): Promise<SearchHit[]> {
  const seen = seenRows(scope, "t.company_id");
  const { rows } = await sql<Row>`
    select i.id, f.is_whole, i.number, i.house_number, ${statusOf} as status,
      coalesce(${inView("OVERDUE", dayToWire(now)!)}, false) as is_overdue, c.name as company
    from ${byNumber(sought, scope, "invoice", ["number"], seen)} f
    join invoice i on i.id = f.id join company c on c.id = i.company_id
    order by f.is_whole desc, i.id desc`.execute(db);
  return rows.map((row) =>
    hitOf(row, scope, {
      kind: "invoice",
      id: row.id,
      title: row.number,
      status: row.is_overdue ? "OVERDUE" : row.status,
      houseNumber: row.house_number,
    }),
  );
}
