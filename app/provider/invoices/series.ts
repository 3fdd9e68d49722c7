import { type Kysely, sql } from "kysely";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { type InvoiceKind, invoiceKinds } from "#app/contract/invoice-code.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";

/** A number, and its place in its series; without one it is of another system. */
export interface IssuedNumber {
  number: string;
  series_year: number | null;
  series_number: string | null;
}

export interface Series {
  kind: InvoiceKind;
  year: number;
  prefix: string;
  width: number;
  next_number: string;
}

const letters: Record<InvoiceKind, string> = { INVOICE: "INV", CREDIT_NOTE: "CN" };
/** Numbers as series have them from the start. */
const USUAL = /^(INV|CN)-(\d{4})-\d{6,12}$/;

/**
 * Takes the next number of the year's series. The row of the series is locked until the transaction ends, so that numbers have
 * no gaps and none is given twice: a transaction that fails gives its number back. What was issued with a number of the
 * series that somebody named is left out.
 */
export async function takeNumber(
  db: Kysely<Database>,
  kind: InvoiceKind,
  year: number,
): Promise<IssuedNumber> {
  await openSeries(db, kind, year);
  const series = await lockSeries(db, sql`kind = ${kind} and year = ${year}`);
  let next = BigInt(series!.next_number);
  while (await isTaken(db, numberOf(series!, next))) next += 1n;
  await sql`update invoice_series set next_number = ${String(next + 1n)} where kind = ${kind} and year = ${year}`.execute(
    db,
  );
  return { number: numberOf(series!, next), series_year: year, series_number: String(next) };
}

/**
 * A number that the caller names. One that looks like a number of a series takes its place there, which nobody else has.
 * @throws Refusal CODE_CONFLICT
 */
export async function nameNumber(
  db: Kysely<Database>,
  kind: InvoiceKind,
  number: string,
): Promise<IssuedNumber> {
  const usual = USUAL.exec(number);
  if (usual) await openSeries(db, usual[1] === "CN" ? "CREDIT_NOTE" : "INVOICE", Number(usual[2]));
  const series = await lockSeries(db, sql`starts_with(${number}, prefix)`);
  const digits = series && number.slice(series.prefix.length);
  if (!series || !/^\d{1,18}$/.test(digits!) || numberOf(series, BigInt(digits!)) !== number)
    return { number, series_year: null, series_number: null };
  if (BigInt(digits!) < BigInt(series.next_number) || (await isTaken(db, number)))
    throw new Refusal(CODE_CONFLICT, "invoiceNumberTaken", { values: { number } });
  return series.kind === kind
    ? { number, series_year: series.year, series_number: String(BigInt(digits!)) }
    : { number, series_year: null, series_number: null };
}

export const numberOf = ({ prefix, width }: Series, place: bigint) =>
  `${prefix}${String(place).padStart(width, "0")}`;

/** A series before anybody has set something of it. */
export const usualSeries = (kind: InvoiceKind, year: number): Series => ({
  kind,
  year,
  prefix: `${letters[kind]}-${year}-`,
  width: 6,
  next_number: "1",
});

/** Whether numbers with a prefix could be those that another series has from the start, in whatever year. */
export function isOtherUsualPrefix(prefix: string, kind: InvoiceKind, year: number): boolean {
  if (prefix.startsWith(usualSeries(kind, year).prefix)) return false;
  return invoiceKinds.some((each) => {
    const usual = usualSeries(each, 1000).prefix;
    const length = Math.min(usual.length, prefix.length);
    const shape = (text: string) => text.slice(0, length).replace(/\d/g, "0");
    return shape(usual) === shape(prefix);
  });
}

/** Opens a series that is not there yet. */
export async function openSeries(db: Kysely<Database>, kind: InvoiceKind, year: number): Promise<void> {
  const { prefix } = usualSeries(kind, year);
  await db
    .insertInto("invoice_series")
    .values({ kind, year, prefix })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function lockSeries(db: Kysely<Database>, which: ReturnType<typeof sql>): Promise<Series | undefined> {
  const { rows } = await sql<Series>`
    select kind, year, prefix, width, next_number from invoice_series where ${which}
    order by length(prefix) desc limit 1 for update`.execute(db);
  return rows[0];
}

async function isTaken(db: Kysely<Database>, number: string): Promise<boolean> {
  const row = await db.selectFrom("invoice").select("id").where("number", "=", number).executeTakeFirst();
  return row !== undefined;
}
