import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { handleEvents, loadEvents } from "#app/features/shipments/desk/events.server.ts";
import { EventsDesk } from "#app/features/shipments/desk/events.tsx";
import type { Route } from "./+types/events";

export const handle: PageHandle = { texts: ["desk", "desk-events"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const view = await loadEvents(visit, args.url.searchParams);
  const part = visit.t(`desk-events:tab.${view.name}`);
  return { title: visit.t("desk-events:title", { part }), view, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return handleEvents(visit, args.url.searchParams, await args.request.formData());
}

export default function Events({ loaderData, actionData }: Route.ComponentProps) {
  const { title, view, requestId } = loaderData;
  return (
    <DeskPage title={title} fault={actionData?.fault}>
      <EventsDesk view={view} requestId={requestId} answer={actionData} />
    </DeskPage>
  );
}
