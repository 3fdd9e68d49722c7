import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { useLiveValue, type Writer } from "./live-source.ts";
import type { OutgoingMessage } from "./outbox.ts";
import { outgoingState } from "./outgoing-state.ts";
import { useEmoji } from "./use-emoji.ts";

/** Unconfirmed messages below the others: sending, waiting for the network, or not sent (product 4.7). */
export function OutgoingMessages({
  writer,
  entries,
  onEdit,
}: {
  writer: Writer;
  entries: readonly OutgoingMessage[];
  /** Puts the text of a refused message back into the form. */
  onEdit(text: string): void;
}) {
  return entries.map((entry) => (
    <Outgoing key={entry.clientId} writer={writer} entry={entry} onEdit={onEdit} />
  ));
}

function Outgoing({
  writer,
  entry,
  onEdit,
}: {
  writer: Writer;
  entry: OutgoingMessage;
  onEdit(text: string): void;
}) {
  const { t } = useText("message-live");
  const { clientId, text, files, refusal, isUnsure, writtenAt } = entry;
  const name = useLiveValue((view) => view.name);
  const isOnline = useLiveValue((view) => view.isOnline) ?? true;
  const state = outgoingState(entry, isOnline);
  const emoji = useEmoji(text);
  const shown = emoji?.withEmoji(text) ?? text;
  const stays = refusal === null;
  // Without an answer it may have arrived, so its text cannot be changed.
  const canEdit = !stays && text !== "" && files.length === 0;
  const edit = () => {
    onEdit(shown);
    writer.discard(clientId);
  };
  return (
    <li className="ml-auto flex w-fit max-w-[85%] flex-col gap-1 rounded-lg border border-dashed border-line bg-muted px-3 py-2">
      <p className="flex flex-wrap gap-x-2 text-xs text-quiet">
        <span className="font-medium">{name || t("me")}</span>
        <time dateTime={new Date(writtenAt).toISOString()}>{localStamp(writtenAt)}</time>
      </p>
      {text ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {shown}
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

/** Product 9.3: the format of sent-message timestamps, in this browser's zone. */
function localStamp(at: number): string {
  const date = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 19).replace("T", " ");
}
