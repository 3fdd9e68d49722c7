import { requireUser } from "#app/access/guard.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { actOnInbox, inboxHref, loadInbox } from "#app/features/desk/inbox.server.ts";
import { Inbox } from "#app/features/desk/inbox.tsx";
import { loadForwarders } from "#app/features/forwarders/forwarders.server.ts";
import { Forwarders } from "#app/features/forwarders/forwarders.tsx";
import { sameSitePath } from "#app/lib/same-site-path.ts";
import type { Route } from "./+types/index";

export const handle: PageHandle = { texts: ["forwarders", "desk", "inbox-list"], isOfDesk: true };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

/** The inbox for the forwarder's desk; for customers, who serves them (app/decisions/desk.md). */
export async function loader(args: Route.LoaderArgs) {
  const { visit, user, rights } = await requireUser(args);
  if (!rights.isDesk)
    return { title: visit.t("forwarders:title"), forwarders: await loadForwarders(visit, rights) };
  const reader = { userId: user.userId, now: new Date() };
  const view = await loadInbox(visit, args.url.searchParams, reader);
  return { title: visit.t("inbox:title"), view, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const form = await args.request.formData();
  // A record's own page posts its buttons here as well.
  const back = sameSitePath(form.get("back"), inboxHref(args.url.searchParams));
  return actOnInbox(visit, form, back);
}

export default function FreightForwarder({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData.forwarders ? (
    <Forwarders title={loaderData.title} view={loaderData.forwarders} />
  ) : (
    <Inbox {...loaderData} answer={actionData} />
  );
}
