import { data, href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { eventQuarantine, STORED_EVENT_ID_MAX } from "#app/contract/event.ts";
import { eventMatch, quarantineRetry } from "#app/contract/event-desk.ts";
import { waitingList, waitingRetry } from "#app/contract/event-waiting.ts";
import { placeAdd, placeFields, placeKinds } from "#app/contract/place.ts";
import type { Line } from "#app/lib/moment.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { milestoneLabel } from "../labels.server.ts";
import { deskShipmentHref } from "./paths.ts";

/** What the page shows: events that wait, that were set aside, that are in quarantine, and the form of a place. */
const eventViews = ["waiting", "aside", "quarantine", "place"] as const;
type EventViewName = (typeof eventViews)[number];

const PAGE_SIZE = 25;
const PAYLOAD_SHOWN = 4_000;

export interface UntiedEvent {
  /** Id of the event, or of its entry in quarantine. */
  id: string;
  title: Line;
  facts: Line[];
  /** Why it is here. */
  reasons: string[];
  payload: string | null;
  canMatch: boolean;
  canRetry: boolean;
}

export interface EventsView {
  tabs: { name: EventViewName; href: string; isCurrent: boolean }[];
  name: EventViewName;
  events: UntiedEvent[];
  total: string;
  previous: string | null;
  next: string | null;
  kinds: typeof placeKinds;
}

const viewIn = (search: URLSearchParams): EventViewName =>
  eventViews.find((name) => name === search.get("show")) ?? "waiting";
const pageIn = (search: URLSearchParams): number =>
  z.coerce.number().int().min(1).max(10_000).safeParse(search.get("page")).data ?? 1;
const viewHref = (show: EventViewName, page = 1) =>
  withQuery(href("/freightForwarder/events"), { show, page: page > 1 ? String(page) : null });

export async function loadEvents(visit: Visit, search: URLSearchParams): Promise<EventsView> {
  const { t } = visit;
  const name = viewIn(search);
  const page = pageIn(search);
  const { events, total } = await readEvents(visit, name, page);
  return {
    tabs: eventViews.map((each) => ({
      name: each,
      href: viewHref(each),
      isCurrent: each === name,
    })),
    name,
    events,
    total: t("desk-events:total", { count: total }),
    previous: page > 1 ? viewHref(name, page - 1) : null,
    next: page * PAGE_SIZE < total ? viewHref(name, page + 1) : null,
    kinds: placeKinds,
  };
}

async function readEvents(
  visit: Visit,
  name: EventViewName,
  page: number,
): Promise<{ events: UntiedEvent[]; total: number }> {
  const { t } = visit;
  if (name === "place") return { events: [], total: 0 };
  if (name === "quarantine") {
    const { rows, total } = await visit.read(eventQuarantine, { page, pageSize: PAGE_SIZE });
    const events = rows.map((row) => ({
      id: row.id,
      // An id of 3.0 is stored with its party before it, "@HLC/SMDG/LCL:1b4e".
      title: row.eventId.replace(/^@[^:]*:/, ""),
      facts: [visit.dated(row.lastReceivedAt, (time) => t("desk-events:from", { source: row.source, time }))],
      reasons: row.reasons,
      payload: JSON.stringify(row.payload, null, 2).slice(0, PAYLOAD_SHOWN),
      canMatch: false,
      canRetry: true,
    }));
    return { events, total };
  }
  const isSetAside = name === "aside";
  const { rows, total } = await visit.read(waitingList, { page, pageSize: PAGE_SIZE, isSetAside });
  const events = rows.map((row) => ({
    id: row.eventId,
    title: visit.dated(row.occurredAt, (time) =>
      [milestoneLabel(t, { kind: row.code, mode: null }), time].join(" · "),
    ),
    facts: [
      visit.dated(row.since, (time) =>
        t("desk-events:from", { source: row.sender ?? t("desk-events:house"), time }),
      ),
      row.references.join(", "),
    ].filter(Boolean),
    reasons: row.reason ? [t(`desk-events:reason.${row.reason}`)] : [],
    payload: null,
    canMatch: true,
    canRetry: isSetAside,
  }));
  return { events, total };
}

export interface EventsReply {
  /** Id of the event whose form was pressed; "place" for the form of a place. */
  id: string;
  fault: string | null;
  faults: Record<string, string>;
  typed: Record<string, string>;
  requestId: string | null;
}

/** Matches an event, tries one again, or adds a place, by the pressed button. */
export async function handleEvents(visit: Visit, search: URLSearchParams, form: FormData) {
  const intent = form.get("intent");
  if (intent === "place") return addPlace(visit, form);
  if (intent === "match") return match(visit, form);
  return retry(visit, search, form);
}

const idIn = (form: FormData) => String(form.get("event") ?? "");
const keyIn = (form: FormData) => String(form.get("requestId"));

function refused(id: string, form: FormData, fault: WriteFault | Record<string, string>) {
  const typed: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") typed[name] = value;
  const reply = { id, typed, fault: null, requestId: null };
  if (!isFault(fault)) return data<EventsReply>({ ...reply, faults: fault }, { status: 400 });
  const faults = Object.fromEntries(fault.fields.map(({ path, message }) => [path, message]));
  const isUnknown = fault.kind === "unavailable";
  return data<EventsReply>(
    {
      ...reply,
      faults,
      fault: fault.fields.length > 0 ? null : fault.message,
      requestId: isUnknown ? keyIn(form) : null,
    },
    { status: isUnknown ? 503 : fault.code === CODE_CONFLICT ? CODE_CONFLICT : 400 },
  );
}

const isFault = (fault: WriteFault | Record<string, string>): fault is WriteFault =>
  Array.isArray((fault as WriteFault).fields);

async function match(visit: Visit, form: FormData) {
  const [eventId, houseNumber] = [idIn(form), String(form.get("houseNumber") ?? "").trim()];
  const { t } = visit;
  if (houseNumber === "") return refused(eventId, form, { houseNumber: t("shell:form.empty") });
  if (houseNumber.length > 50)
    return refused(eventId, form, { houseNumber: t("shell:form.tooLong", { max: 50 }) });
  if (eventId === "" || eventId.length > STORED_EVENT_ID_MAX) return redirect(viewHref("waiting"));
  const result = await visit.write(eventMatch, { eventId, houseNumber }, { key: keyIn(form) });
  if (!result.isDone) return refused(eventId, form, result.fault);
  const number = result.data?.houseNumber ?? houseNumber;
  visit.session.flash({ kind: "success", key: "desk-events:matched", number });
  return redirect(result.data ? deskShipmentHref(result.data.shipmentId) : viewHref("waiting"));
}

async function retry(visit: Visit, search: URLSearchParams, form: FormData) {
  const id = idIn(form);
  const name = viewIn(search);
  const key = keyIn(form);
  if (name === "quarantine") {
    const result = await visit.write(quarantineRetry, { id }, { key });
    if (!result.isDone) return refused(id, form, result.fault);
    if (result.data && !result.data.isReleased)
      return refused(id, form, {
        retry: visit.t("desk-events:stays", { reasons: result.data.reasons.join("; ") }),
      });
    visit.session.flash({ kind: "success", key: "desk-events:released" });
    return redirect(viewHref(name));
  }
  const result = await visit.write(waitingRetry, id ? { eventIds: [id] } : {}, { key });
  if (!result.isDone) return refused(id, form, result.fault);
  visit.session.flash({ kind: "success", key: "desk-events:retried" });
  return redirect(viewHref("aside"));
}

const placeFieldNames = [
  "code",
  "kind",
  "name",
  "nameZh",
  "countryCode",
  "timeZone",
  "latitude",
  "longitude",
] as const;

async function addPlace(visit: Visit, form: FormData) {
  const { t } = visit;
  const typed = Object.fromEntries(
    placeFieldNames.map((name) => [name, String(form.get(name) ?? "").trim()]),
  );
  const faults: Record<string, string> = {};
  for (const name of placeFieldNames) if (typed[name] === "") faults[name] = t("shell:form.empty");
  const read = placeFields.safeParse(typed);
  if (!read.success)
    for (const { path } of read.error.issues) faults[String(path[0])] ??= t("shell:form.format");
  if (!read.success || Object.keys(faults).length > 0) return refused("place", form, faults);
  const result = await visit.write(placeAdd, read.data, { key: keyIn(form) });
  if (!result.isDone) return refused("place", form, result.fault);
  visit.session.flash({ kind: "success", key: "desk-events:placeAdded", number: read.data.code });
  return redirect(viewHref("place"));
}
