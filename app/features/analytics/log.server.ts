import { href } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { formatNames } from "#app/components/list/export-view.server.ts";
import { reportRunFile, reportRunList } from "#app/contract/report-template.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { reportAddress, savedParams } from "./query.server.ts";
import { figure } from "./reported.server.ts";
import { savedSentence } from "./templates.server.ts";

const PAGE_SIZE = 25;
const pageNumber = z.coerce.number().int().min(1).max(100_000).catch(1);

/** The reports that the reader ran, the latest first. Throws as `visit.read`. */
export async function loadLog(visit: Visit, search: URLSearchParams) {
  const { t } = visit;
  const now = new Date();
  const page = pageNumber.parse(search.get("page") ?? 1);
  const runs = await visit.read(reportRunList, { page, pageSize: PAGE_SIZE });
  const canFetch = visit.offers(reportRunFile);
  const heads = (["ranAt", "mode", "criteria", "shipments", "file"] as const).map((key) => ({
    key,
    label: t(`analytics:log.head.${key}`),
    width: key === "criteria" ? ("xl" as const) : ("sm" as const),
    isAmount: key === "shipments",
  }));
  const rows = runs.rows.map(({ id, ranAt, question, names, shipments, format, fetchableUntil }) => {
    const time = visit.stamp(ranAt);
    return {
      id,
      time: visit.time(ranAt, "full"),
      mode: t(question.mode ? `shipments:mode.${question.mode}` : "analytics:field.every"),
      criteria: savedSentence(visit, question, names, now),
      shipments: figure(visit, shipments),
      again: {
        href: reportAddress(savedParams(question)),
        label: t("analytics:log.againOf", { time }),
      },
      file:
        format && fetchableUntil && canFetch
          ? {
              href: withQuery(href("/analytics/runFile"), { id }),
              label: t("analytics:log.fileOf", { format: formatNames[format], time }),
              text: t("analytics:log.fetch", { format: formatNames[format] }),
              until: visit.dated(fetchableUntil, (time) => t("analytics:log.until", { time })),
            }
          : null,
      note: format && !fetchableUntil ? t("analytics:log.gone", { format: formatNames[format] }) : null,
    };
  });
  return {
    page,
    pageSize: PAGE_SIZE,
    total: runs.total,
    isTotalCapped: runs.isTotalCapped,
    columns: heads,
    rows,
    lost: visit.lostText(runs.rows),
    lead: t("analytics:log.lead"),
    caption: t("analytics:log.title"),
    again: t("analytics:log.again"),
    none: { title: t("analytics:log.noneTitle"), text: t("analytics:log.noneText") },
    start: { text: t("analytics:template.start"), href: href("/analytics/index") },
  };
}
export type LogRowView = Awaited<ReturnType<typeof loadLog>>["rows"][number];
