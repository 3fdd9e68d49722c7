import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { loadWebhooks } from "#app/features/webhooks/list.server.ts";
import { HowToReceive, Webhooks } from "#app/features/webhooks/list.tsx";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/webhooks";

export const handle: PageHandle = { texts: ["webhooks"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireMemberManager(args);
  return { title: visit.t("webhooks:title"), view: await loadWebhooks(visit) };
}

export default function WebhooksPage({ loaderData: { title, view } }: Route.ComponentProps) {
  const { t } = useText("webhooks");
  return (
    <Page head={{ title, back: { href: href("/account/members"), text: t("toMembers") } }} layout="text">
      <p>{t("text")}</p>
      <p>
        <ButtonLink to={href("/account/webhookAdd")} kind="primary">
          {t("add")}
        </ButtonLink>
      </p>
      <Webhooks webhooks={view.webhooks} />
      <HowToReceive descriptionHref={view.descriptionHref} />
    </Page>
  );
}
