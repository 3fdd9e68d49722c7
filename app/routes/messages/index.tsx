import { data } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { ClosedCenter } from "#app/features/messages/center/closed-center.tsx";
import { MessageCenter } from "#app/features/messages/center/message-center.tsx";
import { loadMessageCenter } from "#app/features/messages/center/page.server.ts";
import { isOpenedByPerson } from "#app/features/messages/conversation/opened-by-person.server.ts";
import { handleMessages } from "#app/features/messages/conversation/send.server.ts";
import { useFreshView } from "#app/features/messages/live/use-fresh-view.ts";
import { mayUseMessages, messageNeeds } from "#app/features/messages/permission.ts";
import type { Route } from "./+types/index";

export const handle: PageHandle = { texts: ["messages", "message-live"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const title = visit.t("messages:page");
  const requestId = visit.requestId();
  if (!mayUseMessages(rights)) return data({ title, view: null, unread: null, requestId }, { status: 403 });
  const isReading = isOpenedByPerson(args.request);
  return { title, requestId, ...(await loadMessageCenter(visit, rights, args.url, { isReading })) };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, messageNeeds);
  return handleMessages(visit, args.url, args.request);
}

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  const { title, view, requestId } = loaderData;
  if (!view) return <ClosedCenter title={title} />;
  return <OpenCenter title={title} view={view} requestId={requestId} answer={actionData} />;
}

function OpenCenter({ view, ...rest }: Parameters<typeof MessageCenter>[0]) {
  return <MessageCenter {...rest} view={useFreshView(view)} />;
}
