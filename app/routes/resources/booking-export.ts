import { href, redirect } from "react-router";
import { answerExport, formatIn, showOnList } from "#app/access/export-file.server.ts";
import { requireUser } from "#app/access/guard.server.ts";
import { hasMenu, type Rights } from "#app/access/permission.ts";
import { exportBookings } from "#app/features/bookings/export.server.ts";
import type { Route } from "./+types/booking-export";

/** The list that the person's menus open. */
const listOf = (url: URL, rights?: Rights) =>
  (rights && !hasMenu(rights, "BOOKING") ? href("/shipments/bookingList") : href("/booking/index")) +
  url.search;

/** The list of the same query as a file. */
export async function action(args: Route.ActionArgs) {
  const { visit, rights } = await requireUser(args).catch(showOnList(listOf(args.url)));
  const format = await formatIn(args.request);
  const made = await exportBookings(visit, args.url.searchParams, format);
  return answerExport(visit, made, listOf(args.url, rights));
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args);
  return redirect(listOf(args.url));
}
