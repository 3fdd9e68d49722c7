import { requireUser } from "#app/access/guard.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { useFreshView } from "#app/features/messages/live/use-fresh-view.ts";
import { MessageCenter } from "#app/features/messages/message-center.tsx";
import { isOpenedByPerson } from "#app/features/messages/opened-by-person.server.ts";
import { loadMessageCenter } from "#app/features/messages/page.server.ts";
import { messageNeeds } from "#app/features/messages/permission.ts";
import { handleMessages } from "#app/features/messages/send.server.ts";
import type { Route } from "./+types/index";

export const handle: PageHandle = { texts: ["messages", "message-live"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args, messageNeeds);
  const isReading = isOpenedByPerson(args.request);
  const { view, unread } = await loadMessageCenter(visit, rights, args.url, { isReading });
  const title = visit.t("messages:page");
  return { title, view, unread, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, messageNeeds);
  return handleMessages(visit, args.url, args.request);
}

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  const { title, view, requestId } = loaderData;
  return <MessageCenter title={title} view={useFreshView(view)} requestId={requestId} answer={actionData} />;
}
