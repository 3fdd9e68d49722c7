import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { standingOf } from "#app/components/form-reply.server.ts";
import { deskAwaySave, deskSettings, deskSettingsSave } from "#app/contract/desk.ts";
import { type DeskKind, deskKinds, deskWeekdays, promisedKinds } from "#app/contract/desk-code.ts";
import { isValidZone } from "#app/lib/date-time.ts";

const SETTINGS = href("/freightForwarder/settings");
const HOURS = /^\s*(\d{1,2}:\d{2})\s*[-–]\s*(\d{1,2}:\d{2})\s*$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Everything that the page shows, as text, so that what was typed can be shown again as it was. */
export type Typed = Record<string, string>;

export interface SettingsView {
  version: number;
  fields: Typed;
  kinds: [kind: DeskKind, label: string][];
  away: Typed;
  isAway: boolean;
  colleagues: [id: string, name: string][];
  others: { id: string; name: string; from: string; until: string; substitute: string }[];
}

/** Throws as `visit.read`. */
export async function loadSettings(visit: Visit, userId: string): Promise<SettingsView> {
  const { version, timeZone, hours, holidays, promises, silenceHours, away, colleagues } = await visit.read(
    deskSettings,
    {},
  );
  const own = away.find((each) => each.userId === userId);
  return {
    version,
    fields: {
      timeZone,
      holidays: holidays.join("\n"),
      silenceHours: String(silenceHours),
      ...Object.fromEntries(
        deskWeekdays.map((weekday) => [
          `hours-${weekday}`,
          (hours ?? [])
            .filter((each) => each.weekday === weekday)
            .map(({ from, to }) => `${from}-${to}`)
            .join(", "),
        ]),
      ),
      ...Object.fromEntries(deskKinds.map((kind) => [`promise-${kind}`, String(promises[kind] ?? "")])),
    },
    kinds: promisedKinds.map((kind) => [kind, visit.t(`inbox:kind.${kind}`)]),
    away: {
      from: own?.from ?? "",
      until: own?.until ?? "",
      substituteId: own?.substitute?.userId ?? "",
    },
    isAway: own !== undefined,
    colleagues: colleagues.flatMap(({ userId: id, name }): [string, string][] =>
      id === userId ? [] : [[id, name]],
    ),
    others: away.map((each) => ({
      id: each.userId,
      name: each.name,
      from: each.from,
      until: each.until,
      substitute: each.substitute?.name ?? "",
    })),
  };
}

export interface SettingsReply {
  /** What was typed. */
  typed: Typed;
  /** By field. */
  faults: Typed;
  /** Above the form. */
  fault: string | null;
  requestId: string | null;
}

/** Saves the clock of the promises, or one's own absence, by the pressed button. */
export async function saveSettings(visit: Visit, form: FormData) {
  const key = String(form.get("requestId"));
  const typed: Typed = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value.slice(0, 10_000)]] : [])),
  );
  const intent = String(form.get("intent"));
  const isClock = intent === "clock";
  const read = isClock ? readClock(visit, typed) : readAway(visit, typed, intent);
  const reply = (faults: Typed, fault: string | null, status: number, requestId: string | null = null) =>
    data<SettingsReply>({ typed, faults, fault, requestId }, { status });
  if (Object.keys(read.faults).length > 0) return reply(read.faults, null, 400);
  const own = `${key}:${intent}`;
  const result =
    "clock" in read
      ? await visit.write(deskSettingsSave, read.clock, { key: own })
      : await visit.write(deskAwaySave, read.away, { key: own });
  if (!result.isDone) {
    const { fields, message } = result.fault;
    const named = Object.fromEntries(
      fields.map((field) => {
        const name = field.path.startsWith("hours") ? "hours-1" : field.path;
        return [name, field.path.startsWith("hours") ? visit.t("inbox:settings.fault.hours") : field.message];
      }),
    );
    const { status, requestId } = standingOf(result.fault, key);
    return reply(named, fields.length > 0 ? null : message, status, requestId);
  }
  const done = isClock ? "settingsSaved" : intent === "here" ? "hereSaved" : "awaySaved";
  visit.session.flash({ kind: "success", key: `inbox:${done}` });
  return redirect(SETTINGS);
}

function readClock({ t }: Visit, typed: Typed) {
  const faults: Typed = {};
  const number = (name: string) => {
    const text = (typed[name] ?? "").trim();
    if (text === "" && name !== "silenceHours") return null;
    const hours = Number(text);
    if (!/^\d+(\.\d{1,2})?$/.test(text) || hours < 0.25 || hours > 1_000)
      faults[name] = t("inbox:settings.fault.number");
    return hours;
  };
  const timeZone = (typed.timeZone ?? "").trim();
  if (!isValidZone(timeZone)) faults.timeZone = t("inbox:settings.fault.zone", { example: "Asia/Hong_Kong" });
  const hours = deskWeekdays.flatMap((weekday) => {
    const spans = (typed[`hours-${weekday}`] ?? "").split(/[,，;]/).filter((text) => text.trim() !== "");
    return spans.map((span) => {
      const [, from = "", to = ""] = HOURS.exec(span) ?? [];
      const given = { weekday, from: from.padStart(5, "0"), to: to.padStart(5, "0") };
      const isTime = (text: string) => /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text);
      if (!isTime(given.from) || !isTime(given.to) || given.from >= given.to)
        faults[`hours-${weekday}`] = t("inbox:settings.fault.hours");
      return given;
    });
  });
  for (const weekday of deskWeekdays) {
    const day = hours.filter((each) => each.weekday === weekday).sort((a, b) => (a.from < b.from ? -1 : 1));
    if (day.some(({ from }, place) => place > 0 && from < day[place - 1]!.to))
      faults[`hours-${weekday}`] = t("inbox:settings.fault.hours");
  }
  const holidays = (typed.holidays ?? "").split(/[\s,，;]+/).filter(Boolean);
  if (holidays.length > 400 || !holidays.every(isDay)) faults.holidays = t("inbox:settings.fault.holidays");
  const promises = Object.fromEntries(deskKinds.map((kind) => [kind, number(`promise-${kind}`)])) as Record<
    DeskKind,
    number | null
  >;
  const silenceHours = number("silenceHours") ?? 0;
  const version = Number.parseInt(typed.version ?? "", 10) || 0;
  return {
    faults,
    clock: { version, timeZone, hours: hours.length > 0 ? hours : null, holidays, promises, silenceHours },
  };
}

function readAway({ t }: Visit, typed: Typed, intent: string) {
  const faults: Typed = {};
  if (intent === "here") return { faults, away: { from: null, until: null, substituteId: null } };
  const { from = "", until = "", substituteId = "" } = typed;
  if (!isDay(from)) faults.from = t("inbox:settings.fault.days");
  if (!isDay(until)) faults.until = t("inbox:settings.fault.days");
  else if (until < from) faults.until = t("inbox:settings.fault.order");
  return {
    faults,
    away: { from, until, substituteId: /^\d{1,18}$/.test(substituteId) ? substituteId : null },
  };
}

/** A day of the calendar: 2026-02-30 is none. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
