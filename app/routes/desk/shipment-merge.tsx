import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { handleMerge, loadMerge } from "#app/features/shipments/desk/merge.server.ts";
import { Merge } from "#app/features/shipments/desk/merge.tsx";
import type { Route } from "./+types/shipment-merge";

export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export const handle: PageHandle = { texts: ["desk", "desk-merge"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const view = await loadMerge(visit, args.url.searchParams);
  const number = view.faults.keep ? "" : view.keep;
  return {
    title: number ? visit.t("desk-merge:titleOf", { number }) : visit.t("desk-merge:title"),
    view,
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return handleMerge(visit, await args.request.formData());
}

export default function ShipmentMerge({ loaderData, actionData }: Route.ComponentProps) {
  const { title, view, requestId } = loaderData;
  return (
    <DeskPage title={title}>
      <Merge view={view} requestId={requestId} answer={actionData} />
    </DeskPage>
  );
}
