import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { ShipmentRow } from "#app/contract/shipment.ts";
import type { ShipmentStatus } from "#app/contract/shipment-code.ts";
import { parseWire, type TimeFormat } from "#app/lib/date-time.ts";
import { aroundTime, type Line, textOf } from "#app/lib/moment.ts";
import enTexts from "#app/locales/en/shipments.ts";
import { columnLabel, statusLabel } from "../labels.server.ts";
import { badgeOfRow, columnRules } from "../list/columns.server.ts";
import { lastOfRow, saidAt } from "../standing.server.ts";

interface Changed {
  shipment: ShipmentRow;
  statusBefore?: ShipmentStatus | null | undefined;
  etaBefore?: string | null | undefined;
  reached: readonly string[];
  isNowDelayed: boolean;
}

type DateRow = keyof typeof enTexts.detail.dates.row;
const isDateRow = (key: string): key is DateRow => Object.hasOwn(enTexts.detail.dates.row, key);

/** A shipment by number and way, and what has changed of it; where nothing of that has, its last milestone. */
export function changeLine(
  visit: Pick<Visit, "t" | "clock" | "language">,
  changed: Changed,
  canOpen: boolean,
): { number: string; href: string | null; route: string; status: string; changes: Line[] } {
  const { t, clock, language } = visit;
  const reader = { t, language, now: new Date(), clock: clock.named };
  const { shipment, statusBefore, etaBefore, reached, isNowDelayed } = changed;
  const { id, houseNumber, status, portOfArrival } = shipment;
  const day = (text: string | null | undefined, format?: TimeFormat) => {
    const time = parseWire(text);
    return time ? saidAt(reader, time, portOfArrival, format) : "";
  };
  // Of two times on one day the hours tell the difference.
  const isOneDay = textOf(day(etaBefore)) === textOf(day(shipment.eta));
  const [before, now] = [etaBefore, shipment.eta].map((eta) => day(eta, isOneDay ? "column" : "spoken"));
  const dates = reached.flatMap((key) =>
    key === "atd" || key === "ata" || key === "delivery"
      ? [[columnLabel(t, key), textOf(day(shipment[key]))].filter(Boolean).join(" ")]
      : isDateRow(key)
        ? [t(`shipments:detail.dates.row.${key}`)]
        : [],
  );
  const changes = [
    ...(statusBefore
      ? [t("shipments:changes.status", { before: statusLabel(t, statusBefore), now: statusLabel(t, status) })]
      : []),
    ...(dates.length > 0 ? [dates.join(t("shipments:detail.dates.comma"))] : []),
    ...(isNowDelayed ? [t("shipments:changes.delayed")] : []),
    ...(before
      ? [
          aroundTime(now ?? "", (time) =>
            t(time ? "shipments:changes.eta" : "shipments:changes.etaGone", {
              before: textOf(before),
              now: time,
            }),
          ),
        ]
      : []),
  ];
  const last = lastOfRow(reader, shipment);
  return {
    number: houseNumber,
    href: canOpen ? href("/shipments/detail/:id", { id }) : null,
    // As the lists name them.
    route: (["portOfDeparture", "portOfArrival"] as const)
      .map((key) => columnRules[key].text(shipment, reader))
      .join(" → "),
    status: badgeOfRow(shipment, reader).label,
    changes: changes.length > 0 ? changes : last ? [last] : [],
  };
}
