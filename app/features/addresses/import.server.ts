import { data, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { encodingView, sendEncoding } from "#app/components/encoding-choice.server.ts";
import { refusedPress } from "#app/components/form-reply.server.ts";
import type { ImportReportView } from "#app/components/import-report.tsx";
import {
  ADDRESS_IMPORT,
  addressImport,
  addressImportEncoding,
  addressImportReport,
  addressImportRun,
  importStates,
} from "#app/contract/address.ts";
import { addressFieldNames } from "#app/contract/address-code.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { MEGABYTE } from "#app/lib/file-size.ts";
import { importHref } from "./paths.ts";

interface ImportReply {
  fault: string;
  requestId: string | null;
}

/** What a read file would change, or has changed. */
interface ImportView extends ImportReportView {
  isDone: boolean;
  /** Number of rows that the import writes. */
  writes: number;
}

/** Before a file is chosen: which files and columns are taken. */
export function importRules({ t, language }: Visit): { limits: string; columns: string } {
  const rows = ADDRESS_IMPORT.rows.toLocaleString(language);
  return {
    limits: t("addresses:import.limits", { size: ADDRESS_IMPORT.bytes / MEGABYTE, rows }),
    columns: t("addresses:import.columns", {
      names: addressFieldNames.map((name) => t(`addresses:field.${name}`)).join(t("addresses:import.comma")),
    }),
  };
}

export async function loadImport(visit: Visit, id: string): Promise<ImportView> {
  const report = await visit.read(addressImportReport, { id });
  const { t } = visit;
  const { counts, leftOut, unknownColumns, isDone } = report;
  const left = (counts.faulty ?? 0) + (counts.twice ?? 0);
  return {
    title: t(isDone ? "addresses:import.doneTitle" : "addresses:import.dryTitle", { file: report.fileName }),
    isDone,
    facts: [
      ...importStates.flatMap((state) =>
        counts[state] ? [t(`addresses:import.state.${state}`, { count: counts[state] })] : [],
      ),
      ...(unknownColumns.length > 0
        ? [t("addresses:import.unknownColumns", { names: unknownColumns.join(t("addresses:import.comma")) })]
        : []),
    ],
    warning: null,
    writes: (counts.added ?? 0) + (counts.changed ?? 0),
    encoding: encodingView(visit, report),
    parts: [
      {
        title: t("addresses:import.leftOut"),
        rows: leftOut.map(({ line, name, faults }) => ({
          line: String(line),
          name,
          texts: faults.map(({ field, message }) =>
            field === null
              ? message
              : t("addresses:import.fault", { field: t(`addresses:field.${field}`), message }),
          ),
        })),
        more: left > leftOut.length ? t("addresses:import.more", { count: left - leftOut.length }) : null,
      },
    ],
  };
}

/** A posted file is read by the provider, and the page of its report shown. */
export async function sendFile(visit: Visit, request: Request, url: URL) {
  const key = url.searchParams.get("requestId") ?? "";
  const result = await visit.forwardForm(addressImport, request, {
    key: key || undefined,
    textOf: (reason) => visit.t(`addresses:import.${reason}`),
  });
  if (!result.isDone) return refusedPress(result.fault, key);
  // Done without saying what: the same request id finds the import again.
  if (!result.data)
    return data<ImportReply>(
      { fault: visit.t("addresses:import.malformed"), requestId: key },
      { status: 503 },
    );
  return redirect(importHref(result.data.id));
}

/** Carries an import out, or says how its file is to be read. */
export async function runImport(visit: Visit, id: string, form: FormData) {
  if (form.has("encoding"))
    return sendEncoding(visit, addressImportEncoding, { id, form, to: importHref(id) });
  const key = String(form.get("requestId"));
  const result = await visit.write(addressImportRun, { id }, { key });
  if (result.isDone) {
    visit.session.flash({ kind: "success", key: "addressesImported" });
    return redirect(importHref(id));
  }
  // Carried out before, in another window: the page says what was done.
  if (result.fault.code === CODE_CONFLICT) return redirect(importHref(id));
  return refusedPress(result.fault, key);
}
