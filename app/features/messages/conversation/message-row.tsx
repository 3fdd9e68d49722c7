import { Fragment } from "react";
import { Moment } from "#app/components/moment.tsx";
import { useText } from "#app/locales/use-text.ts";
import { cn } from "#app/ui/cn.ts";
import { FIRST_UNREAD, messageAnchor } from "../address.ts";
import type { MessageView, TextPiece } from "./message-view.ts";
import "../center/message-center.css";

/** One message: sender, time, text and files. */
function MessageRow({
  message,
  isFound,
}: {
  message: MessageView;
  /** It is the search result. */
  isFound?: boolean;
}) {
  const { t } = useText("messages");
  const { sender, avatar, isOwn, isForwarder, time, pieces, files } = message;
  return (
    <li
      id={message.sequence > 0 ? messageAnchor(message.sequence) : undefined}
      className={cn(
        "said scroll-mt-16",
        isOwn ? "own bg-info-soft" : "bg-muted",
        isFound && "[outline:2px_solid_var(--brand)]",
      )}
    >
      <p className="text-xs text-quiet">
        {avatar ? (
          // The name stands beside it.
          <img
            src={avatar}
            alt=""
            width="24"
            height="24"
            loading="lazy"
            className="mr-1.5 inline-block size-6 rounded-full object-cover"
          />
        ) : null}
        <bdi className="font-medium text-foreground">{sender}</bdi>
        {isOwn ? ` (${t("conversation.own")})` : isForwarder ? ` · ${t("conversation.forwarder")}` : null}
        {" · "}
        <span className="whitespace-nowrap">
          <Moment moment={time} />
        </span>
      </p>
      {pieces.length > 0 ? (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          <MessageText pieces={pieces} />
        </p>
      ) : null}
      {files.length > 0 ? (
        <ul>
          {files.map(({ href, name, about }) => (
            <li key={href}>
              <a href={href} className="wrap-anywhere text-link underline" download>
                <bdi>{name}</bdi>
              </a>{" "}
              <span className="text-xs text-quiet">{about}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** Text; links without a referrer; and emoji with their names for screen readers. */
function MessageText({ pieces }: { pieces: readonly TextPiece[] }) {
  return pieces.map((piece, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change
    if (typeof piece === "string") return <Fragment key={index}>{piece}</Fragment>;
    if ("href" in piece)
      return (
        <a
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          key={index}
          href={piece.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="text-link underline"
        >
          {piece.text}
        </a>
      );
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <span key={index} role="img" aria-label={piece.name.replaceAll("_", " ")}>
        {piece.emoji}
      </span>
    );
  });
}

/** Messages in order, with a heading for each day and one before the first unread message. */
export function MessageRows({
  messages,
  found,
  firstUnread = null,
}: {
  messages: readonly MessageView[];
  /** Sequence number of the search result. */
  found?: number;
  firstUnread?: number | null;
}) {
  return messages.map((message, index) => (
    <Fragment key={message.clientId + message.sequence}>
      {message.sequence === firstUnread ? <UnreadDivider /> : null}
      {message.day === messages[index - 1]?.day ? null : <DaySeparator day={message.day} />}
      <MessageRow message={message} isFound={message.sequence === found} />
    </Fragment>
  ));
}

/** A heading between the messages of two days. */
export function DaySeparator({ day }: { day: string }) {
  return (
    <li>
      <h3 className="day py-2 text-xs text-quiet">{day}</h3>
    </li>
  );
}

function UnreadDivider() {
  const { t } = useText("messages");
  return (
    <li
      id={FIRST_UNREAD}
      className="scroll-mt-16 border-t-2 border-brand pt-1 text-center text-xs font-semibold text-link"
    >
      {t("conversation.newMessages")}
    </li>
  );
}
