import { dataAnswer } from "#app/features/messages/data-answer.server.ts";
import { ticketAnswer } from "#app/features/messages/ticket.server.ts";
import type { Route } from "./+types/ticket";

/**
 * A ticket for one websocket connection of the page's script, for messages or changed shipments. It is used once, hence
 * POST.
 */
export async function action(args: Route.ActionArgs) {
  return dataAnswer(args, (signedIn) => ticketAnswer(signedIn, args.request.url), {});
}

export async function loader(args: Route.LoaderArgs) {
  return dataAnswer(args, (signedIn) => ticketAnswer(signedIn, args.request.url), {});
}
