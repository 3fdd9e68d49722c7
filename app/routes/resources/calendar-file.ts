import { openToAll } from "#app/access/guard.server.ts";
import { calendarFile } from "#app/features/calendar/calendar.server.ts";
import type { Route } from "./+types/calendar-file";

/** The calendar of a private address (`?token=`), for calendar programs. */
export async function loader(args: Route.LoaderArgs) {
  return calendarFile(openToAll(args), args.url, args.request.headers.get("if-none-match"));
}
