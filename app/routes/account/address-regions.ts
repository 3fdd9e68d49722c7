import { requireUser } from "#app/access/guard.server.ts";
import { regionsOf } from "#app/features/addresses/edit.server.ts";
import type { Route } from "./+types/address-regions";

/** The provinces of the country that is typed into the form of an address; its script reads them. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const names = await regionsOf(visit, (args.url.searchParams.get("country") ?? "").slice(0, 60));
  return Response.json({ names });
}
