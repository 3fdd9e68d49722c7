import { href } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { defineList } from "#app/components/list/define.server.ts";
import { choice } from "#app/components/list/query.server.ts";
import { statusTabs } from "#app/components/list/view.server.ts";
import { type SystemImport, systemImportDetail, systemImportList } from "#app/contract/forwarder-system.ts";
import { systemKinds } from "#app/contract/forwarder-system-code.ts";
import type { Line } from "#app/lib/moment.ts";
import { withQuery } from "#app/lib/with-query.ts";

const REFUSED_SHOWN = 100;

const count = (name: keyof SystemImport["counts"]) => ({
  key: name,
  width: "sm" as const,
  isAmount: true,
  cell: ({ counts }: SystemImport, { language }: Visit) => counts[name].toLocaleString(language),
});

const imports = defineList({
  path: href("/freightForwarder/imports"),
  call: systemImportList,
  filters: { kind: choice(systemKinds), faulty: choice(["true"]) },
  sorts: ["started"],
  usual: "started",
  request: ({ kind, faulty }) => ({ kind, faulty: faulty ?? "false" }),
  columns: [
    { key: "source", width: "xxl" },
    { key: "state", width: "md" },
    { key: "kind", width: "md", cell: ({ kind }, { t }) => t(`system-imports:kind.${kind}`) },
    { key: "started", width: "xl", cell: ({ startedAt }, { time }) => time(startedAt) },
    count("added"),
    count("changed"),
    count("unchanged"),
    count("refused"),
  ],
  heading: (key, { t }) => t(`system-imports:column.${key}`),
  tabs: ({ t }) =>
    statusTabs(t("system-imports:all"), systemKinds, (kind) => t(`system-imports:kind.${kind}`), {}),
  tabName: "kind",
});

export interface ImportRow {
  id: string;
  source: string;
  href: string;
  state: SystemImport["state"];
  stateText: string;
  cells: Line[];
}

const importHref = (id: string) => href("/freightForwarder/import/:id", { id });

/** The list for its URL, and the link that shows only those with faults, or all again. */
export async function loadImports(visit: Visit, search: URLSearchParams) {
  const { t } = visit;
  const { view, filter } = await imports.load(visit, search, {
    row: (row) => ({
      id: row.id,
      source: row.source,
      href: importHref(row.id),
      state: row.state,
      stateText: t(`system-imports:state.${row.state}`),
    }),
  });
  const other = filter.faulty ? {} : { faulty: "true" };
  return {
    view,
    only: {
      text: t(filter.faulty ? "system-imports:every" : "system-imports:faulty"),
      href: withQuery(view.base, { ...(filter.kind ? { kind: filter.kind } : {}), ...other }),
    },
  };
}

const pageOfAddress = z.coerce.number().int().min(1).max(100_000).catch(1);

/** The report of one import: what came of it, and the refused records of a page. */
export async function loadReport(visit: Visit, id: string, search: URLSearchParams) {
  const page = pageOfAddress.parse(search.get("page") ?? 1);
  const systemImport = await visit.read(systemImportDetail, { id, page, pageSize: REFUSED_SHOWN });
  const { t, time, language } = visit;
  const { refused, counts, kind } = systemImport;
  const address = importHref(id);
  const turn = (to: number, isThere: boolean) =>
    isThere ? withQuery(address, to > 1 ? { page: String(to) } : {}) : null;
  const counted = (["added", "changed", "unchanged", "older", "refused"] as const).map(
    (name) => [t(`system-imports:fact.${name}`), counts[name].toLocaleString(language)] as const,
  );
  return {
    title: t("system-imports:detailTitle", {
      kind: t(`system-imports:kind.${kind}`),
      source: systemImport.source,
    }),
    state: systemImport.state,
    stateText: t(`system-imports:state.${systemImport.state}`),
    failure: systemImport.failure && t("system-imports:failed", { why: systemImport.failure }),
    facts: [
      [t("system-imports:fact.channel"), t(`system-imports:channel.${systemImport.channel}`)] as const,
      [t("system-imports:fact.started"), time(systemImport.startedAt)] as const,
      ...(systemImport.endedAt
        ? [[t("system-imports:fact.ended"), time(systemImport.endedAt)] as const]
        : []),
      ...counted,
    ],
    rows: refused.rows.map(({ line, sourceReference, name, faults }) => ({
      line: line.toLocaleString(language),
      reference: sourceReference,
      name,
      texts: faults.map(({ field, reason }) =>
        field === null ? reason : t("system-imports:fault", { field, reason }),
      ),
    })),
    before: turn(page - 1, page > 1),
    after: turn(page + 1, page * REFUSED_SHOWN < refused.total),
    save: refused.total > 0 ? href("/freightForwarder/importFile/:id", { id }) : null,
  };
}
export type ReportView = Awaited<ReturnType<typeof loadReport>>;
