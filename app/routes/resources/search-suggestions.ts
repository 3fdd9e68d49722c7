import { requireUser } from "#app/access/guard.server.ts";
import { suggestions, typedIn } from "#app/features/search/search.server.ts";
import type { Route } from "./+types/search-suggestions";

/** What is found for what is typed into the search, for the field's script. */
export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const found = await suggestions(visit, rights, typedIn(args.url.searchParams));
  // A refusal is not taken for 'nothing found'.
  return Response.json(found, { status: found ? 200 : 503 });
}
