import { requireDeskManager } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { idIn } from "#app/features/customers/company.server.ts";
import { RoleForm } from "#app/features/customers/role.tsx";
import { changeRole, loadRole, rolesHref } from "#app/features/customers/roles.server.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/customer-role";

export const handle: PageHandle = { texts: ["desk", "customer-pages"] };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireDeskManager(args);
  const view = await loadRole(visit, idIn(args.params));
  return { title: view.title, view, backHref: rolesHref(view.company.id), requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireDeskManager(args);
  return changeRole(visit, idIn(args.params), await args.request.formData());
}

export default function RoleOfCustomer({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("customer-pages");
  const { title, backHref, ...rest } = loaderData;
  return (
    <DeskPage title={title} back={{ href: backHref, text: t("backToRoles") }}>
      <RoleForm {...rest} backHref={backHref} answer={actionData} />
    </DeskPage>
  );
}
