import type { Visit } from "#app/access/visit.server.ts";
import { momentOf, ownMoment, type Viewer, viewerOf } from "#app/components/moment.server.ts";
import { cutOffList, type WireCutOff } from "#app/contract/cut-off.ts";
import { DAY_MS, endOf, type KnownTime, parseWire, relativeTime, spanText } from "#app/lib/date-time.ts";
import { aroundTime, type Line, type MomentView } from "#app/lib/moment.ts";

/** How long before it an open cut-off is marked. */
const SOON_MS = 2 * DAY_MS;

export interface CutOffsView {
  title: string;
  note: string;
  rows: CutOffRow[];
}

interface CutOffRow {
  code: string;
  at: Date;
  name: string;
  place: string;
  moment: MomentView;
  /** The source, and what was stated before. */
  lines: Line[];
  state: { text: Line; kind: "done" | "open" | "soon" | "passed" };
  left: string | null;
}

/**
 * The cut-offs of a shipment or booking (trade 12) in the reader's language and time zone. Null when there are none,
 * or the provider does not offer them.
 */
export async function loadCutOffs(
  visit: Visit,
  subject: { shipmentId: string } | { bookingId: string },
): Promise<CutOffsView | null> {
  const answer = await visit.readOptional(cutOffList, subject);
  if (!answer || answer.cutOffs.length === 0) return null;
  const { t } = visit;
  const viewer = viewerOf(visit);
  const rows = answer.cutOffs.flatMap((cutOff) => {
    const time = parseWire(cutOff.at);
    return time ? [rowOf(cutOff, time, viewer)] : [];
  });
  if (rows.length === 0) return null;
  return {
    title: t("cut-offs:title"),
    note: t("cut-offs:told"),
    rows,
  };
}

function rowOf(cutOff: WireCutOff, time: KnownTime, viewer: Viewer): CutOffRow {
  const { t, now, language } = viewer;
  const { code, place, facility, source } = cutOff;
  const zone = place?.timeZone ?? null;
  const moment = momentOf(time, zone, viewer);
  const statedAt = parseWire(cutOff.statedAt);
  const leftMs = endOf(time).getTime() - now.getTime();
  const state = stateOf(cutOff, leftMs, viewer);
  return {
    code,
    at: time.at,
    moment,
    state,
    name: t(`cut-offs:code.${code}`),
    place: [place?.name, facility].filter(Boolean).join(" · "),
    lines: [
      t("cut-offs:stated", { source, age: relativeTime(statedAt?.at ?? now, now, language) ?? "" }),
      ...(cutOff.earlier ?? []).flatMap((earlierStatement, index, all) => {
        const before = parseWire(earlierStatement.at);
        if (!before) return [];
        const replacedAt = all[index - 1]?.statedAt ?? cutOff.statedAt;
        const statedAt = ownMoment(parseWire(replacedAt), viewer).text;
        return aroundTime(momentOf(before, zone, viewer), (time) => t("cut-offs:before", { statedAt, time }));
      }),
    ],
    left:
      state.kind === "soon" || state.kind === "open"
        ? t("cut-offs:left", { span: spanText(leftMs, language) })
        : null,
  };
}

function stateOf(
  { code, need, metAt, count, place }: WireCutOff,
  leftMs: number,
  viewer: Viewer,
): CutOffRow["state"] {
  const { t } = viewer;
  if (need === null) {
    const opening = code === "ECP" ? code : "EFC";
    return leftMs > 0
      ? { text: t(`cut-offs:opens.${opening}`), kind: "open" }
      : { text: t(`cut-offs:opened.${opening}`), kind: "done" };
  }
  const met = parseWire(metAt);
  if (met) {
    const moment = momentOf(met, place?.timeZone ?? null, viewer);
    return { text: aroundTime(moment, (time) => t("cut-offs:met", { time })), kind: "done" };
  }
  const words = t(`cut-offs:need.${need}`);
  if (leftMs <= 0) return { text: t("cut-offs:passed", { need: words }), kind: "passed" };
  const text = count
    ? t("cut-offs:missingOf", { need: words, ...count })
    : t("cut-offs:missing", { need: words });
  return { text, kind: leftMs < SOON_MS ? "soon" : "open" };
}
