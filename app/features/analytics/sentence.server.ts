import type { Visit } from "#app/access/visit.server.ts";
import { reasonText } from "#app/components/reason.server.ts";
import type { ReportGroup, ReportKind, ReportNames } from "#app/contract/analytics.ts";
import type { ReportQuery } from "./query.server.ts";
import { milestoneName } from "./reported.server.ts";

/** What a report asks, as a sentence. */
export function reportSentence(
  visit: Visit,
  reportQuery: ReportQuery,
  names: ReportNames | null,
  { isRolling = false } = {},
): string {
  const { t } = visit;
  const { by = "month", thenBy, mode, compared, report } = reportQuery.filter;
  return joined(visit, [
    isRolling ? t("analytics:sentence.rolling") : periodText(visit, reportQuery.period),
    t("analytics:sentence.by", { group: t(`analytics:group.${by}`) }),
    ...(thenBy ? [t("analytics:sentence.thenBy", { group: t(`analytics:group.${thenBy}`) })] : []),
    ...(mode ? [t(`shipments:mode.${mode}`)] : []),
    ...namedParts(visit, reportQuery, names),
    ...(reportQuery.filter.currency && (report === "spend" || report === "freeTime")
      ? [t("analytics:sentence.currency", { currency: reportQuery.filter.currency })]
      : []),
    ...(compared ? [t("analytics:sentence.compared")] : []),
  ]);
}

/** What the shipments behind a number have in common, as a sentence. */
export function behindSentence(visit: Visit, reportQuery: ReportQuery, names: ReportNames | null): string {
  const { t } = visit;
  const { group, key, thenBy, key2, state, known, off, co2, billed: currency, quoted } = reportQuery.filter;
  const { free, charged, levied, report } = reportQuery.filter;
  const keys = new Map([
    ...(group && key !== undefined ? [[group, key] as const] : []),
    ...(thenBy && key2 !== undefined ? [[thenBy, key2] as const] : []),
  ]);
  const mode = (keys.get("mode") as "AIR" | undefined) ?? reportQuery.filter.mode;
  const notStated = keys.get("carrier") === "";
  const month = keys.get("month");
  return joined(visit, [
    periodText(visit, month ? { from: month, to: month } : reportQuery.period),
    ...(mode ? [t(`shipments:mode.${mode}`)] : []),
    ...namedParts(visit, reportQuery, names),
    ...(notStated ? [t("analytics:sentence.carrier", { name: t("analytics:notStated") })] : []),
    ...[...keys].flatMap(([each, own]) => groupPart(visit, { group: each, key: own, report })),
    ...(state ? [t(`analytics:sentence.${report === "milestones" ? "milestones" : "state"}.${state}`)] : []),
    ...(known ? [t("analytics:sentence.transit")] : []),
    ...(off ? [t(`analytics:sentence.eta.${off}`)] : []),
    ...(co2 ? [t(`analytics:sentence.emission.${co2}`)] : []),
    ...(free ? [t(`analytics:sentence.free.${free}`)] : []),
    ...(charged ? [t("analytics:sentence.charged", { currency: charged })] : []),
    ...(levied ? [t("analytics:sentence.levied", { currency: levied })] : []),
    ...(currency ? [t(`analytics:sentence.${quoted ? "quoted" : "billed"}`, { currency })] : []),
  ]);
}

/** Groups that are no field of a report's form. */
function groupPart(
  visit: Visit,
  { group, key, report }: { group: ReportGroup; key: string; report: ReportKind | undefined },
): string[] {
  const { t } = visit;
  const notStated = t("analytics:notStated");
  if (group === "charge") return [t("analytics:sentence.charge", { name: key || notStated })];
  if (group === "reason") {
    const name = reasonText({ code: key || null, remark: null }, visit) ?? notStated;
    return [t("analytics:sentence.reason", { name })];
  }
  if (group === "milestone") return [t("analytics:sentence.milestone", { name: milestoneName(visit, key) })];
  if (group !== "days") return [];
  if (!key) return [t("analytics:sentence.daysUnknown")];
  return [t(`analytics:sentence.days.${report === "eta" ? "eta" : "transit"}`, { days: key })];
}

const joined = ({ t }: Visit, parts: string[]) => parts.join(t("analytics:sentence.join"));

const periodText = ({ t }: Visit, { from, to }: ReportQuery["period"]) =>
  from === to ? t("analytics:sentence.oneMonth", { from }) : t("analytics:sentence.period", { from, to });

/** Places and parties that narrow the question, by their codes where the provider does not name them. */
function namedParts({ t }: Visit, { filter }: ReportQuery, names: ReportNames | null): string[] {
  const places = (["from", "to"] as const).flatMap((name) => {
    const place = names?.[name] ?? filter[name];
    return place ? [t(`analytics:sentence.${name}`, { place })] : [];
  });
  const parties = (["carrier", "shipper", "consignee"] as const).flatMap((part) => {
    const name = names?.[part] ?? filter[part];
    return name ? [t(`analytics:sentence.${part}`, { name })] : [];
  });
  return [...places, ...parties];
}
