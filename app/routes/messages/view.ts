import { loadMessageCenter } from "#app/features/messages/center/page.server.ts";
import { dataAnswer } from "#app/features/messages/data-answer.server.ts";
import type { Route } from "./+types/view";

/** The data of the page for the same query, for its script: if the request fails, the reader's page stays. */
export async function loader(args: Route.LoaderArgs) {
  return dataAnswer(args, async ({ visit, rights }) => {
    const { view } = await loadMessageCenter(visit, rights, args.url, { isReading: false });
    return Response.json(view);
  });
}
