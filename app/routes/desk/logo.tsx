import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadLogo, logoNamed, saveLogo } from "#app/features/brand/logo.server.ts";
import { LogoForm } from "#app/features/brand/logo.tsx";
import type { Route } from "./+types/logo";

export const handle: PageHandle = { texts: ["desk", "brand-page"] };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const view = await loadLogo(visit, logoNamed(args.url.searchParams));
  return { title: view.title, view, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return saveLogo(visit, args.request, args.url);
}

export default function Logo({ loaderData, actionData }: Route.ComponentProps) {
  const { title, ...rest } = loaderData;
  return (
    <DeskPage title={title} fault={actionData?.fault}>
      <LogoForm {...rest} answer={actionData} />
    </DeskPage>
  );
}
