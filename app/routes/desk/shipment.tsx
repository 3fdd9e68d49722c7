import { href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { teamCreate } from "#app/contract/message.ts";
import { addressId } from "#app/contract/wire.ts";
import { mayUseMessages } from "#app/features/messages/permission.ts";
import { SubjectButton } from "#app/features/messages/subject-button.tsx";
import { handleDeskShipment, loadDeskShipment } from "#app/features/shipments/desk/shipment.server.ts";
import { DeskShipment } from "#app/features/shipments/desk/shipment.tsx";
import type { Route } from "./+types/shipment";

export const handle: PageHandle = { texts: ["desk", "desk-shipment"] };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

function idOf(id: string): string {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  return id;
}

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args, { desk: true });
  const id = idOf(args.params.id);
  const view = await loadDeskShipment(visit, id, args.url.searchParams.get("correct"));
  // It has gone over to another one.
  if (view.id !== id) throw redirect(href("/freightForwarder/shipment/:id", { id: view.id }));
  const hasMessages = mayUseMessages(rights) && visit.offers(teamCreate);
  return { title: view.heading, view, hasMessages, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return handleDeskShipment(visit, idOf(args.params.id), await args.request.formData());
}

export default function DeskShipmentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, view, hasMessages, requestId } = loaderData;
  const conversation = hasMessages ? (
    <SubjectButton topic="shipment" subjectId={view.id} requestId={requestId} />
  ) : null;
  return (
    <DeskPage title={title} fault={actionData?.fault}>
      <DeskShipment view={view} requestId={requestId} answer={actionData} conversation={conversation} />
    </DeskPage>
  );
}
