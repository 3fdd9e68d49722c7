import { data, href, redirect } from "react-router";
import type { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { asAnswer, asValue, saveChange } from "#app/components/begun-form.server.ts";
import type { BegunConflict } from "#app/components/begun-form.tsx";
import { standingOf } from "#app/components/form-reply.server.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { deskAwaySave, deskSettings, deskSettingsSave } from "#app/contract/desk.ts";
import { type DeskKind, deskKinds, deskWeekdays } from "#app/contract/desk-code.ts";
import { isDay, isValidZone } from "#app/lib/date-time.ts";

const SETTINGS = href("/freightForwarder/settings");
const HOURS = /^\s*(\d{1,2}:\d{2})\s*[-–]\s*(\d{1,2}:\d{2})\s*$/;

/** Everything that the page shows, as text, so that what was typed can be shown again as it was. */
export type Typed = Record<string, string>;
type Settings = z.output<typeof deskSettings.response>;

export interface SettingsView {
  version: number;
  fields: Typed;
  away: Typed;
  isAway: boolean;
  colleagues: [id: string, name: string][];
  others: { id: string; name: string; from: string; until: string; substitute: string }[];
}

/** Throws as `visit.read`. */
export async function loadSettings(visit: Visit, userId: string): Promise<SettingsView> {
  const settings = await visit.read(deskSettings, {});
  const { away, colleagues } = settings;
  const own = away.find((each) => each.userId === userId);
  return {
    version: settings.version,
    fields: clockFields(settings),
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

function clockFields({ timeZone, hours, holidays, promises, silenceHours }: Settings): Typed {
  const hoursOf = (weekday: number) =>
    (hours ?? [])
      .filter((each) => each.weekday === weekday)
      .map(({ from, to }) => `${from}-${to}`)
      .join(", ");
  return {
    timeZone,
    holidays: holidays.join("\n"),
    silenceHours: String(silenceHours),
    ...Object.fromEntries(deskWeekdays.map((weekday) => [`hours-${weekday}`, hoursOf(weekday)])),
    ...Object.fromEntries(deskKinds.map((kind) => [`promise-${kind}`, String(promises[kind] ?? "")])),
  };
}

function clockLabel({ t }: Visit, name: string): string {
  const weekday = deskWeekdays.find((each) => name === `hours-${each}`);
  if (weekday !== undefined) return t(`inbox-list:settingsPage.weekday.d${weekday}`);
  const kind = deskKinds.find((each) => name === `promise-${each}`);
  if (kind) return t(`inbox-list:kindName.${kind}`);
  if (name === "timeZone") return t("inbox-list:settingsPage.timeZone");
  return t(name === "holidays" ? "inbox-list:settingsPage.holidays" : "inbox-list:settingsPage.silence");
}

export interface SettingsReply {
  /** What was typed. */
  typed: Typed;
  /** By field. */
  faults: Typed;
  /** Above the form. */
  fault: string | null;
  requestId: string | null;
  conflict?: BegunConflict;
}

/** Saves the clock of the promises, or one's own absence, by the pressed button. */
export async function saveSettings(visit: Visit, form: FormData) {
  const intent = String(form.get("intent"));
  const key = `${form.get("requestId")}:${intent}`;
  const isClock = intent === "clock";
  const saved = isClock ? await saveClock(visit, form, key) : await saveAway(visit, form, key, intent);
  if (saved) return saved.answer;
  const done = isClock ? "settingsSaved" : intent === "here" ? "hereSaved" : "awaySaved";
  visit.session.flash({ kind: "success", key: `inbox:${done}` });
  return redirect(SETTINGS);
}

/** @returns the form again, or null when it is saved */
async function saveAway(visit: Visit, form: FormData, key: string, intent: string) {
  const typed = typedIn(form);
  const { faults, away } = readAway(visit, typed, intent);
  if (Object.keys(faults).length > 0) return { answer: again(typed, { faults }, 400) };
  const result = await visit.write(deskAwaySave, away, { key });
  return result.isDone ? null : { answer: refused(visit, form, result.fault) };
}

/** As above; what was not touched stays as it is stored now. */
async function saveClock(visit: Visit, form: FormData, key: string) {
  const settings = await visit.read(deskSettings, {});
  const saved = await saveChange({
    visit,
    form,
    stored: clockFields(settings),
    version: settings.version,
    read(merged) {
      const { faults, clock } = readClock(visit, typedIn(merged));
      const isRead = Object.keys(faults).length === 0;
      return isRead ? asValue(clock) : asAnswer(again(typedIn(merged), { faults }, 400));
    },
    write: (clock, version) => visit.write(deskSettingsSave, { version, ...clock }, { key }),
    field: (name) => ({ label: clockLabel(visit, name) }),
    refused: (merged, fault) => refused(visit, merged, fault),
    clash: (merged, conflict) => again(typedIn(merged), { conflict }, CODE_CONFLICT),
  });
  return "answer" in saved ? saved : null;
}

const typedIn = (form: FormData): Typed =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value.slice(0, 10_000)]] : [])),
  );

const again = (typed: Typed, reply: Partial<SettingsReply>, status: number) =>
  data<SettingsReply>({ typed, faults: {}, fault: null, requestId: null, ...reply }, { status });

function refused(visit: Visit, form: FormData, fault: WriteFault) {
  const faults = Object.fromEntries(
    fault.fields.map(({ path, message }) =>
      path.startsWith("hours") ? ["hours-1", visit.t("inbox:settings.fault.hours")] : [path, message],
    ),
  );
  const { status, requestId } = standingOf(fault, String(form.get("requestId")));
  const text = fault.fields.length > 0 ? null : fault.message;
  return again(typedIn(form), { faults, fault: text, requestId }, status);
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
      const hours = { weekday, from: from.padStart(5, "0"), to: to.padStart(5, "0") };
      const isTime = (text: string) => /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text);
      if (!isTime(hours.from) || !isTime(hours.to) || hours.from >= hours.to)
        faults[`hours-${weekday}`] = t("inbox:settings.fault.hours");
      return hours;
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
  return {
    faults,
    clock: { timeZone, hours: hours.length > 0 ? hours : null, holidays, promises, silenceHours },
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
