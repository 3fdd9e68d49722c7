import { requireUser } from "#app/access/guard.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { emissionsView } from "#app/features/emissions/emissions.server.ts";
import { Emissions } from "#app/features/emissions/emissions.tsx";
import type { Route } from "./+types/emissions";

export const handle: PageHandle = { shipments: "one" };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const view = await emissionsView(visit, args.params.id);
  return { title: view.title, view };
}

export default function ShipmentEmissionsPage({ loaderData }: Route.ComponentProps) {
  return <Emissions view={loaderData.view} />;
}
