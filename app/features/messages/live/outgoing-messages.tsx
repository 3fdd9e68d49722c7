import { Fragment } from "react";
import { Moment } from "#app/components/moment.tsx";
import type { MomentView } from "#app/lib/moment.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { DaySeparator } from "../conversation/message-row.tsx";
import type { MessageView } from "../conversation/message-view.ts";
import { dayOf, headingOf, momentAt } from "./clock.ts";
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
  return entries.map((entry, index) => {
    const moment = momentAt(entry.writtenAt, clock);
    const before = entries[index - 1];
    const isSameDay = dayOf(moment) === dayOf(before ? momentAt(before.writtenAt, clock) : last?.time);
    return (
      <Fragment key={entry.clientId}>
        {isSameDay ? null : (
          <DaySeparator day={headingOf(moment, momentAt(Date.now(), clock), i18n.language)} />
        )}
        <Outgoing writer={writer} entry={entry} moment={moment} onEdit={onEdit} />
      </Fragment>
    );
  });
}

function Outgoing({
  writer,
  entry,
  moment,
  onEdit,
}: {
  writer: Writer;
  entry: OutgoingMessage;
  moment: MomentView;
  onEdit(text: string): void;
}) {
  const { t } = useText(["message-live", "messages"]);
  const { clientId, text, files, refusal, isUnsure } = entry;
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
        <Moment moment={moment} />
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
