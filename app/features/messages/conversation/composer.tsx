import { lazy, type Ref, useImperativeHandle, useRef, useState } from "react";
import { answeredField, inputProps, textAreaProps } from "#app/components/field-props.ts";
import { PostForm } from "#app/components/page/post-form.tsx";
import { MESSAGE_MAX_LENGTH } from "#app/contract/message-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/input.tsx";
import { EmojiButton } from "../live/emoji-button.tsx";
import { useWriter } from "../live/live-source.ts";
import { UploadLines } from "../live/upload-lines.tsx";
import { type ComposeFault, useComposer } from "../live/use-composer.ts";
import type { SendReply } from "./send.server.ts";

// Only for browsers without scripts, so that others do not load the table of emoji.
const EmojiCodes = lazy(() => import("./emoji-codes.tsx"));

export interface ComposerHandle {
  /** Puts a text that was sent from this field back into it. */
  takeBack(text: string): void;
}

const FAULT_ID = "message-fault";
const LIMITS_ID = "files-limits";

/** From this length on, the remaining characters are shown. */
const COUNT_FROM = MESSAGE_MAX_LENGTH - 400;

/**
 * Writes a message: text, files or both, and one button. Without scripts a plain form, which reloads the page
 * and keeps unsent text. With scripts it uses the outbox, Enter sends, and files may also be dropped or
 * pasted.
 */
export function Composer({
  ref,
  action,
  place,
  channelId,
  requestId,
  limits,
  answer,
  onSent,
}: {
  ref: Ref<ComposerHandle>;
  action: string;
  /** Anchor of the end of the conversation. */
  place: string;
  channelId: string;
  requestId: string;
  /** Maximum number and size of files, as text. */
  limits: string;
  /** A message was sent without reloading the page. */
  onSent(): void;
  answer: SendReply | undefined;
}) {
  const { t } = useText(["messages", "message-live", "shell"]);
  const writer = useWriter();
  const field = useRef<HTMLTextAreaElement>(null);
  const [fault, setFault] = useState(answer?.fault ?? "");
  const [refused, setRefused] = useState(answer);
  const faultText = (kind: ComposeFault) =>
    kind === "empty"
      ? t("messages:empty")
      : kind === "tooLong"
        ? t("shell:form.tooLong", { max: MESSAGE_MAX_LENGTH })
        : t("message-live:file.removeFirst");
  const clear = () => {
    setFault("");
    setRefused(undefined);
  };
  const composer = useComposer(field, {
    writer,
    channelId,
    place,
    onFault: (kind) => setFault(faultText(kind)),
    onSent: () => {
      clear();
      onSent();
    },
  });
  useImperativeHandle(ref, () => ({ takeBack: composer.takeBack }));
  const { length, files } = composer;
  const hint = writer ? "message-hint" : "";
  return (
    <PostForm
      requestId={requestId}
      answer={answer}
      layout="plain"
      className="form-bar z-10 flex flex-col gap-1 border-t border-line bg-card py-2 data-dropping:[outline:2px_solid_var(--brand)] print:hidden"
      reloadDocument
      action={action}
      encType="multipart/form-data"
      onSubmit={(event) => {
        if (composer.send()) event.preventDefault();
      }}
      {...composer.dropTarget}
    >
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="channelId" value={channelId} />
      <input type="hidden" name="teamParams" value={JSON.stringify({ channelId })} />
      <label htmlFor="message" className="text-xs text-quiet">
        {t("messages:composer.label")}
      </label>
      <TextArea
        ref={field}
        {...textAreaProps(
          answeredField({ id: "message", name: "text", value: answer?.text, fault, errorId: FAULT_ID }),
          hint || undefined,
        )}
        autoFocus={answer !== undefined}
        onKeyDown={composer.onKeyDown}
        onPaste={composer.onPaste}
        onInput={() => {
          clear();
          composer.onInput();
        }}
        dir="auto"
      />
      {length > COUNT_FROM ? (
        <p role="status" className={`text-xs ${length > MESSAGE_MAX_LENGTH ? "text-danger" : "text-quiet"}`}>
          {t("message-live:count", { count: length, max: MESSAGE_MAX_LENGTH })}
        </p>
      ) : null}
      {fault ? (
        <div id={FAULT_ID} role="alert" className="text-xs text-danger">
          <p>{fault}</p>
          {refused?.refused.map(({ fileName, message }) => (
            <p key={fileName + message} className="wrap-anywhere">
              {fileName}: {message}
            </p>
          ))}
          {refused?.isSent ? <p>{t("messages:files.someSent")}</p> : null}
        </div>
      ) : null}
      <UploadLines uploads={files.uploads} onRemove={files.remove} onAgain={files.again} />
      <div className="relative flex items-center gap-2">
        <label htmlFor="files" className="text-xs text-quiet">
          {t("messages:files.add")}
        </label>
        <input
          {...inputProps(answeredField({ id: "files", name: "file" }), "file", LIMITS_ID)}
          multiple
          onChange={({ currentTarget }) => composer.onChoose(currentTarget)}
          className="w-full min-w-0 flex-1 py-1"
        />
        {writer ? <EmojiButton onPick={composer.insert} onDone={() => field.current?.focus()} /> : null}
        <Button kind="primary">{t("messages:composer.send")}</Button>
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 text-xs text-quiet">
        <p id={LIMITS_ID}>{limits}</p>
        {writer ? (
          <p id={hint} className="max-sm:hidden">
            {t("message-live:enter")}
          </p>
        ) : null}
      </div>
      {composer.isWaiting ? (
        <p role="status" className="text-xs text-quiet">
          {t("message-live:file.waiting")}
        </p>
      ) : null}
      <noscript>
        <EmojiCodes />
      </noscript>
    </PostForm>
  );
}
