import { useEffect, useRef } from "react";
import { useText } from "#app/locales/use-text.ts";
import { useWriter } from "./live-source.ts";
import { useUploads } from "./use-uploads.ts";

/**
 * Spec 4 "Sending a file": the upload is under way; what was taken becomes a message, which is appended; the files are
 * cleared and the upload has ended. What was refused stays and says why.
 */
export function useFileForm(channelId: string, place: string, onSent: () => void) {
  const { t } = useText("message-live");
  const writer = useWriter();
  const { uploads, add, remove, again, clearTaken, isSending, taken } = useUploads(channelId, {
    tooLarge: t("file.tooLarge"),
    tooMany: t("file.tooMany"),
  });
  const ready = useRef(taken);
  ready.current = taken;
  const tellSent = useRef(onSent);
  tellSent.current = onSent;
  const isReady = !isSending && taken.length > 0;
  useEffect(() => {
    if (!isReady || !writer) return;
    writer.send({ channelId, place, text: "", files: ready.current });
    clearTaken();
    tellSent.current();
  }, [isReady, writer, channelId, place, clearTaken]);
  const onSubmit = (event: React.FormEvent<HTMLFormElement>) => {
    if (!writer) return;
    event.preventDefault();
    const input = event.currentTarget.querySelector<HTMLInputElement>("input[type=file]");
    const files = [...(input?.files ?? [])];
    if (isSending || files.length === 0) return;
    event.currentTarget.reset();
    add(files);
  };
  return { onSubmit, uploads, remove, again, isSending };
}
