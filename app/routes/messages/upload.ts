import { redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { MESSAGES } from "#app/features/messages/address.ts";
import { passFilesOn } from "#app/features/messages/conversation/files.server.ts";
import { dataAnswer } from "#app/features/messages/data-answer.server.ts";
import { messageNeeds } from "#app/features/messages/permission.ts";
import type { Route } from "./+types/upload";

/** Files uploaded by the page's script to show progress; the script then sends the message. */
export async function action(args: Route.ActionArgs) {
  return dataAnswer(args, async ({ visit }) => {
    const { reply, status } = await passFilesOn(
      visit,
      args.request,
      args.url.searchParams.get("requestId") ?? undefined,
    );
    return Response.json(reply, { status });
  });
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args, messageNeeds);
  return redirect(MESSAGES);
}
