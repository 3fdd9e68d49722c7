import { data, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { MessageRows } from "#app/features/messages/conversation/message-row.tsx";
import { loadNewer, markNewer } from "#app/features/messages/conversation/newer.server.ts";
import { messageNeeds } from "#app/features/messages/permission.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/newer";

/** A document of its own, framed in the conversation when there are no scripts: it refreshes itself. */
export const handle: PageHandle = { texts: ["messages"], isScriptFree: true };
export const meta = pageTitle;

const REFRESH_SECONDS = 15;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, messageNeeds);
  const { pathname, searchParams } = args.url;
  const view = await loadNewer(visit, searchParams);
  const isPaused = searchParams.has("pause");
  const query = new URLSearchParams(searchParams);
  if (isPaused) query.delete("pause");
  else query.set("pause", "1");
  const answer = {
    title: visit.t("messages:conversation.newMessages"),
    view,
    isPaused,
    switchHref: `${pathname}?${query}`,
    requestId: visit.requestId(),
  };
  return data(answer, { headers: isPaused ? {} : { refresh: String(REFRESH_SECONDS) } });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, messageNeeds);
  await markNewer(visit, args.url.searchParams, await args.request.formData());
  return redirect(args.url.pathname + args.url.search);
}

export default function NewerMessages({ loaderData }: Route.ComponentProps) {
  const { t } = useText("messages");
  const { title, isPaused, switchHref, requestId } = loaderData;
  const { messages, unread } = loaderData.view;
  return (
    <main className="flex flex-col gap-2 px-4 py-2">
      <h1 className="sr-only">{title}</h1>
      <p className="text-xs text-quiet">
        {messages.length === 0 ? `${t("conversation.nothingNew")} ` : null}
        {isPaused ? null : `${t("conversation.looksAgain", { seconds: REFRESH_SECONDS })} `}
        <a href={switchHref} className="text-link underline">
          {t(isPaused ? "conversation.goOn" : "conversation.pause")}
        </a>
      </p>
      {messages.length === 0 ? null : (
        <ol className="flex flex-col gap-2">
          <MessageRows messages={messages} />
        </ol>
      )}
      {unread > 0 ? (
        <PostForm requestId={requestId} layout="plain" reloadDocument>
          <input type="hidden" name="sequence" value={messages.at(-1)?.sequence} />
          <Button size="small">{t("conversation.markRead")}</Button>
        </PostForm>
      ) : null}
    </main>
  );
}
