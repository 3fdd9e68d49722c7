import { href } from "react-router";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadCalls } from "#app/features/api-keys/calls.server.ts";
import { CallList } from "#app/features/api-keys/calls.tsx";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/api-calls";

export const handle: PageHandle = { texts: ["api-calls"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const signedIn = await requireMemberManager(args);
  return {
    title: signedIn.visit.t("api-calls:title"),
    view: await loadCalls(signedIn, args.url.searchParams),
  };
}

export default function ApiCallsPage({ loaderData: { title, view } }: Route.ComponentProps) {
  const { t } = useText("api-calls");
  return (
    <Page head={{ title, back: { href: href("/account/apiKeys"), text: t("back") } }} layout="text">
      <p>{t("text")}</p>
      <CallList view={view} />
    </Page>
  );
}
