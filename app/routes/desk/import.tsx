import { requireUser } from "#app/access/guard.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadReport } from "#app/features/forwarders/system-imports.server.ts";
import { ImportDetail } from "#app/features/forwarders/system-imports.tsx";
import type { Route } from "./+types/import";

export const handle: PageHandle = { texts: ["desk", "system-imports"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const view = await loadReport(visit, args.params.id, args.url.searchParams);
  return { title: view.title, view };
}

export default function Import({ loaderData }: Route.ComponentProps) {
  return <ImportDetail view={loaderData.view} />;
}
