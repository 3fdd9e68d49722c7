import { requireDeskManager } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import {
  actOnCompany,
  companyView,
  countryChoices,
  idIn,
  readCompany,
} from "#app/features/customers/company.server.ts";
import { Company, CompanyLinks } from "#app/features/customers/company.tsx";
import type { Route } from "./+types/customer";

export const handle: PageHandle = { texts: ["desk", "customer-pages"] };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireDeskManager(args);
  const company = await readCompany(visit, idIn(args.params));
  return {
    title: company.name,
    view: companyView(visit, company),
    countries: countryChoices(visit),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireDeskManager(args);
  return actOnCompany(visit, idIn(args.params), await args.request.formData());
}

export default function Customer({ loaderData, actionData }: Route.ComponentProps) {
  const { title, ...rest } = loaderData;
  return (
    <DeskPage title={title} tools={<CompanyLinks id={rest.view.id} />}>
      <Company {...rest} answer={actionData} />
    </DeskPage>
  );
}
