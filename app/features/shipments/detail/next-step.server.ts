import { momentOf, ownMoment, type Viewer } from "#app/components/moment.server.ts";
import { type CutOffCode, cutOffCodes } from "#app/contract/cut-off-code.ts";
import type { WireStep } from "#app/contract/shipment.ts";
import { needOf } from "#app/lib/cut-off.ts";
import { endOf, parseWire } from "#app/lib/date-time.ts";
import { aroundTime, type Line } from "#app/lib/moment.ts";
import { isOwnTurn } from "#app/lib/next-step.ts";
import type { Translate } from "#app/locales/translation.ts";
import { milestoneLabel } from "../labels.server.ts";
import { saidAt, type Words } from "../standing.server.ts";

/** What comes next, in words: for a line of the list, and for the shipment itself. */

/** "You: verified gross mass, Tue 1 Dec" of a step that is up to the customer's side; null for others. */
export function ownStepLine(step: WireStep | null | undefined, words: Words): Line | null {
  if (!step || !isOwnTurn(step)) return null;
  const { t } = words;
  const due = parseWire(step.due);
  const what = whatOf(step, t);
  return aroundTime(due ? saidAt(words, due, step.place) : "", (time) =>
    t("shipments:step.own", { what: time ? t("shipments:step.next", { what, time }) : what }),
  );
}

/** "You: verified gross mass until Tue 1 Dec 12:00", of a step that is up to the customer's side. */
export function stepLine(step: WireStep | null | undefined, viewer: Viewer): Line | null {
  if (!step) return null;
  const { t } = viewer;
  const due = parseWire(step.due);
  // Of a cut-off the hour counts.
  const format = step.kind === "cutOff" || step.kind === "missedCutOff" ? "column" : "spoken";
  const moment = due ? momentOf(due, step.place?.timeZone ?? null, viewer, format) : "";
  return aroundTime(moment, (time) =>
    t("shipments:step.own", {
      what: dueText(step, { t, time, isOver: due !== null && endOf(due) < viewer.now }),
    }),
  );
}

/** "With the carrier since Fri 6 Nov": whose turn it is. */
export function turnLine(step: WireStep | null | undefined, viewer: Viewer): Line | null {
  if (!step) return null;
  const { t } = viewer;
  const turn = t(`shipments:step.turn.${step.turn}`);
  // Of what is late the due time says since when.
  const hasSince = step.kind === "cutOff" || step.kind === "milestone" || step.kind === "notDeparted";
  const since = hasSince ? parseWire(step.since) : null;
  return since
    ? aroundTime(ownMoment(since, viewer, "spoken"), (time) =>
        t("shipments:step.since", { turn, since: time }),
      )
    : turn;
}

function dueText(
  step: WireStep,
  { t, time, isOver }: { t: Translate; time: string; isOver: boolean },
): string {
  const { kind, place } = step;
  const stepText = whatOf(step, t);
  if (!time) return stepText;
  if (kind === "cutOff") return t("shipments:step.handIn", { need: stepText, time });
  if (kind === "missedCutOff") return t("shipments:step.missed", { need: stepText, time });
  const what = [stepText, place?.name].filter(Boolean).join(" ");
  return t(isOver ? "shipments:step.overdue" : "shipments:step.due", { what, time });
}

function whatOf({ kind, code }: WireStep, t: Translate): string {
  if (kind === "silent" || code === null) return t("shipments:step.silent");
  if (kind === "notDeparted") return t("shipments:step.notDeparted");
  if (kind !== "cutOff" && kind !== "missedCutOff") return milestoneLabel(t, { kind: code, mode: null });
  const need = isCutOff(code) ? needOf(code) : null;
  return need ? t(`cut-offs:need.${need}`) : code;
}

const isCutOff = (code: string): code is CutOffCode => (cutOffCodes as readonly string[]).includes(code);
