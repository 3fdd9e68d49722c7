import { requireUser } from "#app/access/guard.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadImports } from "#app/features/forwarders/system-imports.server.ts";
import { ImportList } from "#app/features/forwarders/system-imports.tsx";
import type { Route } from "./+types/imports";

export const handle: PageHandle = { texts: ["desk", "system-imports"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return {
    title: visit.t("system-imports:title"),
    ...(await loadImports(visit, args.url.searchParams)),
  };
}

export default function Imports({ loaderData }: Route.ComponentProps) {
  return <ImportList {...loaderData} />;
}
