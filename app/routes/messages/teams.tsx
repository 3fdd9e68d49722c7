import { requireUser } from "#app/access/guard.server.ts";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { TeamList } from "#app/features/messages/center/team-list.tsx";
import { loadTeams } from "#app/features/messages/center/teams.server.ts";
import { messageNeeds } from "#app/features/messages/permission.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/teams";

export const handle: PageHandle = { texts: ["messages"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, messageNeeds);
  const view = await loadTeams(visit, args.url.searchParams);
  return { title: visit.t("messages:teams.title"), view };
}

export default function Teams({ loaderData: { title, view } }: Route.ComponentProps) {
  const { t } = useText("messages");
  return (
    <Page head={{ title, lead: t("teams.lead") }}>
      <TeamList view={view} />
    </Page>
  );
}
