import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { handleTariffs, loadTariffs } from "#app/features/shipments/desk/tariffs.server.ts";
import { Tariffs } from "#app/features/shipments/desk/tariffs.tsx";
import type { Route } from "./+types/tariffs";

export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export const handle: PageHandle = { texts: ["desk", "desk-tariffs"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const view = await loadTariffs(visit, args.url.searchParams);
  const company = view.companies.find(([id]) => id === view.company)?.[1];
  return {
    title: company ? visit.t("desk-tariffs:titleOf", { company }) : visit.t("desk-tariffs:title"),
    view,
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return handleTariffs(visit, args.url.searchParams, await args.request.formData());
}

export default function TariffsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, view, requestId } = loaderData;
  return (
    <DeskPage title={title} fault={actionData?.fault}>
      <Tariffs view={view} requestId={requestId} answer={actionData} />
    </DeskPage>
  );
}
