import { redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { RequestId } from "#app/components/form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { MessageRows } from "#app/features/messages/message-row.tsx";
import { loadNewer, markNewer } from "#app/features/messages/newer.server.ts";
import { messageNeeds } from "#app/features/messages/permission.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/newer";

/** A document of its own inside the conversation where there are no scripts: it looks again by itself. */
export const handle: PageHandle = { texts: ["messages"], isScriptFree: true };
export const meta = pageTitle;

const REFRESH_SECONDS = 15;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, messageNeeds);
  const view = await loadNewer(visit, args.url.searchParams);
  return { title: visit.t("messages:conversation.newMessages"), view, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, messageNeeds);
  await markNewer(visit, args.url.searchParams, await args.request.formData());
  return redirect(args.url.pathname + args.url.search);
}

export default function NewerMessages({ loaderData: { title, view, requestId } }: Route.ComponentProps) {
  const { t } = useText("messages");
  const { messages, unread } = view;
  return (
    <main className="flex flex-col gap-2 px-4 py-2">
      <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />
      <h1 className="sr-only">{title}</h1>
      {messages.length === 0 ? (
        <p className="text-xs text-quiet">{t("conversation.nothingNew", { seconds: REFRESH_SECONDS })}</p>
      ) : (
        <ol className="flex flex-col gap-2">
          <MessageRows messages={messages} />
        </ol>
      )}
      {unread > 0 ? (
        <form method="post">
          <RequestId fresh={requestId} />
          <input type="hidden" name="sequence" value={messages.at(-1)?.sequence} />
          <Button size="small">{t("conversation.markRead")}</Button>
        </form>
      ) : null}
    </main>
  );
}
