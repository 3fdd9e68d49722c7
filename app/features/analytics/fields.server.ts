import type { Visit } from "#app/access/visit.server.ts";
import type { Choice } from "#app/components/list/list-view.ts";
import type { SearchFieldsView } from "#app/components/list/search-field.tsx";
import { etaBaselines, groupsOf, volumeMeasures } from "#app/contract/analytics.ts";
import { jobModes } from "#app/contract/shipment-code.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import { monthBefore } from "#app/lib/month.ts";
import { MONTHS_OFFERED, type ReportQuery, thisMonth } from "./query.server.ts";

/** Days of tolerance that the form offers; any other number in the address counts as well. */
const TOLERANCES = [0, 1, 2, 3, 5, 7];
const DEFAULT_TOLERANCE_DAYS = 1;

/** The ports of the reader's shipments. */
export type Ports = Record<"departurePorts" | "arrivalPorts", readonly WirePlace[]> | null;

/** The fields of a report's form. */
export function fieldsOf(
  visit: Visit,
  { filter, period }: ReportQuery,
  { ports, currencies, now }: { ports: Ports; currencies: readonly string[]; now: Date },
): SearchFieldsView {
  const { t } = visit;
  const report = filter.report ?? "volume";
  const present = thisMonth(visit, now);
  const months = Array.from({ length: MONTHS_OFFERED }, (_, index) => monthBefore(present, index));
  const monthChoices = (chosen: string): Choice[] =>
    [...new Set([...months, chosen])]
      .toSorted()
      .toReversed()
      .map((month) => [month, month]);
  const field = (name: Name, value: string | undefined, choices: Choice[]) => ({
    name,
    label: t(`analytics:field.${name}`),
    value: value ?? "",
    choices,
    type: "choice" as const,
  });
  const every: Choice = ["", t("analytics:field.every")];
  const placeField = (name: "from" | "to", places: readonly WirePlace[]) =>
    field(name, filter[name], [
      every,
      ...places.map(({ code, name: text }): Choice => [code, text]),
      ...(filter[name] && !places.some(({ code }) => code === filter[name])
        ? [[filter[name], filter[name]] as Choice]
        : []),
    ]);
  const tolerance = filter.tolerance ?? DEFAULT_TOLERANCE_DAYS;
  return {
    always: 4,
    more: t("analytics:field.more"),
    fields: [
      field("monthFrom", period.from, monthChoices(period.from)),
      field("monthTo", period.to, monthChoices(period.to)),
      field(
        "by",
        filter.by ?? "month",
        groupsOf(report).map((group) => [group, t(`analytics:head.${group}`)]),
      ),
      field("thenBy", filter.thenBy, [
        ["", t("analytics:field.thenByNone")],
        ...groupsOf(report)
          .filter((group) => group !== (filter.by ?? "month"))
          .map((group): Choice => [group, t(`analytics:head.${group}`)]),
      ]),
      ...(report === "volume"
        ? [
            field(
              "show",
              filter.show,
              volumeMeasures.map((each, index) => [index === 0 ? "" : each, t(`analytics:show.${each}`)]),
            ),
          ]
        : []),
      ...((report === "spend" || report === "freeTime") && currencies.length > 0
        ? [
            field(
              "currency",
              filter.currency ?? currencies[0],
              [...new Set([...currencies, ...(filter.currency ? [filter.currency] : [])])].map((each) => [
                each,
                each,
              ]),
            ),
          ]
        : []),
      field("mode", filter.mode, [
        every,
        ...jobModes.map((mode): Choice => [mode, t(`shipments:mode.${mode}`)]),
      ]),
      ...(ports ? [placeField("from", ports.departurePorts), placeField("to", ports.arrivalPorts)] : []),
      ...(report === "punctuality" || report === "eta" || report === "milestones"
        ? [
            field(
              "baseline",
              filter.baseline === "first" ? "" : filter.baseline,
              etaBaselines.map((each, index) => [
                index === 0 ? "" : each,
                t(`analytics:${report === "milestones" ? "due" : "baseline"}.${each}`),
              ]),
            ),
            field(
              "tolerance",
              tolerance === DEFAULT_TOLERANCE_DAYS ? "" : String(tolerance),
              [...new Set([...TOLERANCES, tolerance])]
                .toSorted((a, b) => a - b)
                .map((days) => [
                  days === DEFAULT_TOLERANCE_DAYS ? "" : String(days),
                  t("analytics:field.days", { days }),
                ]),
            ),
          ]
        : []),
      field("compared", filter.compared, [
        ["", t("analytics:field.comparedNo")],
        ["yes", t("analytics:field.comparedYes")],
      ]),
    ],
  };
}
type Name =
  | "monthFrom"
  | "monthTo"
  | "by"
  | "thenBy"
  | "show"
  | "mode"
  | "from"
  | "to"
  | "baseline"
  | "tolerance"
  | "currency"
  | "compared";
