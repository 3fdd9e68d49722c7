import { createHash } from "node:crypto";
import { redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { channelTypes, inquiryConflict, newInquiry, type Topic } from "#app/contract/message.ts";
import { conversationHref, MESSAGES } from "./address.ts";

/**
 * Sends a prepared question to the conversation of a record and leads there. The same question is sent once, however
 * often and from whatever page it is asked.
 */
export async function askForwarder(
  visit: Visit,
  { topic, reference, text }: { topic: Topic; reference: string; text: string },
): Promise<Response | WriteFault> {
  const question = { type: channelTypes[topic], reference, text };
  const clientId = createHash("sha256").update(JSON.stringify(question)).digest("base64url");
  const result = await visit.write(newInquiry, { ...question, clientId }, { key: clientId });
  if (result.isDone) {
    visit.session.flash({ kind: "success", key: "asked" });
    return redirect(result.data ? conversationHref(result.data.id, topic) : MESSAGES);
  }
  const conflict = inquiryConflict.safeParse(result.fault.data);
  return conflict.success ? redirect(conversationHref(conflict.data.begun.id, topic)) : result.fault;
}
