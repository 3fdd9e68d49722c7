import { requireFreshFactor } from "#app/access/guard.server.ts";
import { ownDataFile } from "#app/features/account/own-data.server.ts";
import type { Route } from "./+types/own-data";

/** The person's own data as a JSON file, streamed from the provider. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireFreshFactor(args);
  return ownDataFile(visit);
}
