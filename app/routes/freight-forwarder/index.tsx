import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadForwarders } from "#app/features/forwarders/forwarders.server.ts";
import { Forwarders } from "#app/features/forwarders/forwarders.tsx";
import type { Route } from "./+types/index";

export const handle: PageHandle = { texts: ["forwarders", "desk"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const view = await loadForwarders(visit, rights);
  return { title: visit.t("forwarders:title"), view, isDesk: rights.isDesk === true };
}

export default function FreightForwarder({ loaderData }: Route.ComponentProps) {
  const { title, view, isDesk } = loaderData;
  return isDesk ? <DeskPage title={title}>{null}</DeskPage> : <Forwarders title={title} view={view} />;
}
