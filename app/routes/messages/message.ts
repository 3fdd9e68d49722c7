import { redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { MESSAGES } from "#app/features/messages/address.ts";
import { sendAnswer } from "#app/features/messages/conversation/updates.server.ts";
import { dataAnswer } from "#app/features/messages/data-answer.server.ts";
import { messageNeeds } from "#app/features/messages/permission.ts";
import type { Route } from "./+types/message";

/** A message sent by the page's script; the script reads the answer. */
export async function action(args: Route.ActionArgs) {
  return dataAnswer(args, async ({ visit }) => sendAnswer(visit, await args.request.formData()));
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args, messageNeeds);
  return redirect(MESSAGES);
}
