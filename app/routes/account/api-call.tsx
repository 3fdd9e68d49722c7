import { href } from "react-router";
import { PageHead } from "#app/components/page/head.tsx";
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
    <div className="mx-auto flex max-w-text flex-col gap-4">
      <PageHead title={title} back={{ href: href("/account/apiCalls"), text: t("backToCalls") }} />
      <CallDetail view={view} />
    </div>
  );
}
