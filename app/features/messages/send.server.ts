import { data, redirect } from "react-router";
import type { Visit, WriteFault } from "#app/access/visit.server.ts";
import { CODE_CONFLICT, CODE_FAILURE, CODE_TOO_MANY } from "#app/contract/code.ts";
import {
  MESSAGE_MAX_LENGTH,
  type MessageData,
  type MessageFile,
  messageAllRead,
  messageRead,
  messageSend,
} from "#app/contract/message.ts";
import { wireId } from "#app/contract/wire.ts";
import { isBlankText } from "#app/lib/blank-text.ts";
import { MESSAGES, messagesHref, newestHref } from "./address.ts";
import { readAddress } from "./read-address.server.ts";

/** What the page shows after a message that was not sent: why, and what was typed. */
export interface SendReply {
  fault: string;
  text: string;
  /** Of a write that found no answer: it is tried again under the same id. */
  requestId: string | null;
}

/** The text as it is kept: lines as people see them, nothing around it. */
export function messageText(given: FormDataEntryValue | null): string {
  return typeof given === "string" ? given.replace(/\r\n?/g, "\n").trim() : "";
}

/** What is wrong with a message before anybody is asked (spec 5); null when nothing is. */
export function textFault(text: string, { t }: Visit, files = 0): string | null {
  if (isBlankText(text) && files === 0) return t("messages:empty");
  return text.length > MESSAGE_MAX_LENGTH ? t("form.tooLong", { max: MESSAGE_MAX_LENGTH }) : null;
}

/** Sends once for a request id: it is the Idempotency-Key, and the message's own name for whoever lost the answer. */
export async function sendMessage(
  visit: Visit,
  message: { channelId: string; text: string; contentUrl?: MessageFile[]; requestId: string },
): Promise<{ isDone: true; data: MessageData } | { isDone: false; fault: WriteFault }> {
  const { requestId: clientId, ...rest } = message;
  return visit.write(messageSend, { ...rest, clientId }, { key: clientId });
}

const clientIdPattern = /^[\x21-\x7e]{8,100}$/;
/** The form's own id, or a new one where a form came without. */
export function requestIdIn(form: FormData | URLSearchParams, visit: Visit): string {
  const given = form.get("requestId");
  return typeof given === "string" && clientIdPattern.test(given) ? given : visit.requestId();
}

/** What a script waits and tries again after (429, 503) is told from what it must not repeat. */
export function statusOf({ kind, code }: WriteFault): number {
  if (kind === "unavailable" || code === CODE_FAILURE) return 503;
  return code === CODE_CONFLICT || code === CODE_TOO_MANY ? code : 400;
}

/** Why it was not done: what the provider says of a field, or of the whole. */
export const faultText = ({ fields, message }: WriteFault): string => fields[0]?.message ?? message;

/** The forms of the page: a message, and what is to count as read. */
export async function handleMessages(visit: Visit, url: URL, form: FormData) {
  const intent = form.get("intent");
  if (intent === "send") return send(visit, url, form);
  const channelId = String(form.get("channelId"));
  if (intent === "read" && wireId.safeParse(channelId).success) {
    await visit.write(messageRead, { channelId }, { key: requestIdIn(form, visit) });
    return backTo(url);
  }
  if (intent === "allRead") await visit.write(messageAllRead, {}, { key: requestIdIn(form, visit) });
  return backTo(url);
}

async function send(visit: Visit, url: URL, form: FormData) {
  const channelId = String(form.get("channelId"));
  const { session, wantedTab } = readAddress(url.searchParams);
  if (!session || !wireId.safeParse(channelId).success) return redirect(MESSAGES);
  const text = messageText(form.get("text"));
  const refuse = (fault: string, status = 400, requestId: string | null = null) =>
    data<SendReply>({ fault, text: String(form.get("text") ?? ""), requestId }, { status });
  const fault = textFault(text, visit);
  if (fault) return refuse(fault);
  const requestId = requestIdIn(form, visit);
  const result = await sendMessage(visit, { channelId, text, requestId });
  if (!result.isDone) {
    const isUnknown = result.fault.kind === "unavailable";
    return refuse(faultText(result.fault), statusOf(result.fault), isUnknown ? requestId : null);
  }
  return redirect(newestHref(session, typeof wantedTab === "string" ? wantedTab : undefined));
}

/** The same place; a list of older messages stays where it is. */
function backTo(url: URL) {
  const { wantedTab, shown: _, ...address } = readAddress(url.searchParams);
  return redirect(messagesHref({ ...address, tab: typeof wantedTab === "string" ? wantedTab : undefined }));
}
