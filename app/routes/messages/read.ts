import { redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { MESSAGES } from "#app/features/messages/address.ts";
import { readAnswer } from "#app/features/messages/conversation/updates.server.ts";
import { dataAnswer } from "#app/features/messages/data-answer.server.ts";
import { messageNeeds } from "#app/features/messages/permission.ts";
import type { Route } from "./+types/read";

/** Marks a channel as read, called by the page's script. */
export async function action(args: Route.ActionArgs) {
  return dataAnswer(args, async ({ visit }) => readAnswer(visit, await args.request.formData()));
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args, messageNeeds);
  return redirect(MESSAGES);
}
