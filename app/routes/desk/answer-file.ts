import { requireUser } from "#app/access/guard.server.ts";
import { answerFile } from "#app/features/messages/desk/answer-files.server.ts";
import type { Route } from "./+types/answer-file";

/** A file of a written answer, streamed from the provider. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return answerFile(visit, args.params.id);
}
