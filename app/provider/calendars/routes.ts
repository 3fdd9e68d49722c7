import {
  calendarChange,
  calendarFeed,
  calendarMake,
  calendarRevoke,
  calendarState,
} from "#app/contract/calendar.ts";
import type { Needs } from "../call/needs.ts";
import { handle, handlePublic, type Route } from "../call/route.ts";
import { changeCalendar, makeCalendar, readCalendar, revokeCalendar } from "./address.ts";
import { readFeed } from "./feed.ts";

/** Who sees shipments may have their dates in a calendar. */
const own = { reach: "self", anyOf: ["SHIPMENTS"] } as const satisfies Needs;

/** Calendars of several people may ask from one server at once. */
const FETCHES_PER_MINUTE = 60;

/** Everything under /calendar: private addresses of calendars. */
export const calendarRoutes: Route[] = [
  handle(calendarState, own, readCalendar),
  handle(calendarMake, own, makeCalendar, { isAnswerSecret: true }),
  handle(calendarChange, own, changeCalendar),
  handle(calendarRevoke, own, revokeCalendar),
  handlePublic(calendarFeed, readFeed, { callsPerMinute: FETCHES_PER_MINUTE }),
];
