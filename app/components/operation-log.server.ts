import type { z } from "zod";
import type { operationLogEntry } from "#app/contract/quote.ts";
import { parseWire, writeTime } from "#app/lib/date-time.ts";
import { type MomentView, noMoment } from "#app/lib/moment.ts";
import type { Translate } from "#app/locales/translation.ts";

/** The operation log of a quote or a booking as texts: who, when, what changed. Newest first. */
export interface LogView {
  title: string;
  none: string;
  entries: { at: MomentView; who: string; action: string; changesLabel: string; changes: string[] }[];
}

type Entry = z.infer<typeof operationLogEntry>;

/** Texts for codes, by the last segment of the field's path; other values are shown unchanged. */
const valueNames: Record<string, readonly string[]> = {
  status: ["quotes:status", "bookings:status"],
  freightMode: ["freight:mode"],
  transportMode: ["freight:mode"],
  service: ["freight:service"],
  packageType: ["freight:packageKind"],
  specialGoods: ["freight:specialGoods"],
  containerType: ["freight:equipment"],
};
const STAMP = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** Label and value texts of a path, where the feature has better ones than this file. */
type NamesOf = (path: string) => { label: string; value: (text: string) => string } | null;

/** @param zone in which times are shown */
export function logView(
  entries: readonly Entry[],
  { t, zone, fieldOf = () => null }: { t: Translate; zone: string; fieldOf?: NamesOf },
): LogView {
  return {
    title: t("log:title"),
    none: t("log:none"),
    entries: entries.toReversed().map(({ at, actor, isForwarder, action, changes }) => ({
      at: momentOf(at, zone),
      who: isForwarder ? `${actor} (${t("log:forwarder")})` : actor,
      action: actionName(t, action),
      changesLabel: t("log:changes", { count: changes.length }),
      changes: changes.map((change) => changeText(change, t, zone, fieldOf(change.path))),
    })),
  };
}

/** Text of `quote.accepted` and the like. */
export function actionName(t: Translate, action: string): string {
  return named(t, [`log:action.${action}`], action);
}

/** "Incoterms: FOB -> FCA", in words. */
export function changeText(
  { path, before, after }: Entry["changes"][number],
  t: Translate,
  zone: string,
  known: ReturnType<NamesOf>,
): string {
  const parts = path.split(".");
  const name = parts.findLast((part) => !/^\d+$/.test(part)) ?? path;
  const numbers = parts.filter((part) => /^\d+$/.test(part)).map((part) => Number(part) + 1);
  const label = named(t, [`log:name.${name}`], name);
  const numbered = numbers.length > 0 ? t("log:field", { field: label, number: numbers.join(".") }) : label;
  const field = known?.label ?? numbered;
  const value = known?.value ?? ((text: string) => valueText(name, text, t, zone));
  if (after === null) return t("log:cleared", { field, before: value(before ?? "") });
  if (before === null) return t("log:set", { field, after: value(after) });
  return t("log:changed", { field, before: value(before), after: value(after) });
}

function valueText(name: string, text: string, t: Translate, zone: string): string {
  if (STAMP.test(text)) return momentOf(text, zone).text;
  const places = Object.hasOwn(valueNames, name) ? valueNames[name] : undefined;
  if (!places) return text;
  return text
    .split(", ")
    .map((code) =>
      named(
        t,
        places.map((place) => `${place}.${code}`),
        code,
      ),
    )
    .join(", ");
}

/** To the second, as the specification has it in logs. */
function momentOf(wire: string, zone: string): MomentView {
  // Only what is spoken has a language and a present.
  const reader = { zone, language: "en", now: new Date(0) } as const;
  return writeTime(parseWire(wire), reader, "full") ?? { ...noMoment, text: wire };
}

/** The text of the first key that has one. */
export function named(t: Translate, keys: readonly string[], fallback: string): string {
  const textOf = t as unknown as (key: string, values: { defaultValue: string }) => string;
  for (const key of keys) {
    const text = textOf(key, { defaultValue: "" });
    if (text) return text;
  }
  return fallback;
}
