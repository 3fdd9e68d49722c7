import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadActivity } from "#app/features/members/activity.server.ts";
import { ActivityList } from "#app/features/members/activity-list.tsx";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import type { Route } from "./+types/activity";

export const handle: PageHandle = { texts: ["activity-page"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireMemberManager(args);
  return {
    title: visit.t("members:title.activity"),
    view: await loadActivity(visit, args.url.searchParams),
  };
}

export default function Activity({ loaderData }: Route.ComponentProps) {
  return <ActivityList {...loaderData} />;
}
