import { href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { loadItemBar } from "#app/features/desk/item.server.ts";
import { ItemBar } from "#app/features/desk/item-bar.tsx";
import { handleDeskTalk, loadDeskTalk } from "#app/features/messages/desk/talk.server.ts";
import { DeskTalk } from "#app/features/messages/desk/talk.tsx";
import type { Route } from "./+types/conversation";

export const handle: PageHandle = {
  texts: ["desk", "desk-talk-page", "inbox-list", "messages"],
  isOfDesk: true,
};
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

/** A conversation as the desk works on it: answers, notes, and who has taken it. */
export async function loader(args: Route.LoaderArgs) {
  const { visit, user } = await requireUser(args, { desk: true });
  const view = await loadDeskTalk(visit, args.params.id, args.url.searchParams, { me: user.name });
  if (!view) throw redirect(href("/freightForwarder/index"));
  const back = args.url.pathname + args.url.search;
  const subject = { kind: "CONVERSATION", subjectId: view.channelId } as const;
  const bar = await loadItemBar(visit, { ...subject, userId: user.userId, back });
  return { title: view.title, view, bar, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return handleDeskTalk(visit, args.params.id, args.url.searchParams, await args.request.formData());
}

export default function DeskConversation({ loaderData, actionData }: Route.ComponentProps) {
  const { title, bar, ...rest } = loaderData;
  return (
    <DeskPage title={title}>
      <ItemBar view={bar} requestId={rest.requestId} />
      <DeskTalk {...rest} answer={actionData} />
    </DeskPage>
  );
}
