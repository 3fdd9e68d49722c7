import { href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { begunKey } from "#app/components/begun-form.tsx";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { saveShipment, shipmentFormStart, subjectIn } from "#app/features/shipments/desk/form.server.ts";
import { ShipmentForm } from "#app/features/shipments/desk/form.tsx";
import type { Route } from "./+types/shipment-make";

export const handle: PageHandle = { texts: ["desk", "desk-shipment"] };
export const meta = pageTitle;

/** With `?booking=` the shipment of that booking is made, with `?shipment=` that shipment is changed. */
function readAddress(url: URL) {
  const subject = subjectIn(url.searchParams);
  if (!subject) throw redirect(href("/freightForwarder/index"));
  return subject;
}

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const start = await shipmentFormStart(visit, readAddress(args.url));
  return { title: start.title, start, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return saveShipment(visit, readAddress(args.url), await args.request.formData());
}

export default function ShipmentMake({ loaderData, actionData }: Route.ComponentProps) {
  const { title, start, requestId } = loaderData;
  return (
    <DeskPage title={title}>
      <ShipmentForm key={begunKey(actionData)} start={start} requestId={requestId} answer={actionData} />
    </DeskPage>
  );
}
