import { data, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import {
  MESSAGE_MAX_LENGTH,
  type MessageData,
  type MessageFile,
  messageAllRead,
  messageRead,
  messageSend,
} from "#app/contract/message.ts";
import { addressId } from "#app/contract/wire.ts";
import { isBlankText } from "#app/lib/blank-text.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { MESSAGES, messagesHref, newestHref } from "../address.ts";
import { readAddress } from "../read-address.server.ts";
import { faultText, statusOf } from "../write-fault.server.ts";
import { type FilesReply, passFilesOn } from "./files.server.ts";

/** Shown after a failed send: the reason and the typed text. */
export interface SendReply {
  fault: string;
  text: string;
  /** Refused files with their reasons. */
  refused: FilesReply["refused"];
  /** The rest of the message was sent. */
  isSent: boolean;
  /** Id of a write without an answer: the retry uses the same one. */
  requestId: string | null;
}

/** Normalizes the text: line breaks, and no white space around it. */
export function messageText(formText: FormDataEntryValue | null): string {
  return typeof formText === "string" ? formText.replace(/\r\n?/g, "\n").trim() : "";
}

/** Fault of a message before it is sent (product 5.7); null when there is none. */
export function textFault(text: string, { t }: Visit, files = 0): string | null {
  if (isBlankText(text) && files === 0) return t("messages:empty");
  return text.length > MESSAGE_MAX_LENGTH ? t("form.tooLong", { max: MESSAGE_MAX_LENGTH }) : null;
}

/** Sends once for a request id, which is the Idempotency-Key and the message's `clientId`. */
export async function sendMessage(
  visit: Visit,
  message: { channelId: string; text: string; contentUrl?: MessageFile[]; requestId: string },
  { isGuarded = false } = {},
): Promise<{ isDone: true; data: MessageData } | { isDone: false; fault: WriteFault }> {
  const { requestId: clientId, ...rest } = message;
  const result = await visit.write(messageSend, { ...rest, clientId }, { key: clientId, isGuarded });
  return result.isDone
    ? { isDone: true, data: wholeMessage(result.data, { ...rest, clientId }, visit) }
    : result;
}

/** Fills gaps of the answer from what was sent (product 4.7: with the present time). */
function wholeMessage(
  storedMessage: MessageData | null,
  sent: { text: string; contentUrl?: MessageFile[]; clientId: string },
  visit: Visit,
): MessageData {
  const files = (sent.contentUrl ?? []).map((file) => ({
    ...file,
    size: null,
    contentType: "",
    isScanned: null,
  }));
  return {
    id: storedMessage?.id ?? "",
    sequence: storedMessage?.sequence ?? 0,
    createTime: storedMessage?.createTime || (instantToWire(new Date()) ?? ""),
    msName: storedMessage?.msName || (visit.session.username ?? ""),
    avatar: null,
    isOwn: true,
    isForwarder: storedMessage?.isForwarder ?? false,
    text: storedMessage?.text || sent.text,
    contentUrl: storedMessage?.contentUrl.length ? storedMessage.contentUrl : files,
    clientId: storedMessage?.clientId || sent.clientId,
  };
}

const clientIdPattern = /^[\x21-\x7e]{8,100}$/;
/** The form's request id, or a new one. */
export function requestIdIn(form: FormData | URLSearchParams, visit: Visit): string {
  const requestId = form.get("requestId");
  return typeof requestId === "string" && clientIdPattern.test(requestId) ? requestId : visit.requestId();
}

/** Handles the page's forms: sending a message with files, and marking as read. */
export async function handleMessages(visit: Visit, url: URL, request: Request) {
  const upload = await visit.upload();
  const form = upload ? new URLSearchParams(upload.fields) : await request.formData();
  const intent = form.get("intent");
  if (intent === "send") return send(visit, url, form, upload?.hasFiles ? request : null);
  const channelId = String(form.get("channelId"));
  if (intent === "read" && addressId.safeParse(channelId).success) {
    await visit.write(messageRead, { channelId }, { key: requestIdIn(form, visit) });
    return backTo(url);
  }
  if (intent === "allRead") await visit.write(messageAllRead, {}, { key: requestIdIn(form, visit) });
  return backTo(url);
}

/**
 * Text and files of one form are one message. Refused files are listed with the reason; without text, the
 * message is sent only if other files were accepted.
 */
async function send(visit: Visit, url: URL, form: FormData | URLSearchParams, files: Request | null) {
  const channelId = String(form.get("channelId"));
  const { session, wantedTab } = readAddress(url.searchParams);
  if (!session || !addressId.safeParse(channelId).success) return redirect(MESSAGES);
  const text = messageText(form.get("text"));
  const requestId = requestIdIn(form, visit);
  const typed = { text: String(form.get("text") ?? ""), refused: [], isSent: false };
  const answer = (fault: string, status: number, changes: Partial<SendReply> = {}) =>
    data<SendReply>(
      { ...typed, fault, requestId: status === 503 ? requestId : null, ...changes },
      { status },
    );
  const fault = textFault(text, visit, files ? 1 : 0);
  if (fault) return answer(fault, 400);
  const uploaded = files ? await passFilesOn(visit, files, requestId) : null;
  const { refused = [], files: contentUrl = [] } = uploaded?.reply ?? {};
  if (uploaded?.reply.fault) return answer(uploaded.reply.fault, uploaded.status);
  const areRefused = refused.length > 0 ? visit.t("messages:files.refused") : null;
  if (areRefused && contentUrl.length === 0) return answer(areRefused, 400, { refused });
  const result = await sendMessage(visit, { channelId, text, contentUrl, requestId });
  if (!result.isDone) return answer(faultText(result.fault), statusOf(result.fault), { refused });
  if (areRefused) return answer(areRefused, 400, { refused, text: "", isSent: true });
  return redirect(newestHref(session, typeof wantedTab === "string" ? wantedTab : undefined));
}

/** The same position; a list of older messages stays. */
function backTo(url: URL) {
  const { wantedTab, shown: _, ...address } = readAddress(url.searchParams);
  return redirect(messagesHref({ ...address, tab: typeof wantedTab === "string" ? wantedTab : undefined }));
}
