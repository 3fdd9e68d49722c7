import { requireUser } from "#app/access/guard.server.ts";
import { documentDownload } from "#app/features/documents/detail.server.ts";
import type { Route } from "./+types/file";

/** One version of a document, streamed from the provider. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { resourceUrls: ["/documents/file"] });
  return documentDownload(visit, args.params.id, args.url.searchParams.get("version"));
}
