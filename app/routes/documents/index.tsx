import { requireUser } from "#app/access/guard.server.ts";
import { hasResourceUrl } from "#app/access/permission.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { DocumentList } from "#app/features/documents/document-list.tsx";
import { loadDocuments } from "#app/features/documents/list.server.ts";
import type { Route } from "./+types/index";

export const handle: PageHandle = { texts: ["document-list"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const view = await loadDocuments(visit, args.url.searchParams, {
    zip: hasResourceUrl(rights, ["/documents/zip"]),
  });
  return { title: visit.t("documents:title.list"), view };
}

export default function Documents({ loaderData }: Route.ComponentProps) {
  return <DocumentList {...loaderData} />;
}
