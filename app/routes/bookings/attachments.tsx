import { redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { handleAttachments, loadAttachments } from "#app/features/bookings/attachments.server.ts";
import { Attachments, RefusedFiles } from "#app/features/bookings/attachments.tsx";
import { bookingIdIn } from "#app/features/bookings/form/form-start.server.ts";
import { bookingLists } from "#app/features/bookings/list-link.ts";
import { bookingWrites } from "#app/features/bookings/permission.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import type { Route } from "./+types/attachments";

export const handle: PageHandle = { texts: ["booking-view"] };
export const meta = pageTitle;

function idOf(url: URL): string {
  const id = bookingIdIn(url.searchParams);
  if (!id) throw redirect(bookingLists[0]);
  return id;
}

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, bookingWrites);
  return { ...(await loadAttachments(visit, idOf(args.url))), requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, bookingWrites);
  return handleAttachments(visit, idOf(args.url), args.request, args.url);
}

/**
 * The attachments section of the detail as a page of its own, which can say which file was refused and why.
 */
export default function BookingAttachments({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("booking-view");
  const { title, view, back, requestId } = loaderData;
  return (
    <Page head={{ title }} fault={actionData?.fault}>
      {actionData && actionData.refused.length > 0 ? (
        <Alert kind="danger">
          <p className="font-semibold">{t("files.refused")}</p>
          <RefusedFiles files={actionData.refused} />
        </Alert>
      ) : null}
      <Attachments view={view} requestId={requestId} />
      <p>
        <ButtonLink to={back.href} kind="primary">
          {back.label}
        </ButtonLink>
      </p>
    </Page>
  );
}
