import type { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { type LogView, logView } from "#app/components/operation-log.server.ts";
import type { DeskEvent, shipmentDesk } from "#app/contract/shipment-desk.ts";
import type { Line } from "#app/lib/moment.ts";

/** An event that a person has matched to the shipment, and may take off again. */
export interface MatchedView {
  eventId: string;
  text: string;
  offLabel: string;
}

export function matchedView(
  { t }: Visit,
  { id, matchedBy }: DeskEvent,
  names: { milestone: string; time: string },
): MatchedView {
  return {
    eventId: id,
    text: t("desk-shipment:matched.line", { ...names, person: matchedBy ?? "" }),
    offLabel: t("desk-shipment:matched.offNamed", names),
  };
}

/** A shipment that has gone over to this one, with its own log. */
export interface MergedView {
  text: Line;
  log: LogView;
}

export const mergedViews = (
  visit: Visit,
  merged: z.output<typeof shipmentDesk.response>["merged"],
): MergedView[] =>
  merged.map(({ houseNumber, at, by, reason, log }) => ({
    text: visit.dated(at, (time) =>
      visit.t("desk-shipment:merged.line", { number: houseNumber, time, person: by, reason }),
    ),
    log: logView(log, { t: visit.t, zone: visit.zone }),
  }));
