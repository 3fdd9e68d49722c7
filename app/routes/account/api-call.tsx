import { href } from "react-router";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadCall } from "#app/features/api-keys/calls.server.ts";
import { CallDetail } from "#app/features/api-keys/calls.tsx";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/api-call";

export const handle: PageHandle = { texts: ["api-calls"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const signedIn = await requireMemberManager(args);
  const view = await loadCall(signedIn, args.url.searchParams.get("name"));
  return { title: view.title, view };
}

export default function ApiCallPage({ loaderData: { title, view } }: Route.ComponentProps) {
  const { t } = useText("api-calls");
  return (
    <Page head={{ title, back: { href: href("/account/apiCalls"), text: t("backToCalls") } }} layout="text">
      <CallDetail view={view} />
    </Page>
  );
}
