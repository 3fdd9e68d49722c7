import { useState } from "react";
import { useRevalidator } from "react-router";
import { uploadRequest } from "#app/components/upload-request.ts";
import { LIMITS } from "#app/contract/freight-code.ts";
import { freshId } from "#app/lib/fresh-id.ts";
import type { UploadReply } from "./attachments.server.ts";
import { UPLOAD_PATH } from "./booking-fields.ts";

/** Uploads files one after the other and reports the progress of each. */

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
  signedOut: string;
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
      return { key: freshId(), name: file.name, percent: 0, state, reason, file };
    });
    setUploads(begun.map(({ file: _, ...upload }) => upload));
    let isAnyTaken = false;
    for (const { key, file, state } of begun) {
      if (state === "refused") continue;
      change(key, { state: "sending" });
      const onProgress = (percent: number) => change(key, { percent });
      const sent = await sendOne(bookingId, key, file, onProgress, texts);
      isAnyTaken ||= sent.state === "taken";
      change(key, sent);
    }
    // If no file was taken, the page stays with the reasons: loading it again would redirect a signed-out
    // person away from them.
    if (isAnyTaken) await revalidate();
  };
  return {
    uploads,
    sendAll,
    isSending: uploads.some(({ state }) => state === "sending" || state === "waiting"),
  };
}

async function sendOne(
  bookingId: string,
  key: string,
  file: File,
  onProgress: (percent: number) => void,
  texts: UploadTexts,
): Promise<Pick<Upload, "state" | "reason" | "percent">> {
  const body = new FormData();
  // The provider reads the fields in order and needs the booking's id before the file.
  body.set("id", bookingId);
  body.set("file", file);
  const address = `${UPLOAD_PATH}?${new URLSearchParams({ id: bookingId, requestId: key })}`;
  const reply = await uploadRequest<UploadReply>(address, body, onProgress);
  if (reply === "signedOut") return { state: "failed", reason: texts.signedOut, percent: 0 };
  if (!reply) return { state: "failed", reason: texts.failed, percent: 0 };
  if (reply.taken > 0) return { state: "taken", reason: "", percent: 100 };
  return { state: "refused", reason: reply.refused[0]?.message ?? reply.fault ?? texts.failed, percent: 0 };
}
