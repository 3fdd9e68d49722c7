import type { Visit } from "#app/access/visit.server.ts";
import type { Chip, Choice, FilterField, FilterGroup } from "#app/components/list/list-view.ts";
import { filterDateTypes, jobModes, serviceGroupNames } from "#app/contract/shipment-code.ts";
import type { Translate } from "#app/locales/translation.ts";
import { columnLabel, modeLabel, serviceGroupLabel } from "../labels.server.ts";
import type { PortField } from "../ports.server.ts";
import type { TypedFilter } from "./query.server.ts";

type FilterName = Exclude<keyof TypedFilter, "keyword" | "status">;

/** Chips of the active filters, in panel order; the three fields of a date are one chip. */
export function chipsOf(
  { t, stamp }: Pick<Visit, "t" | "stamp">,
  { dateType, dateFrom, dateTo, ...filter }: TypedFilter,
): Chip[] {
  const {
    keyword: _,
    status,
    mode,
    service,
    isFollowed,
    isOpen,
    isUnderWay,
    hasArrived,
    isOnTime,
    isOwnTurn,
    isArrivingSoon,
    changedSince,
    ...typed
  } = filter;
  const chips: Chip[] = [];
  // One alone is the view that the tabs show.
  const isView = [status, isOwnTurn, isArrivingSoon].filter(Boolean).length === 1;
  const add = (name: FilterName, value: string | undefined) => {
    if (value) chips.push({ names: [name], text: `${t(`shipments:filter.${name}`)}: ${value}` });
  };
  for (const [name, value] of Object.entries(typed)) add(name as keyof typeof typed, value);
  add("mode", mode && modeLabel(t, mode));
  add("service", service && serviceGroupLabel(t, service));
  if (dateType || dateFrom || dateTo) {
    const range = dateFrom || dateTo ? `${dateFrom ?? ""} – ${dateTo ?? ""}`.trim() : "";
    const dateText = [dateType && columnLabel(t, dateType), range].filter(Boolean).join(" ");
    chips.push({
      names: ["dateType", "dateFrom", "dateTo"],
      text: `${t("shipments:filter.dateType")}: ${dateText}`,
    });
  }
  for (const [name, isOn] of Object.entries({
    isFollowed,
    isOpen,
    isUnderWay,
    hasArrived,
    isOnTime,
    isOwnTurn: isOwnTurn && !isView,
    isArrivingSoon: isArrivingSoon && !isView,
  })) {
    if (isOn) chips.push({ names: [name], text: t(`shipments:filter.${name as "isOpen"}`) });
  }
  add("changedSince", stamp(changedSince));
  return chips;
}

/** The filter panel; `clockNote` names the time zone of its days. */
export function filterGroups(
  t: Translate,
  ports: Record<PortField, string[]>,
  clockNote: string,
): FilterGroup[] {
  const choices = <T extends string>(values: readonly T[], label: (t: Translate, value: T) => string) =>
    values.map((value): Choice => [value, label(t, value)]);
  const field = (name: FilterName, attributes: Omit<FilterField, "name" | "label">): FilterField => ({
    name,
    label: t(`shipments:filter.${name}`),
    ...attributes,
  });
  const number = (name: FilterName) => field(name, { kind: "text", max: 50 });
  const port = (name: PortField) => field(name, { kind: "text", max: 100, offered: ports[name] });
  const party = (name: FilterName) => field(name, { kind: "text", max: 100 });
  const flag = (name: FilterName) => field(name, { kind: "flag" });
  return [
    {
      legend: t("shipments:filter.keyNumbers"),
      fields: (["houseNumber", "masterNumber", "poNumber", "skuNumber", "containerNumber"] as const).map(
        number,
      ),
    },
    {
      legend: t("shipments:filter.carriage"),
      fields: [
        field("mode", { kind: "choice", choices: choices(jobModes, modeLabel) }),
        field("service", { kind: "choice", choices: choices(serviceGroupNames, serviceGroupLabel) }),
        port("portOfDeparture"),
        port("portOfArrival"),
      ],
    },
    {
      legend: t("shipments:filter.dates"),
      fields: [
        field("dateType", { kind: "choice", choices: choices(filterDateTypes, columnLabel) }),
        field("dateFrom", { kind: "day" }),
        field("dateTo", { kind: "day" }),
      ],
      note: clockNote,
    },
    {
      legend: t("shipments:filter.parties"),
      fields: [
        ...(["shipper", "consignee"] as const).map(party),
        ...(["isFollowed", "isOpen", "isUnderWay", "hasArrived", "isOnTime", "isArrivingSoon"] as const).map(
          flag,
        ),
      ],
    },
  ];
}
