import { isIP } from "node:net";
import bowser from "bowser";
import { data, href, redirect } from "react-router";
import type { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { sessionEnd, sessionList, type signedInSession } from "#app/contract/person.ts";
import { addressId } from "#app/contract/wire.ts";
import { relativeTime, wireToInstant } from "#app/lib/date-time.ts";

/** The caller's sessions in words, this one first. */
export async function loadSessions(visit: Visit) {
  const { sessions } = await visit.read(sessionList, {});
  const views = sessions.map((session) => sessionView(visit, session));
  return {
    own: views.find(({ isThis }) => isThis) ?? null,
    others: views.filter(({ isThis }) => !isThis),
  };
}
export type SessionView = ReturnType<typeof sessionView>;

function sessionView(visit: Visit, session: z.output<typeof signedInSession>) {
  const lastUsed = wireToInstant(session.lastUsedAt);
  return {
    id: session.id,
    isThis: session.isThis,
    device: deviceName(visit, session.userAgent),
    address: shownAddress(session.address),
    signedInAt: visit.time(session.signedInAt),
    lastUsedAt: visit.stamp(session.lastUsedAt, "full"),
    lastUsed: relativeTime(lastUsed, new Date(), visit.language) ?? "",
  };
}

/** "Chrome on Windows". Versions are left out: nobody knows their own. */
function deviceName({ t }: Pick<Visit, "t">, userAgent: string): string {
  // The parser refuses an empty text.
  const { browser, os } = bowser.parse(userAgent || "-");
  const [name, system] = [browser.name, os.name];
  if (name && system) return t("safety:sessions.device", { browser: name, system });
  return name || system || t("safety:sessions.unknownDevice");
}

/** Nothing for the addresses of the machine itself and of private networks, which tell nobody a place. */
function shownAddress(address: string | null): string | null {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, "") ?? "";
  const isPrivate = /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe[89ab])/i;
  return isIP(plain) && !isPrivate.test(plain) ? plain : null;
}

/** Ends one of the other sessions, or all. */
export async function endSessions(visit: Visit, form: FormData) {
  const id = String(form.get("id") ?? "");
  if (id !== "" && !addressId.safeParse(id).success) return redirect(href("/account/sessions"));
  const result = await visit.write(sessionEnd, { id: id || null }, { key: `${form.get("requestId")}:${id}` });
  // A session that has ended meanwhile is what was asked for.
  const isOver = !result.isDone && result.fault.kind === "refused";
  if (!result.isDone && !isOver) return data({ fault: result.fault.message }, { status: 503 });
  visit.session.flash({ kind: "success", key: id ? "safety:sessionEnded" : "safety:sessionsEnded" });
  return redirect(href("/account/sessions"));
}
