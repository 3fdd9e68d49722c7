import { requireUser } from "#app/access/guard.server.ts";
import { pageTitle } from "#app/components/title.ts";
import { papersView } from "#app/features/documents/papers.server.ts";
import { PapersPage } from "#app/features/documents/papers.tsx";
import type { Route } from "./+types/shipment";

export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const view = await papersView(visit, args.params.id);
  return { title: view.title, view };
}

export default function ShipmentPapers({ loaderData }: Route.ComponentProps) {
  return <PapersPage view={loaderData.view} />;
}
