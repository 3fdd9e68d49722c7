import { requireUser } from "#app/access/guard.server.ts";
import { proofFile } from "#app/features/deliveries/detail.server.ts";
import type { Route } from "./+types/proof";

/** One proof of delivery, streamed from the provider, for people who see the delivery. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  return proofFile(visit, args.params.id, args.params.proofId);
}
