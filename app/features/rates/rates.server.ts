import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { encodingView, sendEncoding } from "#app/components/encoding-choice.server.ts";
import { refusedPress } from "#app/components/form-reply.server.ts";
import type { ImportReportView } from "#app/components/import-report.tsx";
import { type ListParams, listAddress } from "#app/components/list/address.ts";
import { listQuery, words } from "#app/components/list/query.server.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import {
  RATE_IMPORT,
  type RateReport,
  rateColumns,
  rateImport,
  rateImportEncoding,
  rateImportReport,
  rateImportRun,
  rateList,
} from "#app/contract/rate.ts";
import { addressId } from "#app/contract/wire.ts";
import { MEGABYTE } from "#app/lib/file-size.ts";
import type { Line } from "#app/lib/moment.ts";
import { withQuery } from "#app/lib/with-query.ts";

const query = listQuery({ keyword: words(100) }, ["imported"], "imported");
const base = () => href("/freightForwarder/rates");
const importHref = (id: string) => withQuery(base(), { import: id });

/** The import that the address names. */
export const importIdOf = (search: URLSearchParams): string | null => {
  const id = search.get("import") ?? "";
  return addressId.safeParse(id).success ? id : null;
};

export interface RatesView {
  keyword: string;
  rows: { key: string; sheet: string; cells: Line[] }[];
  page: number;
  pageSize: number;
  total: number;
  params: ListParams;
  base: string;
  isFiltered: boolean;
}

/** The rates in force, by sheet, carrier and lane. */
export async function loadRates(visit: Visit, search: URLSearchParams): Promise<RatesView> {
  const criteria = query.read(search);
  const { page, pageSize, filter } = criteria;
  const rates = await visit.read(rateList, { page, pageSize, keyword: filter.keyword });
  const { t } = visit;
  return {
    keyword: filter.keyword ?? "",
    page,
    pageSize,
    total: rates.total,
    params: query.params(criteria),
    base: listAddress(base(), {}, {}),
    isFiltered: Boolean(filter.keyword),
    rows: rates.rows.map((row) => ({
      key: [row.sheet, row.mode, row.carrierName, row.origin, row.destination, row.currency].join(" "),
      sheet: row.sheet,
      cells: [
        `${t(`freight:mode.${row.mode}`)} · ${row.carrierName}`,
        `${row.origin} → ${row.destination}`,
        String(row.charges),
        row.currency,
        t("rates:days", { from: row.validFrom ?? "…", to: row.validTo ?? "…" }),
        visit.dated(row.importedAt, (time) => t("rates:importedBy", { time, person: row.importedBy })),
      ],
    })),
  };
}

/** Which files and columns are taken. */
export function importRules({ t, language }: Visit): { limits: string; columns: string } {
  return {
    limits: t("rates:import.limits", {
      size: RATE_IMPORT.bytes / MEGABYTE,
      rows: RATE_IMPORT.rows.toLocaleString(language),
    }),
    columns: t("rates:import.columns", {
      names: rateColumns.map((name) => t(`rates:column.${name}`)).join(t("rates:comma")),
    }),
  };
}

interface ImportView extends ImportReportView {
  isDone: boolean;
  canRun: boolean;
}

/** What a read file would put in force, or has. */
export async function loadImport(visit: Visit, id: string): Promise<ImportView> {
  const report = await visit.read(rateImportReport, { id });
  const { t } = visit;
  const { isDone, faulty, faultyRows } = report;
  return {
    title: t(isDone ? "rates:import.doneTitle" : "rates:import.dryTitle", { file: report.fileName }),
    isDone,
    canRun: !isDone && faultyRows === 0 && report.rows > 0,
    facts: factsOf(report, visit),
    warning: faultyRows > 0 ? t("rates:import.heldUp") : null,
    encoding: encodingView(visit, report),
    parts: [
      {
        title: t("rates:import.faulty"),
        rows: faulty.map(({ line, faults }) => ({
          line: String(line),
          name: null,
          texts: faults.map(({ column, message }) =>
            t("rates:import.fault", { column: columnName(visit, column), message }),
          ),
        })),
        more:
          faultyRows > faulty.length ? t("rates:import.more", { count: faultyRows - faulty.length }) : null,
      },
    ],
  };
}

function factsOf({ rows, sheets, faultyRows, unknownColumns }: RateReport, { t }: Visit): string[] {
  return [
    t("rates:import.rows", { count: rows }),
    ...sheets.map((sheet) => t("rates:import.sheet", { ...sheet })),
    ...(faultyRows > 0 ? [t("rates:import.faultyRows", { count: faultyRows })] : []),
    ...(unknownColumns.length > 0
      ? [t("rates:import.unknownColumns", { names: unknownColumns.join(t("rates:comma")) })]
      : []),
  ];
}

function columnName({ t }: Visit, column: string): string {
  const known = rateColumns.find((name) => name === column);
  return known ? t(`rates:column.${known}`) : column;
}

/** A posted file is read by the provider, and the page of its report shown. */
export async function sendFile(visit: Visit, request: Request, url: URL) {
  const key = url.searchParams.get("requestId") ?? "";
  const result = await visit.forwardForm(rateImport, request, {
    key: key || undefined,
    textOf: (reason) => visit.t(`rates:import.${reason}`),
  });
  if (!result.isDone) return refusedPress(result.fault, key);
  // Done without saying what: the same request id finds the import again.
  if (!result.data)
    return data(
      { fault: visit.t("rates:import.malformed"), requestId: key as string | null },
      { status: 503 },
    );
  return redirect(importHref(result.data.id));
}

/** Carries an import out, or says how its file is to be read. */
export async function runImport(visit: Visit, id: string, form: FormData) {
  if (form.has("encoding")) return sendEncoding(visit, rateImportEncoding, { id, form, to: importHref(id) });
  const key = String(form.get("requestId"));
  const result = await visit.write(rateImportRun, { id }, { key });
  if (result.isDone) {
    visit.session.flash({ kind: "success", key: "rates:imported" });
    return redirect(importHref(id));
  }
  // Carried out before, in another window: the page says what was done.
  if (result.fault.code === CODE_CONFLICT) return redirect(importHref(id));
  return refusedPress(result.fault, key);
}
