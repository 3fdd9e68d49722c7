import { requireDeskManager } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { countryChoices, makeCompany } from "#app/features/customers/company.server.ts";
import { CompanyAdd } from "#app/features/customers/company-add.tsx";
import type { Route } from "./+types/customer-add";

export const handle: PageHandle = { texts: ["desk", "customer-pages"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireDeskManager(args);
  return {
    title: visit.t("customers:title.add"),
    countries: countryChoices(visit),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireDeskManager(args);
  return makeCompany(visit, await args.request.formData());
}

export default function CustomerAdd({ loaderData, actionData }: Route.ComponentProps) {
  const { title, ...rest } = loaderData;
  return (
    <DeskPage title={title}>
      <CompanyAdd {...rest} answer={actionData} />
    </DeskPage>
  );
}
