import type { Translate } from "#app/locales/translation.ts";
import { columnLabel, modeLabel, serviceGroupLabel } from "./labels.server.ts";
import type { TypedFilter } from "./list-query.server.ts";

/** A filter in use: what it says, and which fields of the address go when it is taken away. */
export interface Chip {
  names: string[];
  text: string;
}

/** What of the panel is in use, in the order of the panel; the three fields of a date are one. */
export function chipsOf(t: Translate, { dateType, dateFrom, dateTo, ...filter }: TypedFilter): Chip[] {
  const {
    keyword: _,
    status: __,
    mode,
    service,
    isFollowed,
    isOpen,
    isUnderWay,
    isArrivingSoon,
    ...typed
  } = filter;
  const chips: Chip[] = [];
  const add = (name: Exclude<keyof TypedFilter, "keyword" | "status">, value: string | undefined) => {
    if (value) chips.push({ names: [name], text: `${t(`shipment-list:panel.${name}`)}: ${value}` });
  };
  for (const [name, value] of Object.entries(typed)) add(name as keyof typeof typed, value);
  add("mode", mode && modeLabel(t, mode));
  add("service", service && serviceGroupLabel(t, service));
  if (dateType || dateFrom || dateTo) {
    const range = dateFrom || dateTo ? `${dateFrom ?? ""} – ${dateTo ?? ""}`.trim() : "";
    const said = [dateType && columnLabel(t, dateType), range].filter(Boolean).join(" ");
    chips.push({
      names: ["dateType", "dateFrom", "dateTo"],
      text: `${t("shipment-list:panel.dateType")}: ${said}`,
    });
  }
  for (const [name, isOn] of Object.entries({ isFollowed, isOpen, isUnderWay, isArrivingSoon })) {
    if (isOn) chips.push({ names: [name], text: t(`shipment-list:panel.${name as "isOpen"}`) });
  }
  return chips;
}
