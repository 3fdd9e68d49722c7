import { requireUser } from "#app/access/guard.server.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadShareList } from "#app/features/sharing/list.server.ts";
import { ShareList } from "#app/features/sharing/share-list.tsx";
import type { Route } from "./+types/shared";

export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const view = await loadShareList(visit, args.url.searchParams);
  return { title: view.words.title, view };
}

export default function Shared({ loaderData }: Route.ComponentProps) {
  return <ShareList view={loaderData.view} />;
}
