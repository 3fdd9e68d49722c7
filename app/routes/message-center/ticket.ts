import { dataAnswer } from "#app/features/messages/data-answer.server.ts";
import { ticketAnswer } from "#app/features/messages/ticket.server.ts";
import type { Route } from "./+types/ticket";

/** The way to the socket, for one connection of the page's script. A ticket is used once, so it is asked for by POST. */
export async function action(args: Route.ActionArgs) {
  return dataAnswer(args, (signedIn) => ticketAnswer(signedIn, args.request.url));
}

export async function loader(args: Route.LoaderArgs) {
  return dataAnswer(args, (signedIn) => ticketAnswer(signedIn, args.request.url));
}
