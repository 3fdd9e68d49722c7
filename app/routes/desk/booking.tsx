import { href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { teamCreate } from "#app/contract/message.ts";
import { addressId } from "#app/contract/wire.ts";
import { answerBooking, loadDeskBooking } from "#app/features/bookings/desk/booking.server.ts";
import { DeskBooking } from "#app/features/bookings/desk/booking.tsx";
import { handleCarrierMessage, isAboutCarrier } from "#app/features/bookings/desk/carrier-message.server.ts";
import { loadItemBar } from "#app/features/desk/item.server.ts";
import { ItemBar } from "#app/features/desk/item-bar.tsx";
import { mayUseMessages } from "#app/features/messages/permission.ts";
import { SubjectButton } from "#app/features/messages/subject-button.tsx";
import type { Route } from "./+types/booking";

export const handle: PageHandle = { texts: ["desk", "desk-booking", "booking-view", "inbox-list"] };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

function idOf(id: string): string {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  return id;
}

export async function loader(args: Route.LoaderArgs) {
  const { visit, user, rights } = await requireUser(args, { desk: true });
  const view = await loadDeskBooking(visit, rights, idOf(args.params.id));
  const hasMessages = mayUseMessages(rights) && visit.offers(teamCreate);
  const back = href("/freightForwarder/booking/:id", { id: view.id });
  const subject = { kind: "BOOKING", subjectId: view.id, userId: user.userId, back } as const;
  const bar = await loadItemBar(visit, subject);
  return { title: view.heading, view, bar, hasMessages, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const form = await args.request.formData();
  const id = idOf(args.params.id);
  return isAboutCarrier(form) ? handleCarrierMessage(visit, id, form) : answerBooking(visit, id, form);
}

export default function DeskBookingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, view, bar, hasMessages, requestId } = loaderData;
  const conversation = hasMessages ? (
    <SubjectButton topic="booking" subjectId={view.id} requestId={requestId} />
  ) : null;
  return (
    <DeskPage title={title} fault={actionData?.fault}>
      <ItemBar view={bar} requestId={requestId} />
      <DeskBooking
        view={view}
        requestId={requestId}
        conversation={conversation}
        answer={actionData && !("contract" in actionData) ? actionData : undefined}
        sendAnswer={actionData && "contract" in actionData ? actionData : undefined}
      />
    </DeskPage>
  );
}
