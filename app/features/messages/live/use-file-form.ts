import { useEffect, useRef } from "react";
import { useText } from "#app/locales/use-text.ts";
import { useLive } from "./live-source.ts";
import { freshId } from "./portal-calls.ts";
import { useUploads } from "./use-uploads.ts";

/**
 * Spec 4 "Sending a file": the upload is under way; what was taken becomes a message, which is appended; the files are
 * cleared and the upload has ended. What was refused stays and says why.
 */
export function useFileForm(channelId: string) {
  const { t } = useText("message-live");
  const live = useLive();
  const { uploads, add, remove, again, clearTaken, isSending, taken } = useUploads(channelId, {
    tooLarge: t("file.tooLarge"),
    tooMany: t("file.tooMany"),
  });
  const ready = useRef(taken);
  ready.current = taken;
  const isReady = !isSending && taken.length > 0;
  useEffect(() => {
    if (!isReady || !live) return;
    live.send({ clientId: freshId(), channelId, text: "", files: ready.current });
    clearTaken();
  }, [isReady, live, channelId, clearTaken]);
  const onSubmit = (event: React.FormEvent<HTMLFormElement>) => {
    if (!live) return;
    event.preventDefault();
    const input = event.currentTarget.querySelector<HTMLInputElement>("input[type=file]");
    const files = [...(input?.files ?? [])];
    if (isSending || files.length === 0) return;
    event.currentTarget.reset();
    add(files);
  };
  return { onSubmit, uploads, remove, again, isSending };
}
