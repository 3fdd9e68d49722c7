import { useEffect, useRef, useState } from "react";
import { uploadRequest } from "#app/components/upload-request.ts";
import type { MessageFile } from "#app/contract/message.ts";
import { MESSAGE_FILE_BYTES, MESSAGE_FILES } from "#app/contract/message-code.ts";
import { freshId } from "#app/lib/fresh-id.ts";
import { UPLOAD } from "../address.ts";
import type { FilesReply } from "../conversation/files.server.ts";

/** An upload for the next message of a channel. */
export interface MessageUpload {
  /** The same for every attempt, so that the provider stores one file. */
  key: string;
  name: string;
  /** 0 to 100. */
  percent: number;
  state: "sending" | "taken" | "failed";
  /** Why it was refused, in the person's language; empty without an answer. */
  reason: string;
  /** The uploaded file, which the message will attach. */
  taken: MessageFile | null;
}

interface RunningUpload extends MessageUpload {
  file: File;
  abort: AbortController;
}

/** Uploads files in parallel, each with its own progress and result (product 4.7). */
export function useUploads(channelId: string, texts: { tooLarge: string; tooMany: string }) {
  const [uploads, setUploads] = useState<RunningUpload[]>([]);
  const present = useRef(uploads);
  present.current = uploads;
  const change = (key: string, changes: Partial<RunningUpload>) =>
    setUploads((before) => before.map((each) => (each.key === key ? { ...each, ...changes } : each)));

  const send = async ({ key, file, abort }: RunningUpload) => {
    const body = new FormData();
    // The provider reads the fields in order and needs the channel before the file.
    body.set("teamParams", JSON.stringify({ channelId }));
    body.set("file", file);
    const address = `${UPLOAD}?${new URLSearchParams({ requestId: key })}`;
    const onProgress = (percent: number) => change(key, { percent });
    const answer = await uploadRequest<FilesReply>(address, body, onProgress, abort.signal);
    if (abort.signal.aborted) return;
    const reply = answer === "signedOut" ? null : answer;
    const stored = reply?.files?.[0];
    const taken = stored ? { ...stored, name: stored.name || file.name } : null;
    const reason = reply?.refused?.[0]?.message ?? reply?.fault ?? "";
    change(key, taken ? { state: "taken", taken, percent: 100 } : { state: "failed", reason });
  };

  const add = (files: readonly File[]) => {
    const room = MESSAGE_FILES - uploads.length;
    const added = files.map((file, at): RunningUpload => {
      const reason = file.size > MESSAGE_FILE_BYTES ? texts.tooLarge : at >= room ? texts.tooMany : "";
      return {
        key: freshId(),
        name: file.name,
        percent: 0,
        state: reason ? "failed" : "sending",
        reason,
        taken: null,
        file,
        abort: new AbortController(),
      };
    });
    setUploads((before) => [...before, ...added]);
    for (const upload of added) if (upload.state === "sending") void send(upload);
  };
  /** Aborts an upload, or removes a file from the message. */
  const remove = (key: string) => {
    uploads.find((each) => each.key === key)?.abort.abort();
    setUploads((before) => before.filter((each) => each.key !== key));
  };
  const again = (key: string) => {
    const failedUpload = uploads.find((each) => each.key === key);
    if (!failedUpload) return;
    const upload: RunningUpload = {
      ...failedUpload,
      state: "sending",
      percent: 0,
      reason: "",
      abort: new AbortController(),
    };
    change(key, upload);
    void send(upload);
  };

  const clear = () => setUploads([]);

  // Files belong to the channel that they were uploaded to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the channel's end is what it waits for
  useEffect(
    () => () => {
      for (const { abort } of present.current) abort.abort();
      setUploads([]);
    },
    [channelId],
  );

  return {
    uploads: uploads as readonly MessageUpload[],
    add,
    remove,
    again,
    clear,
    isSending: uploads.some(({ state }) => state === "sending"),
    taken: uploads.flatMap(({ taken }) => taken ?? []),
  };
}
