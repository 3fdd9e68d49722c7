import { type RefObject, useEffect, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { MESSAGE_MAX_LENGTH } from "#app/contract/message-code.ts";
import { isBlankText } from "#app/lib/blank-text.ts";
import { useText } from "#app/locales/use-text.ts";
import { insertAt, isSendKey } from "./compose.ts";
import type { Writer } from "./live-source.ts";
import { inCodes, loadEmoji, mayHoldEmoji } from "./use-emoji.ts";
import { useUploads } from "./use-uploads.ts";

/** A second press within this time is ignored. */
const SECOND_PRESS_MS = 700;

/** `file`: an upload failed; the person retries it or removes the file. */
export type ComposeFault = "empty" | "tooLong" | "file";

/**
 * The script part of the message form: Enter sends, typed text is kept, files are uploaded when chosen,
 * dropped or pasted, and the message goes through the outbox. Until the live module is loaded it is a plain
 * form.
 */
export function useComposer(
  field: RefObject<HTMLTextAreaElement | null>,
  {
    writer,
    channelId,
    place,
    onFault,
    onSent,
  }: {
    writer: Writer | null;
    channelId: string;
    place: string;
    onFault(kind: ComposeFault): void;
    onSent(): void;
  },
) {
  const { t } = useText("message-live");
  const sentAt = useRef(0);
  const settled = useRef({ channelId: "" });
  const [length, setLength] = useState(0);
  const [isWaiting, setWaiting] = useState(false);
  const files = useUploads(channelId, { tooLarge: t("file.tooLarge"), tooMany: t("file.tooMany") });
  const { uploads, isSending, taken, clear } = files;
  const hasFailed = uploads.some(({ state }) => state === "failed");

  const onChoose = (input: HTMLInputElement) => {
    if (!writer || !input.files?.length) return;
    files.add([...input.files]);
    // The files are in the list now, and would be sent twice.
    input.value = "";
  };
  const choose = useRef(onChoose);
  choose.current = onChoose;
  useEffect(() => {
    const element = field.current;
    if (!writer || !element || settled.current.channelId === channelId) return;
    settled.current.channelId = channelId;
    // Text typed before the scripts were loaded, or returned with a fault, is newer than the kept draft.
    if (element.value) writer.keepDraft(channelId, element.value);
    else element.value = writer.draft(channelId);
    setLength(element.value.length);
    if (mayHoldEmoji(element.value)) void loadEmoji();
    const chosen = element.form?.querySelector<HTMLInputElement>("input[type=file]");
    if (chosen) choose.current(chosen);
  }, [writer, channelId, field]);

  const keep = () => {
    const text = field.current?.value ?? "";
    writer?.keepDraft(channelId, text);
    setLength(text.length);
    if (mayHoldEmoji(text)) void loadEmoji();
  };

  /** True when the message was taken; the form then need not be posted. */
  const send = (): boolean => {
    const element = field.current;
    if (!writer || !element) return false;
    const text = inCodes(element.value.trim());
    // The second press of a double click: the first has taken the text.
    if (text === "" && uploads.length === 0 && Date.now() - sentAt.current < SECOND_PRESS_MS) return true;
    const fault = faultOf(text, uploads.length, hasFailed);
    setWaiting(fault === null && isSending);
    if (fault) {
      onFault(fault);
      return true;
    }
    if (isSending) return true;
    writer.send({ channelId, place, text, files: taken });
    element.value = "";
    keep();
    clear();
    sentAt.current = Date.now();
    onSent();
    return true;
  };
  // Pressed during uploads: it is sent when the last one is finished.
  const isDue = isWaiting && !isSending;
  const due = useRef(send);
  due.current = send;
  useEffect(() => {
    if (isDue) due.current();
  }, [isDue]);

  /** Inserted before newer text. */
  const takeBack = (text: string) => {
    const element = field.current;
    if (!element) return;
    element.value = element.value.trim() ? `${text}\n${element.value}` : text;
    element.focus();
    element.setSelectionRange(text.length, text.length);
    keep();
  };

  const insert = (piece: string) => {
    const element = field.current;
    if (!element) return;
    const { value, selectionStart, selectionEnd } = element;
    const { text, cursor } = insertAt(value, selectionStart, selectionEnd, piece);
    element.value = text;
    element.setSelectionRange(cursor, cursor);
    keep();
  };

  const onKeyDown = (event: React.KeyboardEvent<HTMLTextAreaElement>) => {
    const { nativeEvent } = event;
    if (!writer || !isSendKey(nativeEvent)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };

  const takeFiles = (event: React.SyntheticEvent, transfer: DataTransfer | null) => {
    if (!writer || !transfer || transfer.files.length === 0) return;
    event.preventDefault();
    files.add([...transfer.files]);
  };
  const onPaste = (event: React.ClipboardEvent) => takeFiles(event, event.clipboardData);

  useLeaveQuestion(uploads.length > 0, t("file.leave"));

  return {
    send,
    takeBack,
    insert,
    onKeyDown,
    onPaste,
    onChoose,
    onInput: keep,
    files,
    length,
    isWaiting,
    dropTarget: useDropTarget(takeFiles),
  };
}

function faultOf(text: string, fileCount: number, hasFailed: boolean): ComposeFault | null {
  if (isBlankText(text) && fileCount === 0) return "empty";
  if (text.length > MESSAGE_MAX_LENGTH) return "tooLong";
  return hasFailed ? "file" : null;
}

function useDropTarget(take: (event: React.DragEvent, transfer: DataTransfer) => void) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: React.DragEvent) => event.dataTransfer.types.includes("Files");
  return {
    "data-dropping": isOver || undefined,
    onDragOver(event: React.DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: React.DragEvent) {
      setOver(false);
      take(event, event.dataTransfer);
    },
  };
}

/** Uploaded files without a message are lost with the page; typed text is kept. */
function useLeaveQuestion(isUnsent: boolean, question: string): void {
  const blocker = useBlocker(isUnsent);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker, question]);
  useEffect(() => {
    if (!isUnsent) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsent]);
}
