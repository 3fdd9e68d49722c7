import { href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { originOf } from "#app/access/site.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { printedAddress } from "#app/components/print-address.server.ts";
import { PrintAddress } from "#app/components/print-address.tsx";
import { pageTitle } from "#app/components/title.ts";
import { teamCreate } from "#app/contract/message.ts";
import { addressId } from "#app/contract/wire.ts";
import { handleDetail, loadBookingDetail } from "#app/features/bookings/detail.server.ts";
import { BookingDetail } from "#app/features/bookings/detail.tsx";
import { bookingWrites } from "#app/features/bookings/permission.ts";
import { loadCutOffs } from "#app/features/cut-offs/cut-offs.server.ts";
import { CutOffs } from "#app/features/cut-offs/cut-offs.tsx";
import { mayUseMessages } from "#app/features/messages/permission.ts";
import { SubjectButton } from "#app/features/messages/subject-button.tsx";
import type { Route } from "./+types/detail";

export const handle: PageHandle = { texts: ["booking-view"] };
export const meta = pageTitle;

function idOf(id: string): string {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  return id;
}

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const id = idOf(args.params.id);
  const [view, cutOffs] = await Promise.all([
    loadBookingDetail(visit, rights, id),
    loadCutOffs(visit, { bookingId: id }),
  ]);
  return {
    title: view.heading,
    view,
    cutOffs,
    hasMessages: mayUseMessages(rights) && visit.offers(teamCreate),
    requestId: visit.requestId(),
    printed: printedAddress(originOf(visit.site, args.url) + args.url.pathname),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, bookingWrites);
  return handleDetail(visit, idOf(args.params.id), await args.request.formData());
}

export default function Booking({ loaderData, actionData }: Route.ComponentProps) {
  const { view, cutOffs, hasMessages, requestId } = loaderData;
  const conversation = hasMessages ? (
    <SubjectButton topic="booking" subjectId={view.id} requestId={requestId} />
  ) : null;
  return (
    <>
      <PrintAddress printed={loaderData.printed} />
      <BookingDetail view={view} requestId={requestId} answer={actionData} conversation={conversation} />
      {cutOffs ? <CutOffs cutOffs={cutOffs} /> : null}
    </>
  );
}
