import { data, redirect } from "react-router";
import type { Visit, WriteFault } from "#app/access/visit.server.ts";
import { messageDownload, messageUpload } from "#app/contract/message.ts";
import { wireId } from "#app/contract/wire.ts";
import { MESSAGES, newestHref } from "./address.ts";
import { limitsText } from "./page.server.ts";
import { readAddress } from "./read-address.server.ts";
import { faultText, sendMessage, statusOf } from "./send.server.ts";

/** What became of the files of one form. */
export interface FilesReply {
  /** Taken, and named by the message. For the page's script, which writes the message itself. */
  files: { contentUrl: string; name: string }[];
  refused: { fileName: string; message: string }[];
  /** Why none was taken, or why no message names them. */
  fault: string | null;
}

/** Passes a form's files on while they arrive. Its first field says which channel; the key stands in the address. */
export async function passFilesOn(
  visit: Visit,
  request: Request,
  url: URL,
): Promise<{ reply: FilesReply; status: number }> {
  const result = await visit.passOn(messageUpload, request, {
    key: url.searchParams.get("requestId") ?? undefined,
    textOf: (reason) => visit.t(`bookings:attachments.${reason}`),
  });
  if (!result.isDone) return failed(result.fault);
  const { files, refused } = result.data;
  return { reply: { files, refused, fault: null }, status: refused.length > 0 ? 400 : 200 };
}

function failed(fault: WriteFault, refused: FilesReply["refused"] = []) {
  return { reply: { files: [], refused, fault: faultText(fault) }, status: statusOf(fault) };
}

/** Files of the form without scripts: those that were taken are sent as a message, the others are named. */
export async function handleFiles(visit: Visit, request: Request, url: URL) {
  const { session, wantedTab } = readAddress(url.searchParams);
  const channelId = url.searchParams.get("channel") ?? "";
  if (!session || !wireId.safeParse(channelId).success) return redirect(MESSAGES);
  const { reply, status } = await passFilesOn(visit, request, url);
  if (reply.files.length > 0) {
    const requestId = `${url.searchParams.get("requestId") ?? visit.requestId()}-files`;
    const message = { channelId, text: "", contentUrl: reply.files, requestId };
    const sent = await sendMessage(visit, message);
    if (!sent.isDone) {
      const answer = failed(sent.fault, reply.refused);
      return data<FilesReply>(answer.reply, { status: answer.status });
    }
  }
  if (reply.fault !== null || reply.refused.length > 0) return data<FilesReply>(reply, { status });
  return redirect(newestHref(session, typeof wantedTab === "string" ? wantedTab : undefined));
}

/** The form once more, for the page that says what became of it; null when the address names no channel. */
export function loadFiles(visit: Visit, search: URLSearchParams) {
  const { session, wantedTab: tab } = readAddress(search);
  const channelId = search.get("channel") ?? "";
  if (!session || typeof tab !== "string" || !wireId.safeParse(channelId).success) return null;
  return { session, tab, channelId, limits: limitsText(visit) };
}

/** One file of a message, for whoever may read it. */
export async function messageFile(visit: Visit, id: string): Promise<Response> {
  if (!wireId.safeParse(id).success) throw redirect("/404");
  return visit.file(messageDownload, { id });
}
