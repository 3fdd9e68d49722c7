import { data, href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { hasResourceUrl } from "#app/access/permission.ts";
import { keptLoader, useKeptPage } from "#app/components/kept-page.ts";
import { exportView } from "#app/components/list/export-view.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { shareMake } from "#app/contract/share.ts";
import { shipmentExport } from "#app/contract/shipment-export.ts";
import { sharePanel } from "#app/features/sharing/choose.server.ts";
import { readFollowCommand, setFollowed } from "#app/features/shipments/detail/follow.server.ts";
import { keepLook, lookOfBrowser } from "#app/features/shipments/list/column-choice.server.ts";
import { loadList, ticksOf } from "#app/features/shipments/list/list.server.ts";
import { ShipmentList } from "#app/features/shipments/list/list.tsx";
import { readListQuery } from "#app/features/shipments/list/query.server.ts";
import type { Route } from "./+types/index";

export const handle: PageHandle = { texts: ["shipment-list"], isKept: true, shipments: "many" };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const query = readListQuery(args.url.searchParams);
  const ownLook = await lookOfBrowser(args.request);
  const look = {
    columns: query.columns === "usual" ? null : (query.columns ?? ownLook.columns),
    rows: query.rows ?? ownLook.rows,
  };
  const view = await loadList(visit, query, look);
  const file = hasResourceUrl(rights, ["/shipment/export"])
    ? exportView(visit, shipmentExport, href("/shipments/export"), view.params)
    : null;
  const share = visit.offers(shareMake) ? visit.t("sharing:link") : null;
  const save = file && { action: file.action, label: visit.t("exports:format.xlsx") };
  const ticks = share && query.panel === "share" ? sharePanel(visit, ticksOf(view), view) : null;
  const page = { title: visit.t("shipments:title"), view, save, file: view.allColumns && file, share, ticks };
  if (!query.columns && !query.rows) return data(page);
  return data(page, { headers: { "set-cookie": await keepLook(look) } });
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  const here = args.url.pathname + args.url.search;
  const form = await args.request.formData();
  const command = readFollowCommand(form);
  if (!command) return redirect(here);
  const result = await setFollowed(visit, command, form.get("requestId"));
  if (!result.isDone) {
    const status = result.fault.kind === "refused" ? 409 : 503;
    return data({ fault: result.fault.message }, { status });
  }
  if (form.has("stays")) return { fault: null };
  visit.session.flash({ kind: "success", key: command.isFollowed ? "followed" : "unfollowed" });
  return redirect(here);
}

export const clientLoader = (args: Route.ClientLoaderArgs) => keptLoader(args);

export default function Shipments({ loaderData, actionData }: Route.ComponentProps) {
  useKeptPage(loaderData);
  return <ShipmentList {...loaderData} fault={actionData?.fault ?? undefined} />;
}
