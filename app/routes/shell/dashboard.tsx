import { href } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { isPathAllowed } from "#app/access/path.ts";
import { keptLoader, useKeptPage } from "#app/components/kept-page.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { shipmentDetail, shipmentList } from "#app/contract/shipment.ts";
import { asOf, loadSections } from "#app/features/dashboard/dashboard.server.ts";
import { Dashboard } from "#app/features/dashboard/dashboard.tsx";
import { lineViews } from "#app/features/shipments/list.server.ts";
import { ShipmentLine } from "#app/features/shipments/shipment-line.tsx";
import type { Route } from "./+types/dashboard";

export const handle: PageHandle = { isKept: true };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const { t } = visit;
  const now = new Date();
  const isOpen = isPathAllowed(rights, href("/shipments/index"));
  const canOpen = isOpen && visit.offers(shipmentDetail);
  const canList = isOpen && visit.offers(shipmentList);
  const sections = await loadSections(visit, now);
  return {
    title: t("dashboard:title"),
    asOf: asOf(visit, now),
    texts: {
      glance: t("dashboard:atGlance"),
      all: t("dashboard:all"),
      emptyTitle: t("dashboard:empty.title"),
      emptyText: t("dashboard:empty.text"),
    },
    sections: sections.map(({ key, title, count, none, query, date, rows }) => ({
      key,
      title,
      count,
      none,
      href: canList ? `${href("/shipments/index")}?${query}` : null,
      rows: lineViews(visit, rows, date),
    })),
    canOpen,
  };
}

export const clientLoader = (args: Route.ClientLoaderArgs) => keptLoader(args);

export default function Overview({ loaderData }: Route.ComponentProps) {
  useKeptPage(loaderData);
  const { canOpen, ...view } = loaderData;
  return (
    <Dashboard view={view} renderRow={(row) => <ShipmentLine key={row} packed={row} canOpen={canOpen} />} />
  );
}
