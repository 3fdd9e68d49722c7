import { href } from "react-router";
import { PageHead } from "#app/components/page/head.tsx";
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
    <div className="mx-auto flex max-w-text flex-col gap-4">
      <PageHead title={title} back={{ href: href("/account/apiKeys"), text: t("back") }} />
      <p>{t("text")}</p>
      <CallList view={view} />
    </div>
  );
}
