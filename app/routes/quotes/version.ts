import { requireUser } from "#app/access/guard.server.ts";
import { quoteVersion } from "#app/contract/quote.ts";
import { idOf } from "#app/features/quotes/request/request.server.ts";
import type { Route } from "./+types/version";

/** The version of a quote, for the script of an open page; null when the provider does not say. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const id = idOf(args.url.searchParams);
  const quote = id ? await visit.readOrRefusal(quoteVersion, { id }) : null;
  return Response.json({ version: quote?.isDone ? quote.data.version : null });
}
