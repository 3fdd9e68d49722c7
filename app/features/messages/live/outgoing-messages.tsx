import { Fragment } from "react";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { DaySeparator } from "../conversation/message-row.tsx";
import type { MessageView } from "../conversation/message-view.ts";
import { dayOf, headingOf, stampOf } from "./clock.ts";
import { useLiveValue, type Writer } from "./live-source.ts";
import type { OutgoingMessage } from "./outbox.ts";
import { outgoingState } from "./outgoing-state.ts";
import { useEmoji } from "./use-emoji.ts";

/** Unconfirmed messages below the others: sending, waiting for the network, or not sent (product 4.7). */
export function OutgoingMessages({
  writer,
  entries,
  last,
  clock,
  onEdit,
}: {
  writer: Writer;
  entries: readonly OutgoingMessage[];
  /** The message above. */
  last: MessageView | undefined;
  /** IANA zone of the reader's clock. */
  clock: string;
  /** Puts the text of a refused message back into the form. */
  onEdit(text: string): void;
}) {
  const { i18n } = useText("message-live");
  const stamps = entries.map(({ writtenAt }) => stampOf(writtenAt, clock));
  return entries.map((entry, index) => (
    <Fragment key={entry.clientId}>
      {dayOf(stamps[index]) === dayOf(stamps[index - 1] ?? last?.time) ? null : (
        <DaySeparator day={headingOf(entry.writtenAt, clock, i18n.language)} />
      )}
      <Outgoing writer={writer} entry={entry} time={stamps[index] ?? ""} onEdit={onEdit} />
    </Fragment>
  ));
}

function Outgoing({
  writer,
  entry,
  time,
  onEdit,
}: {
  writer: Writer;
  entry: OutgoingMessage;
  time: string;
  onEdit(text: string): void;
}) {
  const { t } = useText(["message-live", "messages"]);
  const { clientId, text, files, refusal, isUnsure, writtenAt } = entry;
  const name = useLiveValue((view) => view.name);
  const isOnline = useLiveValue((view) => view.isOnline) ?? true;
  const state = outgoingState(entry, isOnline);
  const emoji = useEmoji(text);
  const withEmoji = emoji?.withEmoji(text) ?? text;
  const stays = refusal === null;
  // Without an answer it may have arrived, so its text cannot be changed.
  const canEdit = !stays && text !== "" && files.length === 0;
  const edit = () => {
    onEdit(withEmoji);
    writer.discard(clientId);
  };
  return (
    <li className="said own flex flex-col gap-1 border-dashed bg-muted">
      <p className="flex flex-wrap gap-x-2 text-xs text-quiet">
        <span className="font-medium">{name || t("me")}</span>
        <span>{`(${t("messages:conversation.own")})`}</span>
        <time dateTime={new Date(writtenAt).toISOString()}>{time}</time>
      </p>
      {text ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {withEmoji}
        </p>
      ) : null}
      {files.map(({ contentUrl, name }) => (
        <p key={contentUrl} className="wrap-anywhere">
          {name}
        </p>
      ))}
      <p
        className={`flex flex-wrap items-center gap-x-2 text-xs ${state === "notSent" ? "text-danger" : "text-quiet"}`}
      >
        <span aria-hidden="true">{state === "notSent" ? "!" : "…"}</span>
        <span>{t(`state.${isUnsure ? "unsure" : state === "notSent" && stays ? "notSentYet" : state}`)}</span>
        {refusal ? <span>{refusal}</span> : null}
      </p>
      {state === "notSent" ? (
        <p className="flex gap-2">
          {isUnsure ? null : (
            <Button type="button" size="small" onClick={() => writer.retry(clientId)}>
              {t("retry")}
            </Button>
          )}
          {canEdit ? (
            <Button type="button" size="small" onClick={edit}>
              {t("edit")}
            </Button>
          ) : null}
          <Button type="button" size="small" kind="quiet" onClick={() => writer.discard(clientId)}>
            {t("discard")}
          </Button>
        </p>
      ) : null}
    </li>
  );
}
