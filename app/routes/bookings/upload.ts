import { redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { passUploadOn } from "#app/features/bookings/attachments.server.ts";
import { bookingLists } from "#app/features/bookings/list-link.ts";
import { bookingWrites } from "#app/features/bookings/permission.ts";
import type { Route } from "./+types/upload";

/** One file, uploaded by the page's script to show progress; the script reads the answer. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, bookingWrites);
  const { reply, status } = await passUploadOn(visit, args.request, args.url);
  return Response.json(reply, { status });
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args, bookingWrites);
  return redirect(bookingLists[0]);
}
