import { useState } from "react";
import { ButtonLink } from "#app/components/button-link.tsx";
import { PageHead } from "#app/components/page/head.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { INQUIRY, messagesHref, TEAMS } from "../address.ts";
import { Conversation } from "../conversation/conversation.tsx";
import type { MessageCenterView } from "../conversation/message-view.ts";
import type { SendReply } from "../conversation/send.server.ts";
import { viewAfterRead } from "../live/after-read.ts";
import { UnsentElsewhere } from "../live/unsent-elsewhere.tsx";
import { ConversationList } from "./conversation-list.tsx";

/** List and conversation side by side, each scrolling by itself; on a phone one of them, depending on the URL. */
export function MessageCenter({
  title,
  view: loadedView,
  requestId,
  answer,
}: {
  title: string;
  view: MessageCenterView;
  requestId: string;
  answer: SendReply | undefined;
}) {
  const { t } = useText("messages");
  const [read, setRead] = useState<MessageCenterView | null>(null);
  // Until new counts arrive, the messages read on this page are subtracted here.
  const view = read === loadedView ? viewAfterRead(loadedView) : loadedView;
  const { conversation } = view;
  return (
    <div className="talks flex flex-col gap-3">
      <PageHead
        title={title}
        actions={
          <div className={`flex flex-wrap gap-3 print:hidden ${conversation ? "max-md:hidden" : ""}`}>
            {view.can.readAll ? (
              <PostForm
                requestId={requestId}
                layout="plain"
                reloadDocument
                action={messagesHref(view.address)}
              >
                <Button name="intent" value="allRead">
                  {t("list.allRead")}
                </Button>
              </PostForm>
            ) : null}
            {view.can.seeTeams ? <ButtonLink to={TEAMS}>{t("teams.title")}</ButtonLink> : null}
            {view.can.inquire ? (
              <ButtonLink to={INQUIRY} kind="primary">
                {t("inquiry.title")}
              </ButtonLink>
            ) : null}
          </div>
        }
      />
      <UnsentElsewhere channelId={conversation?.open.channelId} />
      <div className="panes flex gap-4">
        <div className={`max-w-narrow flex-1 max-md:max-w-full ${conversation ? "max-md:hidden" : ""}`}>
          <ConversationList view={view} />
        </div>
        <div className={conversation ? "flex-1" : "flex-1 max-md:hidden"}>
          {conversation ? (
            <Conversation
              view={view}
              conversation={conversation}
              requestId={requestId}
              answer={answer}
              onRead={() => setRead(loadedView)}
            />
          ) : (
            <p className="py-8 text-center text-quiet">{t("conversation.none")}</p>
          )}
        </div>
      </div>
    </div>
  );
}
