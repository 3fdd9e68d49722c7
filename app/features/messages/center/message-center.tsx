import { useState } from "react";
import { Link } from "#app/components/link.tsx";
import { RequestId } from "#app/components/request-id.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button, buttonStyle } from "#app/ui/button.tsx";
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
  view: given,
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
  const view = read === given ? viewAfterRead(given) : given;
  const { conversation } = view;
  return (
    <div className="talks flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-xl font-semibold">{title}</h1>
        <div className={`flex flex-wrap gap-3 print:hidden ${conversation ? "max-md:hidden" : ""}`}>
          {view.can.readAll ? (
            <form method="post" action={messagesHref(view.address)}>
              <RequestId fresh={requestId} />
              <Button name="intent" value="allRead">
                {t("list.allRead")}
              </Button>
            </form>
          ) : null}
          {view.can.seeTeams ? (
            <Link to={TEAMS} className={buttonStyle()}>
              {t("teams.title")}
            </Link>
          ) : null}{" "}
          {view.can.inquire ? (
            <Link to={INQUIRY} className={buttonStyle({ kind: "primary" })}>
              {t("inquiry.title")}
            </Link>
          ) : null}
        </div>
      </div>
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
              onRead={() => setRead(given)}
            />
          ) : (
            <p className="py-8 text-center text-quiet">{t("conversation.none")}</p>
          )}
        </div>
      </div>
    </div>
  );
}
