import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadLook, saveLook } from "#app/features/brand/brand.server.ts";
import { LookPage } from "#app/features/brand/look.tsx";
import type { Route } from "./+types/customer-look";

export const handle: PageHandle = { texts: ["desk", "brand-page"] };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const view = await loadLook(visit, args.params.id, args.url.searchParams);
  return { title: view.title, view, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return saveLook(visit, args.params.id, await args.request.formData());
}

export default function CustomerLook({ loaderData, actionData }: Route.ComponentProps) {
  const { title, ...rest } = loaderData;
  return (
    <DeskPage title={title} fault={actionData?.fault}>
      <LookPage {...rest} answer={actionData} />
    </DeskPage>
  );
}
