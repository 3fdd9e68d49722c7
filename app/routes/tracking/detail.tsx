import { href, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { hasMenu } from "#app/access/permission.ts";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Link } from "#app/components/link.tsx";
import { Crumbs } from "#app/components/page/crumbs.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { shipmentDetail } from "#app/contract/shipment.ts";
import { trackedView } from "#app/features/shipments/tracked.server.ts";
import { Tracked } from "#app/features/shipments/tracked.tsx";
import { areaOf } from "#app/features/tracking/areas.ts";

export const handle: PageHandle = { shipments: "one" };
export const meta = pageTitle;

/** A shipment in one of the three tracking areas: how its journey goes, and nothing of its file. */
export async function loader(args: LoaderFunctionArgs) {
  const { visit, rights } = await requireUser(args);
  const { t } = visit;
  const area = areaOf(args.url.pathname);
  const id = args.params.id ?? "";
  const view = await trackedView(visit, id);
  const hasFull = hasMenu(rights, "SHIPMENTS") && visit.offers(shipmentDetail);
  return {
    title: t("tracking:detail.title", {
      houseNumber: view.houseNumber,
      area: t(`shell:nav.${area.name}`),
    }),
    view,
    full: hasFull ? { path: href("/shipments/detail/:id", { id }), text: t("tracking:detail.full") } : null,
  };
}

export default function TrackingDetail() {
  const { view, full } = useLoaderData<typeof loader>();
  return (
    <>
      <Crumbs>
        {view.heading}
        <CopyButton text={view.houseNumber} />
      </Crumbs>
      {full ? (
        <p className="print:hidden">
          <Link to={full.path} className="text-link underline">
            {full.text}
          </Link>
        </p>
      ) : null}
      <Tracked view={view} />
    </>
  );
}
