import { type RefObject, useEffect, useRef } from "react";
import { MESSAGE_MAX_LENGTH } from "#app/contract/message-code.ts";
import { isBlankText } from "#app/lib/blank-text.ts";
import { insertAt, isSendKey } from "./compose.ts";
import type { Writer } from "./live-source.ts";
import { inCodes, loadEmoji, mayHoldEmoji } from "./use-emoji.ts";

/** Two presses within it are one. */
const SECOND_PRESS_MS = 700;

/**
 * What scripts add to the form that writes a message: Enter sends, what is typed is kept, and a message goes through the
 * outbox. Until the live module is there the form is a form.
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
    onFault(kind: "empty" | "tooLong"): void;
    onSent(): void;
  },
) {
  const sentAt = useRef(0);
  const settled = useRef({ channelId: "" });
  useEffect(() => {
    const element = field.current;
    if (!writer || !element || settled.current.channelId === channelId) return;
    settled.current.channelId = channelId;
    // What was typed before the scripts came, or came back with a fault, is newer than what was kept.
    if (element.value) writer.keepDraft(channelId, element.value);
    else element.value = writer.draft(channelId);
    if (mayHoldEmoji(element.value)) void loadEmoji();
  }, [writer, channelId, field]);

  const keep = () => {
    const text = field.current?.value ?? "";
    writer?.keepDraft(channelId, text);
    if (mayHoldEmoji(text)) void loadEmoji();
  };

  /** True when it was taken; the form then has nothing left to do. */
  const send = (): boolean => {
    const element = field.current;
    if (!writer || !element) return false;
    const text = inCodes(element.value.trim());
    // The second press of two: the first has taken the text along.
    if (text === "" && Date.now() - sentAt.current < SECOND_PRESS_MS) return true;
    const fault = isBlankText(text) ? "empty" : text.length > MESSAGE_MAX_LENGTH ? "tooLong" : null;
    if (fault) {
      onFault(fault);
      return true;
    }
    writer.send({ channelId, place, text, files: [] });
    element.value = "";
    writer.keepDraft(channelId, "");
    sentAt.current = Date.now();
    onSent();
    return true;
  };

  /** Before what has been typed meanwhile. */
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

  return { send, takeBack, insert, onKeyDown, onInput: keep };
}
