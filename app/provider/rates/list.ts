import { sql } from "kysely";
import type { z } from "zod";
import type { RateSheet, rateList } from "#app/contract/rate.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { containing, searchText } from "../db/search-text.ts";
import { personName } from "../texts/message.ts";

/** The rates in force by sheet, carrier and lane, the newest import first. */
export async function listRates(
  { page, pageSize, keyword = "" }: z.output<typeof rateList.request>,
  { db, language }: CallerContext,
): Promise<z.input<typeof rateList.response>> {
  const word = searchText(keyword).trim();
  const { rows } = await sql<Row & { of_all: number }>`
    select r.*, count(*) over ()::int as of_all from (
      select sheet, mode, carrier_name, origin, destination, currency, count(*)::int as charges,
        (case when bool_or(valid_from is null) then null else min(valid_from) end)::text as valid_from,
        (case when bool_or(valid_to is null) then null else max(valid_to) end)::text as valid_to,
        max(i.created_at) as imported_at, max(i.user_name) as imported_by
      from rate join rate_import i on i.id = rate.import_id
      where replaced_at is null and ${
        word === ""
          ? sql`true`
          : sql`lower(concat_ws(' ', sheet, carrier_name, origin, destination)) like ${containing(word)}`
      }
      group by sheet, mode, carrier_name, origin, destination, currency) r
    order by imported_at desc, sheet, origin, destination, carrier_name, mode, currency
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return {
    rows: rows.map((row) => ({
      sheet: row.sheet,
      mode: row.mode,
      carrierName: row.carrier_name,
      currency: row.currency,
      origin: row.origin,
      destination: row.destination,
      charges: row.charges,
      validFrom: row.valid_from,
      validTo: row.valid_to,
      importedAt: instantToWire(row.imported_at)!,
      importedBy: personName(row.imported_by, language),
    })),
    total: rows[0]?.of_all ?? 0,
    isTotalCapped: false,
  };
}

interface Row extends Pick<RateSheet, "sheet" | "mode" | "origin" | "destination" | "currency" | "charges"> {
  carrier_name: string;
  valid_from: string | null;
  valid_to: string | null;
  imported_at: Date;
  imported_by: string;
}
