import { requireUser } from "#app/access/guard.server.ts";
import { previewPicture } from "#app/features/documents/preview.server.ts";
import type { Route } from "./+types/preview";

/** A page of a document as a picture, for the document's own page. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { resourceUrls: ["/documents/preview"] });
  return previewPicture(visit, args.params.id, args.url.searchParams.get("page"));
}
