import { requireUser } from "#app/access/guard.server.ts";
import { hasMenu, hasResourceUrl } from "#app/access/permission.ts";
import { pageTitle } from "#app/components/title.ts";
import { documentView } from "#app/features/documents/detail.server.ts";
import { DocumentPage } from "#app/features/documents/document-detail.tsx";
import type { Route } from "./+types/detail";

export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const view = await documentView(visit, args.params.id, args.url.searchParams.get("page"), {
    preview: hasResourceUrl(rights, ["/documents/preview"]),
    save: hasResourceUrl(rights, ["/documents/file"]),
    openShipment: hasMenu(rights, "SHIPMENTS"),
  });
  return { title: view.title, view };
}

export default function Document({ loaderData }: Route.ComponentProps) {
  return <DocumentPage view={loaderData.view} />;
}
