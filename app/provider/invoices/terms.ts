import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { invoiceTerms, invoiceTermsSave } from "#app/contract/invoice-terms.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { requireCompany } from "./company.ts";
import { requireVersion, settingsLog } from "./settings-log.ts";

type Answer = z.input<typeof invoiceTerms.response>;
type Terms = Pick<Answer, "daysToPay" | "currency" | "rounding">;

/** Days to pay of a company that was billed by nobody yet. */
const USUAL_DAYS = 30;
/** Changes that a page shows. */
const SHOWN = 100;

/** The terms of a company's new invoices. Where nothing is agreed, days to pay are those of its last invoice. */
export async function termsOf(db: Kysely<Database>, companyId: string): Promise<Terms> {
  const [agreed] = await changesOf(db, companyId, 1);
  if (agreed) return toTerms(agreed);
  const { rows } = await sql<{ days: number }>`
    select due_date - invoice_date as days from invoice
    where company_id = ${companyId} and kind = 'INVOICE' and due_date >= invoice_date
    order by invoice_date desc, id desc limit 1`.execute(db);
  return { daysToPay: rows[0]?.days ?? USUAL_DAYS, currency: null, rounding: "LINE" };
}

/** @throws Refusal CODE_NOT_FOUND for what is no customer */
export async function readTerms(
  { companyId }: z.output<typeof invoiceTerms.request>,
  { db, language }: CallerContext,
): Promise<Answer> {
  const company = await db
    .selectFrom("company")
    .select(["id", "name"])
    .where("id", "=", companyId)
    .where("is_forwarder", "=", false)
    .executeTakeFirst();
  if (!company) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return {
    company,
    ...(await termsOf(db, companyId)),
    ...settingsLog(await changesOf(db, companyId, SHOWN), language, {
      action: "invoice.termsSaved",
      changesOf: (after, before) => differences(before, after),
    }),
  };
}

/** @throws Refusal CODE_CONFLICT for whoever has not seen the last change */
export async function saveTerms(
  {
    companyId,
    version,
    daysToPay: days_to_pay,
    currency,
    rounding,
  }: z.output<typeof invoiceTermsSave.request>,
  { db, caller, now, language }: CallerContext,
): Promise<null> {
  await requireCompany(db, companyId);
  await sql`select pg_advisory_xact_lock(hashtextextended('fairlead billing terms', ${companyId}::bigint))`.execute(
    db,
  );
  const [last] = await changesOf(db, companyId, 1);
  requireVersion(last, version, { refusal: "termsChanged", language });
  const isSame = last && differences(last, { days_to_pay, currency, rounding }).length === 0;
  if (!isSame)
    await db
      .insertInto("billing_terms")
      .values({
        company_id: companyId,
        days_to_pay,
        currency,
        rounding,
        at: now,
        actor_id: caller.userId,
        actor_name: caller.name,
      })
      .execute();
  return null;
}

const changesOf = (db: Kysely<Database>, companyId: string, limit: number) =>
  db
    .selectFrom("billing_terms")
    .selectAll()
    .where("company_id", "=", companyId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

interface Row {
  days_to_pay: number;
  currency: string | null;
  rounding: Terms["rounding"];
}

const toTerms = ({ days_to_pay, currency, rounding }: Row): Terms => ({
  daysToPay: days_to_pay,
  currency,
  rounding,
});

function differences(before: Row | undefined, after: Row): Answer["log"][number]["changes"] {
  const [old, changed] = [before && toTerms(before), toTerms(after)];
  return (["daysToPay", "currency", "rounding"] as const).flatMap((path) => {
    const [was, is] = [old?.[path] ?? null, changed[path]];
    return was === is
      ? []
      : [{ path, before: was === null ? null : String(was), after: is === null ? null : String(is) }];
  });
}
