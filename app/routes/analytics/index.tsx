import type { ShouldRevalidateFunctionArgs } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { hasMenu } from "#app/access/permission.ts";
import { differsInLook } from "#app/components/kept-page.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { askedEmissions } from "#app/features/analytics/query.server.ts";
import { loadReport } from "#app/features/analytics/report.server.ts";
import { Report } from "#app/features/analytics/report.tsx";
import { emissionReportView } from "#app/features/emissions/report.server.ts";
import { EmissionReport } from "#app/features/emissions/report.tsx";
import type { Route } from "./+types/index";

export const handle: PageHandle = {};
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const seesBills = hasMenu(rights, "BILLING");
  const { searchParams } = args.url;
  const emissionsQuery = askedEmissions(visit, searchParams, new Date());
  const [view, emissions] = await Promise.all([
    loadReport(visit, searchParams, { seesBills }),
    emissionsQuery.isShown ? emissionReportView(visit, emissionsQuery.question, emissionsQuery.params) : null,
  ]);
  return { title: visit.t("analytics:title.report"), view, emissions };
}

/** Sorting the table or moving its columns asks nothing of the server. */
export const shouldRevalidate = (next: ShouldRevalidateFunctionArgs): boolean =>
  !differsInLook(next) && next.defaultShouldRevalidate;

export default function Analytics({ loaderData }: Route.ComponentProps) {
  const { title, view, emissions } = loaderData;
  return (
    <>
      <Report title={title} view={view} />
      {emissions ? <EmissionReport view={emissions} /> : null}
    </>
  );
}
