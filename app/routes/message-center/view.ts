import { dataAnswer } from "#app/features/messages/data-answer.server.ts";
import { loadMessageCenter } from "#app/features/messages/page.server.ts";
import type { Route } from "./+types/view";

/** The page of the same query once more, for its script: a link that fails then takes nothing from who is reading. */
export async function loader(args: Route.LoaderArgs) {
  return dataAnswer(args, async ({ visit, rights }) => {
    const { view } = await loadMessageCenter(visit, rights, args.url, { isReading: false });
    return Response.json(view);
  });
}
