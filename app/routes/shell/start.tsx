import { href, redirect } from "react-router";
import { requireUser, startOf } from "#app/access/guard.server.ts";
import { lackingMenus } from "#app/access/offer.server.ts";
import { isComingSoon, isPathAllowed } from "#app/access/path.ts";
import { PageHead } from "#app/components/page/head.tsx";
import { pageTitle } from "#app/components/title.ts";
import { env } from "#app/config/env.server.ts";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/start";

export const meta = pageTitle;

const DASHBOARD = href("/dashboard");

/**
 * `/` redirects to the dashboard (product 2.3); people without it and the forwarder's desk go to their first menu. Without
 * any menu it says so.
 */
export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const hasDashboard =
    rights.isDesk !== true &&
    isPathAllowed(rights, DASHBOARD) &&
    !isComingSoon(DASHBOARD, [...env.COMING_SOON_PATHS, ...lackingMenus()]);
  const start = hasDashboard ? DASHBOARD : startOf(rights);
  if (start !== "/") throw redirect(start);
  return { title: visit.t("dashboard:noMenus.title"), text: visit.t("dashboard:noMenus.text") };
}

export default function Start({ loaderData: { title, text } }: Route.ComponentProps) {
  return (
    <Card className="mx-auto my-8 max-w-text">
      <PageHead title={title} />
      <p className="mt-2 text-quiet">{text}</p>
    </Card>
  );
}
