import { momentLine, momentOf, stampLine, type Viewer } from "#app/components/moment.server.ts";
import { type CutOffCode, cutOffCodes } from "#app/contract/cut-off-code.ts";
import type { WireStep } from "#app/contract/shipment.ts";
import { zoneOnClock } from "#app/lib/clock.ts";
import { needOf } from "#app/lib/cut-off.ts";
import { endOf, formatTime, parseWire } from "#app/lib/date-time.ts";
import { isOwnTurn } from "#app/lib/next-step.ts";
import type { Translate } from "#app/locales/translation.ts";
import { milestoneLabel } from "../labels.server.ts";

/** What comes next, in words: for a line of the list, and for the shipment itself. */

/** "2026-12-01 verified gross mass" of a step that is up to the customer's side; null for others. */
export function ownStepLine(
  step: WireStep | null | undefined,
  { t, clock }: { t: Translate; clock: string },
): string | null {
  if (!step || !isOwnTurn(step)) return null;
  const due = parseWire(step.due);
  const day = due && formatTime(due, zoneOnClock(clock, step.place?.timeZone))?.slice(0, 10);
  const what = [day, whatOf(step, t)].filter(Boolean).join(" ");
  return t("shipments:step.own", { what });
}

/** "Next: vessel arrival Rotterdam, due 2026-12-12 10:00 UTC+01:00 · with the carrier, since …". */
export function stepLine(step: WireStep | null | undefined, viewer: Viewer): string | null {
  if (!step) return null;
  const { t } = viewer;
  const what = dueText(step, viewer);
  const turn = t(`shipments:step.turn.${step.turn}`);
  // Of what is late the due time says since when.
  const hasSince = step.kind === "cutOff" || step.kind === "milestone" || step.kind === "notDeparted";
  const since = hasSince ? parseWire(step.since) : null;
  return since
    ? t("shipments:step.since", { what, turn, since: stampLine(since, viewer) })
    : t("shipments:step.line", { what, turn });
}

function dueText(step: WireStep, viewer: Viewer): string {
  const { t } = viewer;
  const { kind, place } = step;
  const due = parseWire(step.due);
  const stepText = whatOf(step, t);
  if (!due) return stepText;
  const time = momentLine(momentOf(due, place?.timeZone ?? null, viewer));
  if (kind === "cutOff") return t("shipments:step.handIn", { need: stepText, time });
  if (kind === "missedCutOff") return t("shipments:step.missed", { need: stepText, time });
  const what = [stepText, place?.name].filter(Boolean).join(" ");
  return t(endOf(due) < viewer.now ? "shipments:step.overdue" : "shipments:step.due", { what, time });
}

function whatOf({ kind, code }: WireStep, t: Translate): string {
  if (kind === "silent" || code === null) return t("shipments:step.silent");
  if (kind === "notDeparted") return t("shipments:step.notDeparted");
  if (kind !== "cutOff" && kind !== "missedCutOff") return milestoneLabel(t, { kind: code, mode: null });
  const need = isCutOff(code) ? needOf(code) : null;
  return need ? t(`cut-offs:need.${need}`) : code;
}

const isCutOff = (code: string): code is CutOffCode => (cutOffCodes as readonly string[]).includes(code);
