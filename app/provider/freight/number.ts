import { type RawBuilder, sql } from "kysely";
import { dayToWire } from "#app/lib/date-time.ts";

/**
 * "BK-2611-000123": a number that people can read out, with the month in the wire's time zone. The count is
 * unique under concurrency; the number of a transaction that fails is not reused.
 */
export function nextNumber(kind: "quote" | "booking", now: Date): RawBuilder<string> {
  const day = dayToWire(now)!;
  const prefix = `${kind === "quote" ? "QT" : "BK"}-${day.slice(2, 4)}${day.slice(5, 7)}-`;
  const sequence = `${kind}_number`;
  return sql<string>`${prefix}::text || (select case when n < 1000000 then lpad(n::text, 6, '0') else n::text end
    from nextval(${sequence}::regclass) as n)`;
}
