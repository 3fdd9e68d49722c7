import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { handleNames, loadNames } from "#app/features/shipments/desk/names.server.ts";
import { Names } from "#app/features/shipments/desk/names.tsx";
import type { Route } from "./+types/names";

export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export const handle: PageHandle = { texts: ["desk", "desk-names"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return {
    title: visit.t("desk-names:title"),
    view: await loadNames(visit, args.url.searchParams),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return handleNames(visit, await args.request.formData());
}

export default function NamesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, view, requestId } = loaderData;
  return (
    <DeskPage title={title} fault={actionData?.fault}>
      <Names view={view} requestId={requestId} answer={actionData} />
    </DeskPage>
  );
}
