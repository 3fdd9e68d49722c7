import { href } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { isPathAllowed } from "#app/access/path.ts";
import { keptLoader, useKeptPage } from "#app/components/kept-page.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { shipmentDetail, shipmentList } from "#app/contract/shipment.ts";
import { draftsToSend } from "#app/features/bookings/drafts-to-send.server.ts";
import { loadOverview } from "#app/features/dashboard/dashboard.server.ts";
import { Dashboard } from "#app/features/dashboard/dashboard.tsx";
import { waitingAtDesk } from "#app/features/desk/waiting.server.ts";
import { overdueToPay } from "#app/features/invoices/overdue.server.ts";
import { mayUseMessages } from "#app/features/messages/permission.ts";
import { unreadToRead } from "#app/features/messages/unread.server.ts";
import { quotesToDecide } from "#app/features/quotes/quotes-to-decide.server.ts";
import { changeLine } from "#app/features/shipments/detail/changes.server.ts";
import { ShipmentLine } from "#app/features/shipments/list/line.tsx";
import { lineViews } from "#app/features/shipments/list/list.server.ts";
import { overviewMap } from "#app/features/shipments/map/map.server.ts";
import { SchemedPicture, Sources } from "#app/features/shipments/map/view.tsx";
import type { Route } from "./+types/dashboard";

export const handle: PageHandle = { isKept: true, shipments: "many" };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const now = new Date();
  const isDesk = rights.isDesk === true;
  const isOpen = isPathAllowed(rights, href("/shipments/index"));
  const canOpen = isOpen && visit.offers(shipmentDetail);
  // Asked beside the overview, not after it.
  const unread = mayUseMessages(rights) ? unreadToRead(visit) : null;
  const { overview, shown } = await loadOverview(visit, {
    isDesk,
    wanted: args.url.searchParams.get("list"),
    canList: isOpen && visit.offers(shipmentList),
    now,
    needsOf: ({ toDecide, drafts }) =>
      Promise.all([
        isDesk ? waitingAtDesk(visit, now) : null,
        isPathAllowed(rights, href("/quote/index"))
          ? quotesToDecide(visit, { now, quotes: toDecide, isDesk })
          : null,
        isPathAllowed(rights, href("/billing/index")) ? overdueToPay(visit) : null,
        isPathAllowed(rights, href("/booking/index")) ? draftsToSend(visit, drafts) : null,
        unread,
      ]),
    lineOf: (changed) => changeLine(visit, changed, canOpen),
  });
  return {
    ...overview,
    list: { ...overview.list, rows: lineViews(visit, shown.rows, shown.date) },
    drawing: overview.map && overviewMap(visit),
    canOpen,
  };
}

export const clientLoader = (args: Route.ClientLoaderArgs) => keptLoader(args);

export default function Overview({ loaderData }: Route.ComponentProps) {
  useKeptPage(loaderData);
  const { canOpen, drawing, ...view } = loaderData;
  const alt = view.map?.alt ?? "";
  return (
    <Dashboard
      view={view}
      drawn={{
        row: (row) => <ShipmentLine key={row} packed={row} canOpen={canOpen} />,
        picture: drawing && <SchemedPicture picture={{ ...drawing.picture, alt }} isLate />,
        aboutPicture: drawing && (
          <>
            {`${drawing.legend} `}
            <Sources view={drawing.sources} />
          </>
        ),
      }}
    />
  );
}
