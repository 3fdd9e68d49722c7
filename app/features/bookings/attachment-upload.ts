import { useState } from "react";
import { useRevalidator } from "react-router";
import { LIMITS } from "#app/contract/freight-code.ts";
import type { UploadReply } from "./attachments.server.ts";
import { UPLOAD_PATH } from "./booking-fields.ts";

/** Sends files one after the other and tells how far each has come. Only XMLHttpRequest reports that. */

export interface Upload {
  key: string;
  name: string;
  /** 0 to 100. */
  percent: number;
  state: "waiting" | "sending" | "taken" | "refused" | "failed";
  /** Why it was refused, in the person's language. */
  reason: string;
}

export interface UploadTexts {
  tooLarge: string;
  tooMany: string;
  failed: string;
}

export function useUploads(bookingId: string, room: number, texts: UploadTexts) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const { revalidate } = useRevalidator();
  const change = (key: string, changes: Partial<Upload>) =>
    setUploads((before) => before.map((each) => (each.key === key ? { ...each, ...changes } : each)));

  const sendAll = async (files: readonly File[]) => {
    const begun = files.map((file, index): Upload & { file: File } => {
      const reason = file.size > LIMITS.attachmentBytes ? texts.tooLarge : index >= room ? texts.tooMany : "";
      const state = reason ? "refused" : "waiting";
      return { key: crypto.randomUUID(), name: file.name, percent: 0, state, reason, file };
    });
    setUploads(begun.map(({ file: _, ...upload }) => upload));
    for (const { key, file, state } of begun) {
      if (state === "refused") continue;
      change(key, { state: "sending" });
      const onProgress = (percent: number) => change(key, { percent });
      change(key, await sendOne(bookingId, key, file, onProgress, texts));
    }
    await revalidate();
  };
  return {
    uploads,
    sendAll,
    isSending: uploads.some(({ state }) => state === "sending" || state === "waiting"),
  };
}

function sendOne(
  bookingId: string,
  key: string,
  file: File,
  onProgress: (percent: number) => void,
  texts: UploadTexts,
): Promise<Pick<Upload, "state" | "reason" | "percent">> {
  const body = new FormData();
  // The provider reads the fields in their order: which booking has to be known before the file comes.
  body.set("id", bookingId);
  body.set("file", file);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${UPLOAD_PATH}?${new URLSearchParams({ id: bookingId, requestId: key })}`);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(total > 0 ? Math.floor((loaded / total) * 100) : 0);
    const end = (state: Upload["state"], reason = "") =>
      resolve({ state, reason, percent: state === "taken" ? 100 : 0 });
    request.onload = () => {
      const reply = request.response as UploadReply | null;
      if (!reply) end("failed", texts.failed);
      else if (reply.taken > 0) end("taken");
      else end("refused", reply.refused[0]?.message ?? reply.fault ?? texts.failed);
    };
    request.onerror = () => end("failed", texts.failed);
    request.send(body);
  });
}
