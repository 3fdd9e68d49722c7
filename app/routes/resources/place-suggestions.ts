import { requireUser } from "#app/access/guard.server.ts";
import { suggestedPlaces } from "#app/components/place-field.server.ts";
import type { Route } from "./+types/place-suggestions";

/** Places for what is typed into a place field, for the field's script. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { buttons: ["BOOKSHIPMENT", "REQUESTQUOTE", "TEONLINEBOOKING"] });
  const places = await suggestedPlaces(visit, args.url.searchParams.get("text") ?? "");
  // A refusal is not taken for 'no such place', and is asked for again.
  return Response.json(places ?? [], { status: places ? 200 : 503 });
}
