import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_INVALID } from "#app/contract/code.ts";
import { invoiceKinds } from "#app/contract/invoice-code.ts";
import type { invoiceSeries, invoiceSeriesSet } from "#app/contract/invoice-series.ts";
import { dayToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { isOtherUsualPrefix, numberOf, openSeries, type Series, usualSeries } from "./series.ts";
import { requireVersion, settingsLog } from "./settings-log.ts";

type Answer = z.input<typeof invoiceSeries.response>;
type Input = z.output<typeof invoiceSeriesSet.request>;

/** Series, and changes, that a page shows. */
const SHOWN = 100;

/** The series that are there, and those of this and the next year as they will be opened. */
export async function readSeries(_: unknown, { db, now, language }: CallerContext): Promise<Answer> {
  const { rows } = await sql<Series & { is_used: boolean }>`
    select s.kind, s.year, s.prefix, s.width, s.next_number, ${isUsed} as is_used
    from invoice_series s order by s.year desc, s.kind desc limit ${SHOWN}`.execute(db);
  const years = openYears(now);
  const coming = years.flatMap((year) =>
    invoiceKinds.flatMap((kind) =>
      rows.some((row) => row.kind === kind && row.year === year)
        ? []
        : [{ ...usualSeries(kind, year), is_used: false }],
    ),
  );
  const series = [...rows, ...coming].sort((a, b) => b.year - a.year || b.kind.localeCompare(a.kind));
  return {
    series: series.map((row) => ({
      kind: row.kind,
      year: row.year,
      prefix: row.prefix,
      width: row.width,
      nextNumber: numberOf(row, BigInt(row.next_number)),
      isOpen: !row.is_used && years.includes(row.year),
    })),
    ...settingsLog(await changesOf(db, SHOWN), language, {
      action: "invoice.seriesSet",
      changesOf: ({ kind, year, ...change }) =>
        [
          [`${kind}.${year}.prefix`, change.old_prefix, change.prefix] as const,
          [`${kind}.${year}.width`, String(change.old_width), String(change.width)] as const,
        ].flatMap(([path, before, after]) => (before === after ? [] : [{ path, before, after }])),
    }),
  };
}

/**
 * Sets prefix and width of a series before its first number. Whoever issues meanwhile waits, so that no number with the new
 * prefix appears between the check and the change.
 */
export async function setSeries(
  { kind, year, prefix, width, version }: Input,
  { db, caller, now, language }: CallerContext,
): Promise<null> {
  if (!openYears(now).includes(year)) throw new Refusal(CODE_INVALID, "seriesYear");
  await sql`lock table invoice_series in exclusive mode`.execute(db);
  const [last] = await changesOf(db, 1);
  requireVersion(last, version, { refusal: "seriesChanged", language });
  await openSeries(db, kind, year);
  const { rows } = await sql<Series & { is_used: boolean }>`
    select s.kind, s.year, s.prefix, s.width, s.next_number, ${isUsed} as is_used
    from invoice_series s where s.kind = ${kind} and s.year = ${year}`.execute(db);
  const series = rows[0]!;
  if (series.is_used) throw new Refusal(CODE_CONFLICT, "seriesUsed", { values: { prefix: series.prefix } });
  if (prefix !== series.prefix) await requireFree(db, { kind, year, prefix });
  else if (width === series.width) return null;
  await db
    .updateTable("invoice_series")
    .set({ prefix, width })
    .where("kind", "=", kind)
    .where("year", "=", year)
    .execute();
  await db
    .insertInto("invoice_series_change")
    .values({
      kind,
      year,
      prefix,
      width,
      old_prefix: series.prefix,
      old_width: series.width,
      at: now,
      actor_id: caller.userId,
      actor_name: caller.name,
    })
    .execute();
  return null;
}

/** It has given a number, or one of its places was named. */
const isUsed = sql<boolean>`(s.next_number > 1 or exists (
  select from invoice i where i.kind = s.kind and i.series_year = s.year))`;

function openYears(now: Date): number[] {
  const year = Number(dayToWire(now)!.slice(0, 4));
  return [year, year + 1];
}

/** A number must tell its series: none begins as those of another one, or of another system, do. */
async function requireFree(
  db: Kysely<Database>,
  { kind, year, prefix }: Pick<Input, "kind" | "year" | "prefix">,
): Promise<void> {
  const { rows } = await sql<{ is_taken: boolean }>`
    select exists (select from invoice_series s where not (s.kind = ${kind} and s.year = ${year})
        and (starts_with(s.prefix, ${prefix}) or starts_with(${prefix}, s.prefix)))
      or exists (select from invoice i where starts_with(i.number, ${prefix})) as is_taken`.execute(db);
  if (rows[0]!.is_taken || isOtherUsualPrefix(prefix, kind, year))
    throw new Refusal(CODE_INVALID, "seriesPrefixTaken", { values: { prefix } });
}

const changesOf = (db: Kysely<Database>, limit: number) =>
  db.selectFrom("invoice_series_change").selectAll().orderBy("id", "desc").limit(limit).execute();
