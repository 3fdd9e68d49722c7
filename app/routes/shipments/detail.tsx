import { data, href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { hasMenu, hasResource, hasResourceUrl } from "#app/access/permission.ts";
import { originOf } from "#app/access/site.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { offlineCopy } from "#app/components/offline-copy.server.ts";
import { KeptOffline } from "#app/components/offline-copy.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { printedAddress } from "#app/components/print-address.server.ts";
import { PrintAddress } from "#app/components/print-address.tsx";
import { pageTitle } from "#app/components/title.ts";
import { documentNeeds } from "#app/contract/document.ts";
import { teamCreate } from "#app/contract/message.ts";
import { shareMake } from "#app/contract/share.ts";
import { shipmentRoute } from "#app/contract/shipment-route.ts";
import { loadCutOffs } from "#app/features/cut-offs/cut-offs.server.ts";
import { emissionsLink } from "#app/features/emissions/emissions.server.ts";
import { EmissionsLink } from "#app/features/emissions/emissions-link.tsx";
import { askForwarder } from "#app/features/messages/ask.server.ts";
import { mayUseMessages } from "#app/features/messages/permission.ts";
import { SubjectButton } from "#app/features/messages/subject-button.tsx";
import { ShareLink } from "#app/features/sharing/share-link.tsx";
import { deskShipmentHref } from "#app/features/shipments/desk/paths.ts";
import { DetailCargo } from "#app/features/shipments/detail/cargo.tsx";
import {
  detailIntents,
  newsQuestion,
  perform,
  shipmentId,
  shipmentView,
  tabOf,
} from "#app/features/shipments/detail/detail.server.ts";
import { DetailDocuments } from "#app/features/shipments/detail/documents.tsx";
import { etaView } from "#app/features/shipments/detail/eta.server.ts";
import { DetailHead, DetailTabs } from "#app/features/shipments/detail/head.tsx";
import { DetailOverview } from "#app/features/shipments/detail/overview.tsx";
import { MapLink } from "#app/features/shipments/map/link.tsx";
import type { Route } from "./+types/detail";

export const handle: PageHandle = { shipments: "one" };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const tab = tabOf(args.url.searchParams.get("tab"));
  const id = shipmentId(args.params.id);
  const beside = [
    tab === "overview" ? loadCutOffs(visit, { shipmentId: id }) : Promise.resolve(null),
    tab === "overview" ? etaView(visit, id) : Promise.resolve(null),
  ] as const;
  // Waited for below; a shipment that has gone over to another one has neither.
  for (const call of beside) call.catch(() => {});
  const view = await shipmentView(visit, rights, id, tab, {
    origin: args.url.origin,
    canDownload: hasResourceUrl(rights, ["/shipment/document"]),
    canPublish: hasResource(rights, "SHIPMENT_PUBLIC") && hasResourceUrl(rights, ["/shipment/publish"]),
    cutOffs: beside[0],
  });
  if (view.head.id !== id) throw redirect(href("/shipments/detail/:id", { id: view.head.id }));
  return {
    title: visit.t("shipments:detail.title", { houseNumber: view.head.houseNumber }),
    view,
    eta: await beside[1],
    mapLabel: visit.offers(shipmentRoute) ? visit.t("shipment-map:link") : null,
    emissionsLink: emissionsLink(visit, id),
    deskLink: rights.isDesk
      ? { href: deskShipmentHref(id), label: visit.t("desk-shipment:link.desk") }
      : null,
    papersLabel:
      tab === "documents" && hasMenu(rights, "DOCUMENT") && visit.offers(documentNeeds)
        ? visit.t("documents:papers.link")
        : null,
    shareLabel: visit.offers(shareMake) ? visit.t("sharing:link") : null,
    hasMessages: mayUseMessages(rights) && visit.offers(teamCreate),
    requestId: visit.requestId(),
    offline: offlineCopy(visit, args.url.pathname),
    printed: printedAddress(originOf(visit.site, args.url) + args.url.pathname),
  };
}

const flashKeys = {
  follow: "followed",
  unfollow: "unfollowed",
  publish: "published",
  unpublish: "unpublished",
} as const;

/** Follows or unfollows, publishes or hides; redirects to the tab that was open. */
export async function action(args: Route.ActionArgs) {
  const { visit, rights } = await requireUser(args);
  const form = await args.request.formData();
  const id = shipmentId(args.params.id);
  if (form.get("intent") === "askNews" && mayUseMessages(rights)) {
    const answer = await askForwarder(visit, { topic: "shipment", ...(await newsQuestion(visit, id)) });
    return answer instanceof Response ? answer : faultAnswer(answer);
  }
  const intent = detailIntents.find((known) => known === form.get("intent")) ?? "unfollow";
  const fault = await perform(visit, { id, intent }, form.get("requestId"));
  if (fault) return faultAnswer(fault);
  visit.session.flash({ kind: "success", key: flashKeys[intent] });
  const tab = tabOf(String(form.get("tab")));
  return redirect(args.url.pathname + (tab === "overview" ? "" : `?tab=${tab}`));
}

const faultAnswer = ({ message, kind }: WriteFault) =>
  data({ fault: message }, { status: kind === "unavailable" ? 503 : 409 });

export default function ShipmentDetail({ loaderData, actionData }: Route.ComponentProps) {
  const { view, mapLabel, hasMessages, requestId } = loaderData;
  return (
    <>
      <KeptOffline copy={loaderData.offline} />
      <PrintAddress printed={loaderData.printed} />
      <DetailHead
        view={view}
        requestId={requestId}
        fault={actionData?.fault ?? null}
        canAsk={hasMessages}
        actions={
          <>
            <ShareLink id={view.head.id} label={loaderData.shareLabel} />
            {hasMessages ? (
              <SubjectButton topic="shipment" subjectId={view.head.id} requestId={requestId} />
            ) : null}
            {loaderData.deskLink ? (
              <ButtonLink to={loaderData.deskLink.href} kind="primary">
                {loaderData.deskLink.label}
              </ButtonLink>
            ) : null}
          </>
        }
        more={
          <>
            <MapLink id={view.head.id} label={mapLabel} />
            <EmissionsLink link={loaderData.emissionsLink} />
          </>
        }
      />
      <DetailTabs view={view} />
      {view.overview ? <DetailOverview overview={view.overview} eta={loaderData.eta} /> : null}
      {view.cargo ? <DetailCargo cargo={view.cargo} /> : null}
      {view.documents ? (
        <DetailDocuments
          documents={view.documents}
          shipmentId={view.head.id}
          papers={loaderData.papersLabel}
        />
      ) : null}
    </>
  );
}
