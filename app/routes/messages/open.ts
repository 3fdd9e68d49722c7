import { requireUser } from "#app/access/guard.server.ts";
import { messageNeeds } from "#app/features/messages/permission.ts";
import { findSubject, openSubject } from "#app/features/messages/subject.server.ts";
import type { Route } from "./+types/open";

/** Opens the conversation of a shipment, booking or quote. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, messageNeeds);
  return openSubject(visit, await args.request.formData());
}

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, messageNeeds);
  return findSubject(visit, args.url.searchParams);
}
