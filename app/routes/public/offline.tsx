import { openToAll } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { PageHead } from "#app/components/page/head.tsx";
import { Section } from "#app/components/page/section.tsx";
import { pageTitle } from "#app/components/title.ts";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/offline";

export const meta = pageTitle;

/** What the service worker shows in place of a page that the network does not bring. */
export function loader(args: Route.LoaderArgs) {
  const { t } = openToAll(args);
  return {
    title: t("offline:title"),
    text: t("offline:text"),
    again: t("offline:again"),
    kept: t("offline:kept"),
    keptText: t("offline:keptText"),
  };
}

export default function Offline({ loaderData }: Route.ComponentProps) {
  return (
    <Card className="mx-auto my-8 max-w-text">
      <PageHead title={loaderData.title} />
      <p className="mt-2 mb-6">{loaderData.text}</p>
      {/* It leads to the address that was asked for, whatever it is. */}
      <ButtonLink href="" kind="primary">
        {loaderData.again}
      </ButtonLink>
      <Section title={loaderData.kept} layout="item" isPlain className="mt-6">
        <p className="text-quiet">{loaderData.keptText}</p>
        {/* The service worker fills the list. */}
        <ul id="kept" />
      </Section>
    </Card>
  );
}
