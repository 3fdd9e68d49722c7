import { href } from "react-router";
import { requireDeskManager } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { idIn } from "#app/features/customers/company.server.ts";
import { loadRoles, makeRole } from "#app/features/customers/roles.server.ts";
import { CustomerRoles } from "#app/features/customers/roles.tsx";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/customer-roles";

export const handle: PageHandle = { texts: ["desk", "customer-pages"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireDeskManager(args);
  const view = await loadRoles(visit, idIn(args.params), args.url.searchParams);
  const title = visit.t("customers:title.roles", { company: view.company.name });
  return { title, view, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireDeskManager(args);
  return makeRole(visit, idIn(args.params), await args.request.formData());
}

export default function RolesOfCustomer({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("customer-pages");
  const { title, view, requestId } = loaderData;
  return (
    <DeskPage
      title={title}
      back={{
        href: href("/freightForwarder/customer/:id", { id: view.company.id }),
        text: t("backToCompany"),
      }}
    >
      <CustomerRoles view={view} requestId={requestId} answer={actionData} />
    </DeskPage>
  );
}
