import { requireUser } from "#app/access/guard.server.ts";
import { hasResource } from "#app/access/permission.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { DeliveryList } from "#app/features/deliveries/delivery-list.tsx";
import { loadDeliveries } from "#app/features/deliveries/list.server.ts";
import type { Route } from "./+types/index";

export const handle: PageHandle = { texts: ["delivery-list"], shipments: "many" };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const view = await loadDeliveries(visit, args.url.searchParams, hasResource(rights, "SHIPMENT_CHARGES"));
  return { title: visit.t("deliveries:title.list"), view };
}

export default function Deliveries({ loaderData }: Route.ComponentProps) {
  return <DeliveryList {...loaderData} />;
}
