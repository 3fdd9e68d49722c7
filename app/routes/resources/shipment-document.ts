import { href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { visitOf } from "#app/access/visit.server.ts";
import { documentFile } from "#app/features/shipments/detail/detail.server.ts";
import { withQuery } from "#app/lib/with-query.ts";
import type { Route } from "./+types/shipment-document";

/**
 * One document as a PDF, streamed from the provider. Errors are shown on the Documents tab, inside the frame.
 */
export async function loader(args: Route.LoaderArgs) {
  const { id, documentId } = args.params;
  try {
    const { visit } = await requireUser(args, { resourceUrls: ["/shipment/document"] });
    return await documentFile(visit, id, documentId);
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    visitOf(args.context).session.flash({ kind: "warning", key: "documentFailed" });
    throw redirect(withQuery(href("/shipments/detail/:id", { id }), { tab: "documents" }));
  }
}
