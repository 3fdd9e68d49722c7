import { requireUser } from "#app/access/guard.server.ts";
import { hasMenu, hasResource, hasResourceUrl } from "#app/access/permission.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { DeliveryPage } from "#app/features/deliveries/delivery-detail.tsx";
import { askAppointment, deliveryView } from "#app/features/deliveries/detail.server.ts";
import type { Route } from "./+types/detail";

export const handle: PageHandle = { shipments: "many" };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const view = await deliveryView(visit, args.params.id, {
    seePrices: hasResource(rights, "SHIPMENT_CHARGES"),
    download: hasResourceUrl(rights, ["/lastMile/proof"]),
    ask: hasMenu(rights, "LASTMILE"),
    openShipment: hasMenu(rights, "SHIPMENTS"),
  });
  return { title: view.title, view, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  return askAppointment(visit, args.params.id, await args.request.formData());
}

export default function Delivery({ loaderData, actionData }: Route.ComponentProps) {
  return <DeliveryPage view={loaderData.view} requestId={loaderData.requestId} answer={actionData} />;
}
