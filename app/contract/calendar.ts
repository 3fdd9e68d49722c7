import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { noFields, nothing, wireDateTime } from "./wire.ts";

/** Whose dates a calendar holds: of followed shipments, or of all that the person sees. */
export const calendarScopes = ["FOLLOWED", "ALL"] as const;
export type CalendarScope = (typeof calendarScopes)[number];

const scope = z.enum(calendarScopes);

export const calendarState = endpoint({
  name: "calendar.state",
  summary: "Whether the caller has a calendar address, and when a calendar last asked for it",
  neededBy: ["/account/calendar"],
  path: "/calendar/state",
  body: "none",
  request: noFields,
  response: z.object({
    isOn: z.boolean(),
    scope,
    createdAt: wireDateTime.nullable(),
    lastFetchedAt: wireDateTime.nullable(),
  }),
});

export const calendarMake = endpoint({
  name: "calendar.make",
  summary: "Make the caller's calendar address, which is answered once; an earlier address is over",
  usedBy: ["/account/calendar"],
  path: "/calendar/make",
  body: "json",
  isWrite: true,
  request: z.object({ scope }),
  response: z.object({ url: z.string() }),
});

export const calendarChange = endpoint({
  name: "calendar.change",
  summary: "Change which shipments the caller's calendar holds; its address stays",
  usedBy: ["/account/calendar"],
  path: "/calendar/change",
  body: "json",
  isWrite: true,
  request: z.object({ scope }),
  response: nothing,
});

export const calendarRevoke = endpoint({
  name: "calendar.revoke",
  summary: "End the caller's calendar address at once",
  usedBy: ["/account/calendar"],
  path: "/calendar/revoke",
  body: "none",
  isWrite: true,
  request: noFields,
  response: nothing,
});

/** A write, because it notes what the calendar is told. The token is in the body, so that no log of addresses holds it. */
export const calendarFeed = endpoint({
  name: "calendar.feed",
  summary: "The calendar of an address as iCalendar text (RFC 5545), with a tag that changes when it does",
  usedBy: ["/account/calendar"],
  path: "/calendar/feed",
  body: "json",
  access: "public",
  isWrite: true,
  request: z.object({ token: z.string().min(20).max(100) }),
  response: z.object({ text: z.string(), tag: z.string() }),
});
