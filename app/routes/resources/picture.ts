import { requireUser } from "#app/access/guard.server.ts";
import { showPicture } from "#app/features/account/picture.server.ts";
import type { Route } from "./+types/picture";

/** The picture of a person; the version in the address is for the browser's cache only. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  return showPicture(visit, args.params.id);
}
