import type { ShouldRevalidateFunctionArgs } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { hasMenu } from "#app/access/permission.ts";
import { differsInLook } from "#app/components/kept-page.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadReport } from "#app/features/analytics/report.server.ts";
import { Report } from "#app/features/analytics/report.tsx";
import type { Route } from "./+types/index";

export const handle: PageHandle = {};
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const seesBills = hasMenu(rights, "BILLING");
  return {
    title: visit.t("analytics:title.report"),
    view: await loadReport(visit, args.url.searchParams, { seesBills }),
  };
}

/** Sorting the table or moving its columns asks nothing of the server. */
export const shouldRevalidate = (next: ShouldRevalidateFunctionArgs): boolean =>
  !differsInLook(next) && next.defaultShouldRevalidate;

export default function Analytics({ loaderData }: Route.ComponentProps) {
  return <Report {...loaderData} />;
}
