import { useRef } from "react";
import { useNavigate } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Link } from "#app/components/link.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { UnreadCount } from "#app/components/unread-count.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Tabs, tabStyle } from "#app/ui/tabs.tsx";
import { messagesHref, NEWER } from "../address.ts";
import { LiveLog } from "../live/live-log.tsx";
import { useLive } from "../live/live-source.ts";
import { Composer, type ComposerHandle } from "./composer.tsx";
import type { ChannelView, ConversationView, MessageCenterView } from "./message-view.ts";
import type { SendReply } from "./send.server.ts";

/** One conversation: topics as tabs, the messages of the open one, and the form. */
export function Conversation({
  view,
  conversation,
  requestId,
  answer,
  onRead,
}: {
  view: MessageCenterView;
  conversation: ConversationView;
  requestId: string;
  answer: SendReply | undefined;
  onRead(): void;
}) {
  const { t } = useText("messages");
  const { open, tabs } = conversation;
  const here = messagesHref(view.address);
  // The script marks messages as read, by what is visible.
  const composer = useRef<ComposerHandle>(null);
  const navigate = useNavigate();
  const isAtEnd = open.newerHref === null;
  const isLive = useLive() !== null && isAtEnd && open.unreadAbove === 0;
  // A new message of one's own is at the end.
  const scrollToNewest = () => {
    if (!isAtEnd) void navigate(open.endHref);
  };
  const unread = tabs.find(({ topic }) => topic === open.topic)?.unread ?? 0;
  return (
    <Card className="pane flex flex-col gap-2">
      <Head conversation={conversation} />
      {conversation.isStripShown ? <Topics conversation={conversation} /> : null}
      <LiveLog
        key={`${open.channelId} ${isAtEnd || open.messages[0]?.sequence}`}
        open={open}
        zone={view.zone}
        clock={view.clock}
        found={view.address.at}
        onRead={onRead}
        onEdit={(text) => composer.current?.takeBack(text)}
      />
      {unread > 0 && !isLive ? (
        <PostForm requestId={requestId} layout="plain" className="print:hidden" reloadDocument action={here}>
          <input type="hidden" name="intent" value="read" />
          <input type="hidden" name="channelId" value={open.channelId} />
          <Button size="small">{t("conversation.markRead")}</Button>
        </PostForm>
      ) : null}
      {open.channelId ? <NewerWithoutScripts open={open} /> : null}
      {open.channelId && view.can.send ? (
        <Composer
          ref={composer}
          key={open.channelId}
          action={here}
          place={open.endHref}
          channelId={open.channelId}
          requestId={requestId}
          limits={view.limits}
          answer={answer}
          onSent={scrollToNewest}
        />
      ) : (
        <p role="note">{t("conversation.readOnly")}</p>
      )}
    </Card>
  );
}

function Head({ conversation: { title, subjects, closeHref } }: { conversation: ConversationView }) {
  const { t } = useText("messages");
  return (
    <div className="flex flex-col gap-2">
      <p className="only-narrow">
        <Link to={closeHref} className="item text-link">
          {`‹ ${t("conversation.back")}`}
        </Link>
      </p>
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-lg font-semibold wrap-anywhere">{title}</h2>
        <ButtonLink to={closeHref} size="small" className="only-wide">
          {t("conversation.close")}
        </ButtonLink>
      </div>
      {subjects.length > 0 ? (
        <Facts
          facts={subjects.map(({ label, text, href }) => ({ label, value: text, href }))}
          layout="inline"
        />
      ) : null}
    </div>
  );
}

function Topics({ conversation: { tabs, open } }: { conversation: ConversationView }) {
  const { t } = useText("messages");
  return (
    <Tabs aria-label={t("conversation.tabs")} className="flex-wrap">
      {tabs.map(({ topic, label, href, unread }) => (
        <Link
          key={topic}
          to={href}
          aria-current={topic === open.topic ? "page" : undefined}
          className={tabStyle()}
        >
          {label} <UnreadCount count={unread} />
        </Link>
      ))}
    </Tabs>
  );
}

/**
 * New messages, in a frame that refreshes itself, so that the form below keeps typed text. It is in every
 * page and appears after a while, because a script that was blocked or failed to load cannot report it; a
 * running script removes it.
 */
function NewerWithoutScripts({ open: { channelId, messages, newerHref } }: { open: ChannelView }) {
  const { t } = useText("messages");
  const isStarted = useLive() !== null;
  if (newerHref || isStarted) return null;
  const query = new URLSearchParams({ channel: channelId, after: String(messages.at(-1)?.sequence ?? 0) });
  return (
    <iframe
      src={`${NEWER}?${query}`}
      loading="lazy"
      title={t("conversation.newMessages")}
      className="plain-way h-24 w-full rounded-md border border-line"
    />
  );
}
