import { useRef, useState } from "react";
import { Link } from "#app/components/link.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { END, FIRST_UNREAD, messageAnchor } from "../address.ts";
import { MessageRows } from "../conversation/message-row.tsx";
import type { ChannelView, MessageView } from "../conversation/message-view.ts";
import { LinkStatus } from "./link-status.tsx";
import { type Live, useLive, useLiveValue, useWriter } from "./live-source.ts";
import { OutgoingMessages } from "./outgoing-messages.tsx";
import { hasOlder, stillOutgoing } from "./thread.ts";
import { useFollowEnd } from "./use-follow-end.ts";
import { useThread } from "./use-thread.ts";

/**
 * The messages of a channel. Without scripts, and on a page of older messages, just those of the page;
 * otherwise they arrive live, older ones are loaded in place, and unsent ones are shown below.
 */
export function LiveLog({
  open,
  zone,
  clock,
  found,
  onRead,
  onEdit,
}: {
  open: ChannelView;
  /** Name of the reader's time zone. */
  zone: string;
  /** The zone itself, as IANA names it. */
  clock: string;
  found: number | undefined;
  onEdit(text: string): void;
  /** The channel was read to its end. */
  onRead(): void;
}) {
  const { t } = useText(["messages", "message-live"]);
  const isLive = open.newerHref === null;
  const live = useLive();
  const { thread, addOlder } = useThread(open, isLive, onRead);
  const writer = useWriter();
  const entries = useLiveValue(({ outgoing }) => outgoing);
  const outgoing = isLive && entries ? stillOutgoing(thread, entries) : [];
  const end = useRef<HTMLParagraphElement>(null);
  const first = thread.messages[0]?.sequence ?? 1;
  const { fresh, toEnd, holdPlace } = useFollowEnd({
    end,
    first: messageAnchor(first),
    lastSequence: isLive ? thread.total : 0,
    lastWritten: outgoing.at(-1)?.writtenAt ?? 0,
  });
  const older = useOlder(live, open.channelId, first, (messages) => {
    holdPlace();
    addOlder(messages);
  });
  const olderHref = hasOlder(thread) ? open.olderHref : null;
  const { firstUnread, unreadAbove } = open;
  const isUnreadShown = thread.messages.some(({ sequence }) => sequence === firstUnread);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for the keyboard
    <section aria-label={t("messages:conversation.log")} tabIndex={0} className="log pane">
      <div className="flex flex-col gap-2 p-1">
        {olderHref ? (
          <p className="text-center">
            <Link
              to={olderHref}
              onClick={(event) => {
                if (!isLive || !live) return;
                event.preventDefault();
                older.load();
              }}
              aria-disabled={older.isLoading || undefined}
              className="text-link underline"
            >
              {t(older.isLoading ? "message-live:loadingOlder" : "messages:conversation.older")}
            </Link>
          </p>
        ) : null}
        {older.hasFailed ? (
          <p role="alert" className="text-center text-danger">
            {t("message-live:olderFailed")}
          </p>
        ) : null}
        {unreadAbove > 0 && !isUnreadShown ? (
          <p className="text-center">
            <Link to={open.unreadHref} className="text-link underline">
              {t("messages:conversation.unreadAbove", { count: unreadAbove })}
            </Link>
          </p>
        ) : null}
        {thread.messages.length + outgoing.length === 0 ? (
          <p className="text-quiet">{t("messages:conversation.empty")}</p>
        ) : null}
        <ol
          aria-label={t("messages:conversation.log")}
          aria-live={isLive ? "polite" : undefined}
          className="flex flex-col gap-2 [overflow-anchor:none]"
        >
          <MessageRows messages={thread.messages} found={found} firstUnread={open.firstUnread} />
          {writer ? (
            <OutgoingMessages
              writer={writer}
              entries={outgoing}
              clock={clock}
              last={thread.messages.at(-1)}
              onEdit={onEdit}
            />
          ) : null}
        </ol>
        <p ref={end} id={END} className="flex flex-wrap justify-center gap-3">
          {isUnreadShown ? null : <span id={FIRST_UNREAD} />}
          {open.newerHref ? (
            <>
              <Link to={open.newerHref} className="text-link underline">
                {t("messages:conversation.newer")}
              </Link>
              <Link to={open.endHref} className="text-link underline">
                {t("messages:conversation.toEnd")}
              </Link>
            </>
          ) : null}
        </p>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p className="text-xs text-quiet">{t("messages:conversation.zoneNote", { zone })}</p>
          {isLive ? <LinkStatus /> : null}
        </div>
        {fresh > 0 ? (
          <p className="fresh text-center print:hidden">
            <Button type="button" kind="primary" size="small" onClick={toEnd}>
              {t("message-live:fresh", { count: fresh })}
            </Button>
          </p>
        ) : null}
      </div>
    </section>
  );
}

/** Loads older messages above those shown. */
function useOlder(
  live: Live | null,
  channelId: string,
  first: number,
  add: (messages: readonly MessageView[]) => void,
) {
  const [state, setState] = useState<"resting" | "loading" | "failed">("resting");
  const load = async () => {
    if (state === "loading" || !live) return;
    setState("loading");
    const messages = await live.older(channelId, first);
    if (messages) add(messages as readonly MessageView[]);
    setState(messages ? "resting" : "failed");
  };
  return {
    load: () => void load(),
    isLoading: state === "loading",
    hasFailed: state === "failed",
  };
}
