import { requireUser } from "#app/access/guard.server.ts";
import { attachmentFile } from "#app/features/bookings/attachments.server.ts";
import type { Route } from "./+types/attachment";

/** One attachment, streamed from the provider, for people who see the booking. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  return attachmentFile(visit, args.params.id, args.params.attachmentId);
}
