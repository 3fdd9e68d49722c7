import { href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { documentsZip } from "#app/features/documents/zip.server.ts";
import type { Route } from "./+types/zip";

/** The ticked documents of the list as one zip, streamed from the provider. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { resourceUrls: ["/documents/zip"] });
  return documentsZip(visit, await args.request.formData());
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args, { resourceUrls: ["/documents/zip"] });
  return redirect(href("/document/index"));
}
