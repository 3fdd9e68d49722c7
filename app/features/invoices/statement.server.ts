import { href } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { ExportView } from "#app/components/list/export-form.tsx";
import { exportView } from "#app/components/list/export-view.server.ts";
import type { SearchFieldView } from "#app/components/list/search-field.tsx";
import { invoiceAgeing, invoiceStatement, invoiceStatementFile } from "#app/contract/invoice.ts";
import { daysBefore } from "#app/lib/date-time.ts";
import { formatMoney } from "#app/lib/money.ts";

const day = z.iso.date().optional().catch(undefined);
const searchShape = z.object({
  from: day,
  to: day,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional()
    .catch(undefined),
});

/** Days of a statement when none is asked for. */
const USUAL_DAYS = 90;

export interface StatementView {
  title: string;
  form: SearchFieldView[];
  submit: string;
  problem: string | null;
  opening: { label: string; value: string };
  closing: { label: string; value: string };
  heads: string[];
  rows: { key: string; href: string | null; cells: string[] }[];
  none: string;
  /** Null for those who may not download. */
  file: ExportView | null;
}

export const statementFormats = ["pdf", "xlsx", "csv"] as const;

/** Period and currency of the URL: the last 90 days in the first currency unless it names others. */
export async function readAsked(visit: Visit, search: URLSearchParams) {
  const criteria = searchShape.parse(Object.fromEntries(search));
  const { asOf: today, currencies } = await visit.read(invoiceAgeing, {});
  const known = currencies.map((each) => each.currency);
  const to = criteria.to ?? today;
  const typed = { from: criteria.from ?? daysBefore(to, USUAL_DAYS)!, to };
  const isReversed = typed.from > typed.to;
  return {
    known,
    currency: criteria.currency ?? known[0] ?? "USD",
    period: isReversed ? { from: daysBefore(today, USUAL_DAYS)!, to: today } : typed,
    isReversed,
  };
}

/** The statement of account for its URL. */
export async function loadStatement(
  visit: Visit,
  search: URLSearchParams,
  mayDownload: boolean,
): Promise<StatementView> {
  const { t, language } = visit;
  const { known, currency, period, isReversed } = await readAsked(visit, search);
  const statement = await visit.read(invoiceStatement, { ...period, currency });
  const money = (amount: string) => formatMoney(amount, currency, language) ?? amount;
  return {
    title: t("billing:title.statement"),
    form: [
      { name: "from", label: t("billing:statement.from"), value: period.from, type: "date" },
      { name: "to", label: t("billing:statement.to"), value: period.to, type: "date" },
      {
        name: "currency",
        label: t("billing:statement.currency"),
        value: currency,
        type: "choice",
        choices: [...new Set([...known, currency])].map((code) => [code, code]),
      },
    ],
    submit: t("billing:statement.submit"),
    problem: isReversed ? t("billing:statement.badPeriod") : null,
    opening: { label: t("billing:statement.opening", { day: period.from }), value: money(statement.opening) },
    closing: { label: t("billing:statement.closing", { day: period.to }), value: money(statement.closing) },
    heads: columns.map((column) => t(`billing:statement.column.${column}`)),
    rows: statement.entries.map((entry, index) => ({
      key: String(index),
      href: entry.invoiceId && href("/billing/detail/:id", { id: entry.invoiceId }),
      cells: [
        entry.on,
        t(`billing:statement.kind.${entry.kind}`),
        entry.reference,
        entry.dueDate ?? "",
        money(entry.amount),
        money(entry.balance),
      ],
    })),
    none: t("billing:statement.none"),
    file: mayDownload
      ? exportView(
          visit,
          invoiceStatementFile,
          href("/billing/statement/file"),
          { ...period, currency },
          statementFormats.map((format) => [format, t(`billing:statement.save.${format}`)]),
        )
      : null,
  };
}

const columns = ["on", "kind", "reference", "dueDate", "amount", "balance"] as const;
