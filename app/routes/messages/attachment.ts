import { requireUser } from "#app/access/guard.server.ts";
import { messageFile } from "#app/features/messages/conversation/files.server.ts";
import { messageNeeds } from "#app/features/messages/permission.ts";
import type { Route } from "./+types/attachment";

/** One file of a message, streamed from the provider, for people who see the channel. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, messageNeeds);
  return messageFile(visit, args.params.id);
}
