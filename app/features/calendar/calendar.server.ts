import { data, href, redirect } from "react-router";
import type { Needs } from "#app/access/guard.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { refusedPress } from "#app/components/form-reply.server.ts";
import {
  calendarChange,
  calendarFeed,
  calendarMake,
  calendarRevoke,
  calendarScopes,
  calendarState,
} from "#app/contract/calendar.ts";
import { CODE_NOT_FOUND, CODE_TOO_MANY } from "#app/contract/code.ts";

/** Who sees shipments may have their dates in a calendar. */
export const calendarNeeds: Needs = { menus: ["SHIPMENTS"] };

export type CalendarView = Awaited<ReturnType<typeof loadCalendar>>;

/** Whether there is an address, and the texts of its page. */
export async function loadCalendar(visit: Visit) {
  const { t, stamp, dated } = visit;
  const { isOn, scope, createdAt, lastFetchedAt } = await visit.read(calendarState, {});
  const fetched = lastFetchedAt
    ? t("calendar:fetched", { time: stamp(lastFetchedAt) })
    : t("calendar:unfetched");
  return {
    isOn,
    scope,
    state: isOn ? dated(createdAt, (made) => `${t("calendar:on", { made })} ${fetched}`) : t("calendar:off"),
    scopes: calendarScopes.map((value) => ({ value, label: t(`calendar:scope.${value}`) })),
    words: {
      text: t("calendar:text"),
      secret: t("calendar:secret"),
      legend: t("calendar:scope.legend"),
      make: t("calendar:make"),
      save: t("calendar:save"),
      renew: t("calendar:renew"),
      renewText: t("calendar:renewText"),
      revoke: t("calendar:revoke"),
      revokeText: t("calendar:revokeText"),
    },
    made: {
      title: t("calendar:made.title"),
      text: t("calendar:made.text"),
      label: t("calendar:made.label"),
      back: t("calendar:made.back"),
    },
  };
}

interface CalendarReply {
  fault: string | null;
  requestId: string | null;
  /** The address, in the answer that tells it. */
  url: string | null;
}

/**
 * Makes or renews the address, changes what it holds, or ends it, as the pressed button says. Sent again, the form
 * gives the same address.
 */
export async function changeCalendar(visit: Visit, form: FormData) {
  const requestId = String(form.get("requestId"));
  const scope = calendarScopes.find((known) => known === form.get("scope")) ?? "FOLLOWED";
  const intent = String(form.get("intent"));
  const key = `${requestId}:${intent}:${scope}`;
  const result =
    intent === "revoke"
      ? await visit.write(calendarRevoke, {}, { key })
      : intent === "save"
        ? await visit.write(calendarChange, { scope }, { key })
        : await visit.write(calendarMake, { scope }, { key });
  if (!result.isDone) {
    // It was ended in another browser meanwhile.
    if (result.fault.code === CODE_NOT_FOUND) return redirect(href("/account/calendar"));
    const { data: answer, init } = refusedPress(result.fault, requestId);
    return data<CalendarReply>({ ...answer, url: null }, init ?? undefined);
  }
  if (intent !== "revoke" && intent !== "save") {
    const url = (result.data as { url: string } | null)?.url ?? null;
    return data<CalendarReply>({ fault: null, requestId: null, url });
  }
  visit.session.flash({ kind: "success", key: intent === "save" ? "calendar:saved" : "calendar:revoked" });
  return redirect(href("/account/calendar"));
}

const plain = { "content-type": "text/plain; charset=utf-8" };

/** The calendar of an address, for programs. An address that is over gets 410, whatever the reason. */
export async function calendarFile(visit: Visit, url: URL, ifNoneMatch: string | null): Promise<Response> {
  const over = () => new Response(`${visit.t("calendar:over")}\n`, { status: 410, headers: plain });
  const token = url.searchParams.get("token") ?? "";
  if (!/^[\w-]{20,100}$/.test(token)) return over();
  const result = await visit.write(calendarFeed, { token });
  if (!result.isDone || !result.data) {
    const code = result.isDone ? null : result.fault.code;
    if (code === CODE_NOT_FOUND) return over();
    const headers = { ...plain, "retry-after": "300" };
    return new Response(null, { status: code === CODE_TOO_MANY ? 429 : 503, headers });
  }
  const { text, tag } = result.data;
  const headers = { etag: `"${tag}"`, "cache-control": "private, no-cache" };
  // Proxies that compress mark the tag as weak.
  const isKnown = ifNoneMatch?.split(",").some((each) => each.trim().replace(/^W\//, "") === `"${tag}"`);
  if (isKnown) return new Response(null, { status: 304, headers });
  return new Response(text, {
    headers: {
      ...headers,
      "content-type": "text/calendar; charset=utf-8; method=PUBLISH",
      "content-disposition": 'inline; filename="shipments.ics"',
    },
  });
}
