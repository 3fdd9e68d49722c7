import { data, href, redirect } from "react-router";
import { rememberClock } from "#app/access/clock-cookie.server.ts";
import type { SignedIn } from "#app/access/guard.server.ts";
import { clockChoices, language, updateUser } from "#app/contract/user.ts";
import { isValidZone } from "#app/lib/date-time.ts";

/** Language, clock and zone: stored with the account, so that they hold in every browser. */
export function preferencesView({ visit, user }: SignedIn) {
  const { clock, language, timeZone } = visit;
  const zones = Intl.supportedValuesOf("timeZone");
  const known = user.timeZone && !zones.includes(user.timeZone) ? [user.timeZone, ...zones] : zones;
  return {
    language: user.languagePreference ?? language,
    clock: clock.choice,
    timeZone: user.timeZone ?? "",
    deviceZone: timeZone,
    now: visit.stamp(new Date()),
    zoneName: clock.zoneName,
    zones: known,
    clocks: clockChoices,
  };
}
export type PreferencesView = ReturnType<typeof preferencesView>;

/** Saves the preferences. The language takes effect with the next page, which this one leads to. */
export async function savePreferences({ visit }: SignedIn, form: FormData) {
  const chosen = language.safeParse(form.get("language"));
  const clock = clockChoices.find((known) => known === form.get("clock"));
  const timeZone = String(form.get("timeZone") ?? "");
  const isSound = chosen.success && clock && (timeZone === "" || isValidZone(timeZone));
  if (!isSound) return data({ preferences: visit.t("account:preferences.required") }, { status: 400 });
  const wanted = { languagePreference: chosen.data, clock, timeZone };
  const result = await visit.write(updateUser, wanted, { key: String(form.get("requestId")) });
  if (!result.isDone) {
    const status = result.fault.kind === "unavailable" ? 503 : 400;
    return data({ preferences: result.fault.message }, { status });
  }
  visit.session.setLanguage(chosen.data);
  visit.session.flash({ kind: "success", key: "account:preferencesSaved" });
  return redirect(href("/account/index"), {
    headers: { "set-cookie": rememberClock(clock, visit.session) },
  });
}
