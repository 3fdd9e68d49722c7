import { updatesAnswer } from "#app/features/messages/conversation/updates.server.ts";
import { dataAnswer } from "#app/features/messages/data-answer.server.ts";
import type { Route } from "./+types/updates";

/** New messages of a channel and unread counts, for the page's script. */
export async function loader(args: Route.LoaderArgs) {
  return dataAnswer(args, ({ visit }) => updatesAnswer(visit, args.url.searchParams));
}
