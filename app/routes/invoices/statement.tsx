import { requireUser } from "#app/access/guard.server.ts";
import { hasResource } from "#app/access/permission.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadStatement } from "#app/features/invoices/statement.server.ts";
import { StatementPage } from "#app/features/invoices/statement.tsx";
import type { Route } from "./+types/statement";

export const handle: PageHandle = {};
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const view = await loadStatement(visit, args.url.searchParams, hasResource(rights, "INVOICE_DOWNLOAD"));
  return { title: view.title, view };
}

export default function Statement({ loaderData }: Route.ComponentProps) {
  return <StatementPage view={loaderData.view} />;
}
