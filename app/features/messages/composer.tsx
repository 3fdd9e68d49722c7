import { lazy, type Ref, useImperativeHandle, useRef, useState } from "react";
import { RequestId } from "#app/components/form.tsx";
import { MESSAGE_MAX_LENGTH, type Topic } from "#app/contract/message-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/input.tsx";
import { FILES, newestHref } from "./address.ts";
import { EmojiButton } from "./live/emoji-button.tsx";
import { useWriter } from "./live/live-source.ts";
import { UploadLines } from "./live/upload-lines.tsx";
import { useComposer } from "./live/use-composer.ts";
import { useFileForm } from "./live/use-file-form.ts";
import type { SendReply } from "./send.server.ts";

// A browser with scripts leaves alone what stands for those without: the table of emoji is not in what it loads.
const EmojiCodes = lazy(() => import("./emoji-codes.tsx"));

export interface ComposerHandle {
  /** Puts a text into the field that was sent from it before. */
  takeBack(text: string): void;
}

/**
 * Writes a message. Without scripts a plain form: after it the page comes anew, and what was not sent stands in it again.
 * With them it goes through the outbox, and Enter sends.
 */
export function Composer({
  ref,
  action,
  place,
  channelId,
  requestId,
  answer,
  onSent,
}: {
  ref: Ref<ComposerHandle>;
  action: string;
  /** The end of the conversation. */
  place: string;
  channelId: string;
  requestId: string;
  /** A message has left the field without the page coming anew. */
  onSent(): void;
  answer: SendReply | undefined;
}) {
  const { t } = useText(["messages", "message-live", "shell"]);
  const writer = useWriter();
  const field = useRef<HTMLTextAreaElement>(null);
  const [fault, setFault] = useState(answer?.fault ?? "");
  const { send, takeBack, insert, onKeyDown, onInput } = useComposer(field, {
    writer,
    channelId,
    place,
    onFault: (kind) =>
      setFault(kind === "empty" ? t("messages:empty") : t("shell:form.tooLong", { max: MESSAGE_MAX_LENGTH })),
    onSent: () => {
      setFault("");
      onSent();
    },
  });
  useImperativeHandle(ref, () => ({ takeBack }));
  const hint = writer ? "message-hint" : "";
  return (
    <form
      method="post"
      action={action}
      onSubmit={(event) => {
        if (send()) event.preventDefault();
      }}
      className="flex flex-col gap-2 print:hidden"
    >
      <RequestId fresh={requestId} answer={answer} />
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="channelId" value={channelId} />
      <label htmlFor="message" className="font-medium">
        {t("messages:composer.label")}
      </label>
      <TextArea
        ref={field}
        id="message"
        name="text"
        defaultValue={answer?.text}
        autoFocus={answer !== undefined}
        onKeyDown={onKeyDown}
        onInput={() => {
          setFault("");
          onInput();
        }}
        dir="auto"
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${fault ? "message-fault " : ""}${hint}`.trim() || undefined}
      />
      {fault ? (
        <p id="message-fault" role="alert" className="text-xs text-danger">
          {fault}
        </p>
      ) : null}
      <div className="relative flex flex-wrap items-center gap-3">
        <Button kind="primary">{t("messages:composer.send")}</Button>
        {writer ? (
          <>
            <EmojiButton onPick={insert} onDone={() => field.current?.focus()} />
            <p id={hint} className="text-xs text-quiet max-sm:hidden">
              {t("message-live:enter")}
            </p>
          </>
        ) : null}
        <noscript>
          <EmojiCodes />
        </noscript>
      </div>
    </form>
  );
}

/** Sends files, by a form of its own: they go by the portal unread while they come. */
export function FileForm({
  session,
  tab,
  channelId,
  requestId,
  limits,
  onSent,
}: {
  session: string;
  tab: Topic;
  channelId: string;
  requestId: string;
  limits: string;
  onSent(): void;
}) {
  const { t } = useText("messages");
  const { onSubmit, uploads, remove, again, isSending } = useFileForm(
    channelId,
    newestHref(session, tab),
    onSent,
  );
  const query = new URLSearchParams({ session, tab, channel: channelId, requestId });
  return (
    <form
      method="post"
      onSubmit={onSubmit}
      encType="multipart/form-data"
      action={`${FILES}?${query}`}
      className="flex flex-col gap-2 print:hidden"
    >
      <input type="hidden" name="teamParams" value={JSON.stringify({ channelId })} />
      <label htmlFor="files" className="font-medium">
        {t("files.add")}
      </label>
      <p id="files-limits" className="text-xs text-quiet">
        {limits}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <input
          id="files"
          type="file"
          name="file"
          multiple
          required
          aria-describedby="files-limits"
          className="min-h-9 w-full max-w-narrow"
        />
        <Button aria-disabled={isSending || undefined}>{t("files.send")}</Button>
      </div>
      <UploadLines uploads={uploads} onRemove={remove} onAgain={again} />
    </form>
  );
}
