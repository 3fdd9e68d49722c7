import { data, href, redirect } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { viewerOf } from "#app/components/moment.server.ts";
import { timed } from "#app/components/moment.tsx";
import { Page } from "#app/components/page/page.tsx";
import { Section } from "#app/components/page/section.tsx";
import { SharedParts } from "#app/features/sharing/shared-parts.tsx";
import { sharedParts } from "#app/features/sharing/view.server.ts";
import { openedToken, readShared } from "#app/features/sharing/visitor.server.ts";
import { shipmentCard } from "#app/features/shipments/preview/preview.server.ts";
import { ShipmentCards } from "#app/features/shipments/preview/result.tsx";
import { Alert } from "#app/ui/alert.tsx";
import type { Route } from "./+types/shared-view";

export { linkMeta as meta } from "#app/features/sharing/link-meta.ts";

/** What a link shows, for the browser in which its button was pressed. Asked anew each time. */
export async function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const { t } = visit;
  if (!args.url.searchParams.has("link")) throw redirect(href("/shared"));
  const token = await openedToken(args.request, args.url);
  const shared = token ? await readShared(visit, token) : null;
  if (!shared?.data) {
    const title = shared ? t("sharing:visitor.limited") : t("sharing:title.over");
    const text = shared?.limited ?? t("sharing:visitor.over");
    return data({ title, text, shown: null }, { status: shared ? 429 : 410 });
  }
  const { company, expiresAt, shipments } = shared.data;
  const viewer = viewerOf(visit);
  const sharedView = {
    heading: t("sharing:visitor.heading", { company }),
    none: shipments.length === 0 ? t("sharing:visitor.none") : null,
    note: t("sharing:visitor.more"),
    cards: shipments.map((shipment) => shipmentCard(shipment, viewer)),
    parts: shipments.map((shipment) => sharedParts(visit, shipment, args.url)),
  };
  const text = visit.dated(expiresAt, (until) => t("sharing:visitor.until", { until }));
  return data({ title: t("sharing:title.visitor"), text, shown: sharedView });
}

export default function SharedView({ loaderData }: Route.ComponentProps) {
  const { title, text, shown } = loaderData;
  return (
    <Page head={{ title }} layout="text">
      {shown ? (
        <Section title={shown.heading} isPlain>
          <p className="text-quiet">{timed(text)}</p>
          {shown.none ? <p>{shown.none}</p> : null}
          <ShipmentCards
            cards={shown.cards}
            note={shown.note}
            further={shown.parts.map((parts) => <SharedParts key={parts.key} parts={parts} />)}
          />
        </Section>
      ) : (
        <Alert kind="info">{text}</Alert>
      )}
    </Page>
  );
}
