import { requireUser } from "#app/access/guard.server.ts";
import { hasMenu } from "#app/access/permission.ts";
import { ListPage } from "#app/components/list/list-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadBehind } from "#app/features/analytics/behind.server.ts";
import { shownRows } from "#app/features/shipments/list/list.server.ts";
import { ShipmentRows } from "#app/features/shipments/list/rows.tsx";
import type { Route } from "./+types/shipments";

/** The shipments behind a number of a report. */
export const handle: PageHandle = { texts: ["shipment-list"], shipments: "many" };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const view = await loadBehind(visit, args.url.searchParams, (rows, columns) =>
    shownRows(visit, rows, columns),
  );
  return { title: visit.t("analytics:title.list"), view, canOpen: hasMenu(rights, "SHIPMENTS") };
}

export default function ShipmentsBehind({ loaderData }: Route.ComponentProps) {
  const { title, view, canOpen } = loaderData;
  const { list, sentence, back } = view;
  return (
    <ListPage
      title={title}
      back={back}
      tools={null}
      view={list}
      texts="shipment-list"
      search={
        <p>
          <strong>{sentence}</strong>
        </p>
      }
      none={{ text: sentence }}
    >
      <ShipmentRows
        rows={list.rows}
        columns={list.columns}
        canOpen={canOpen}
        canFollow={false}
        look="cards"
      />
    </ListPage>
  );
}
