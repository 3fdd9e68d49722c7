import { requireUser } from "#app/access/guard.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { freeTimeView } from "#app/features/shipments/detail/free-time.server.ts";
import { FreeTime } from "#app/features/shipments/detail/free-time-view.tsx";
import type { Route } from "./+types/free-time";

export const handle: PageHandle = { shipments: "one" };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const view = await freeTimeView(visit, rights, args.params.id, args.url.searchParams.get("pickup"));
  return { title: view.title, view };
}

export default function ShipmentFreeTimePage({ loaderData }: Route.ComponentProps) {
  return <FreeTime view={loaderData.view} />;
}
