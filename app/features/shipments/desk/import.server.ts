import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { encodingView, sendEncoding } from "#app/components/encoding-choice.server.ts";
import { refusedPress } from "#app/components/form-reply.server.ts";
import type { ImportReportView, ToldRows } from "#app/components/import-report.tsx";
import { changeText } from "#app/components/operation-log.server.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import {
  DESK_IMPORT,
  deskImport,
  deskImportEncoding,
  deskImportReport,
  deskImportRun,
  type ImportKind,
  importColumns,
  importKinds,
  rowStates,
  shipmentColumns,
} from "#app/contract/desk-import.ts";
import { type FileFormat, fileFormats } from "#app/contract/list-file.ts";
import { addressId } from "#app/contract/wire.ts";
import { MEGABYTE } from "#app/lib/file-size.ts";
import { withQuery } from "#app/lib/with-query.ts";

const PAGE = href("/freightForwarder/shipmentImport");
const importHref = (id: string) => withQuery(PAGE, { import: id });

/** The import that the address names. */
export const importIdOf = (search: URLSearchParams): string | null => {
  const id = search.get("import") ?? "";
  return addressId.safeParse(id).success ? id : null;
};

interface ImportRules {
  limits: string;
  columns: string;
  examples: { text: string; href: string }[];
}

/** Which files and columns are taken, with examples. */
export function importRules({ t, language }: Visit): ImportRules {
  const names = (kind: ImportKind) =>
    importColumns[kind].map((name) => t(`desk-import:column.${name}`)).join(t("desk-import:comma"));
  return {
    limits: t("desk-import:limits", {
      size: DESK_IMPORT.bytes / MEGABYTE,
      rows: DESK_IMPORT.rows.toLocaleString(language),
    }),
    columns: t("desk-import:columns", { shipments: names("SHIPMENT"), milestones: names("MILESTONE") }),
    examples: importKinds.flatMap((kind) =>
      fileFormats.map((format) => ({
        text: t(`desk-import:example.${kind}`, { format: format.toUpperCase() }),
        href: withQuery(href("/freightForwarder/shipmentImportFile"), { kind, format }),
      })),
    ),
  };
}

/** The example that an address asks for. */
export function exampleIn(search: URLSearchParams): { kind: ImportKind; format: FileFormat } | null {
  const kind = importKinds.find((each) => each === search.get("kind"));
  const format = fileFormats.find((each) => each === search.get("format"));
  return kind && format ? { kind, format } : null;
}

interface DeskImportView extends ImportReportView {
  isDone: boolean;
  canRun: boolean;
  version: string;
}

/** What a read file would do, or has done. */
export async function loadImport(visit: Visit, id: string): Promise<DeskImportView> {
  const report = await visit.read(deskImportReport, { id });
  const { t } = visit;
  const { kind, done, counts, leftOut, warned, changed, unknownColumns } = report;
  const writes = counts.added + counts.changed;
  const left = counts.faulty + counts.twice;
  const values = { file: report.fileName, kind: t(`desk-import:kind.${kind}`) };
  return {
    title: t(done ? "desk-import:doneTitle" : "desk-import:dryTitle", values),
    isDone: done !== null,
    canRun: done === null && writes > 0,
    version: report.version,
    facts: [
      ...(done ? [visit.dated(done.at, (time) => t("desk-import:doneBy", { time, person: done.by }))] : []),
      ...rowStates.flatMap((state) =>
        counts[state] ? [t(`desk-import:state.${state}`, { count: counts[state] })] : [],
      ),
      ...(unknownColumns.length > 0
        ? [t("desk-import:unknownColumns", { names: unknownColumns.join(t("desk-import:comma")) })]
        : []),
    ],
    warning: left > 0 && !done ? t("desk-import:leftOutWarning") : null,
    encoding: encodingView(visit, report),
    parts: [
      part(visit, { title: t("desk-import:leftOut"), rows: rowTexts(visit, leftOut), total: left }),
      part(visit, {
        title: t("desk-import:warned"),
        rows: rowTexts(visit, warned),
        total: report.warnedRows,
      }),
      part(visit, {
        title: t("desk-import:changed"),
        rows: changed.map(({ line, name, changes }) => ({
          line: String(line),
          name,
          texts: changes.map((change) => changeText(change, t, visit.zone, columnOfPath(change.path, visit))),
        })),
        total: counts.changed,
      }),
    ],
  };
}

function columnOfPath(path: string, { t }: Visit) {
  const column = shipmentColumns.find((name) => name === path);
  return column ? { label: t(`desk-import:column.${column}`), value: (text: string) => text } : null;
}

function part(
  { t }: Visit,
  { title, rows, total }: { title: string; rows: ToldRows["rows"]; total: number },
): ToldRows {
  const more = total - rows.length;
  return { title, rows, more: more > 0 ? t("desk-import:more", { count: more }) : null };
}

const rowTexts = (
  { t }: Visit,
  rows: { line: number; name: string; texts: { column: string | null; message: string }[] }[],
): ToldRows["rows"] =>
  rows.map(({ line, name, texts }) => ({
    line: String(line),
    name,
    texts: texts.map(({ column, message }) =>
      column === null
        ? message
        : t("desk-import:fault", { column: t(`desk-import:column.${column}` as never), message }),
    ),
  }));

/** A posted file is read by the provider, and the page of its report shown. */
export async function sendFile(visit: Visit, request: Request, url: URL) {
  const key = url.searchParams.get("requestId") ?? "";
  const result = await visit.forwardForm(deskImport, request, {
    key: key || undefined,
    textOf: (reason) => visit.t(`desk-import:${reason}`),
  });
  if (!result.isDone) return refusedPress(result.fault, key);
  // Done without saying what: the same request id finds the import again.
  if (!result.data)
    return data(
      { fault: visit.t("desk-import:malformed"), requestId: key as string | null },
      { status: 503 },
    );
  return redirect(importHref(result.data.id));
}

/** Carries an import out, or says how its file is to be read. */
export async function runImport(visit: Visit, id: string, form: FormData) {
  if (form.has("encoding")) return sendEncoding(visit, deskImportEncoding, { id, form, to: importHref(id) });
  const key = String(form.get("requestId"));
  const version = String(form.get("version") ?? "").slice(0, 100) || "none";
  const result = await visit.write(deskImportRun, { id, version }, { key });
  if (!result.isDone) {
    if (result.fault.code !== CODE_CONFLICT) return refusedPress(result.fault, key);
    // Carried out before, or what it would do has changed: the page shows what holds now.
    return data({ fault: result.fault.message, requestId: null }, { status: CODE_CONFLICT });
  }
  visit.session.flash({
    kind: "success",
    key: "desk-import:imported",
    number: String((result.data?.added ?? 0) + (result.data?.changed ?? 0)),
  });
  return redirect(importHref(id));
}
