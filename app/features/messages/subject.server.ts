import { redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { channelType, teamCreate, teamOfSubject, topicOf } from "#app/contract/message.ts";
import { addressId } from "#app/contract/wire.ts";
import { conversationHref, MESSAGES } from "./address.ts";
import { requestIdIn } from "./conversation/send.server.ts";

function subjectIn(fields: URLSearchParams | FormData) {
  const type = channelType.safeParse(Number(fields.get("type")));
  const subjectId = addressId.safeParse(fields.get("subjectId"));
  return type.success && subjectId.success ? { type: type.data, subjectId: subjectId.data } : null;
}

/** Redirects to the conversation of a shipment, bill, booking or quote, and creates it if there is none. */
export async function openSubject(visit: Visit, form: FormData): Promise<Response> {
  const subject = subjectIn(form);
  if (!subject) return redirect(MESSAGES);
  const result = await visit.write(teamCreate, subject, { key: requestIdIn(form, visit) });
  if (result.isDone) {
    const { type: a, subjectId: b } = subject;
    const team = result.data ?? (await visit.readOptional(teamOfSubject, { a, b }));
    return redirect(team ? conversationHref(team.id, topicOf(a)) : MESSAGES);
  }
  visit.session.flash({ kind: "danger", text: result.fault.message });
  return redirect(MESSAGES);
}

/** `openSubject` for a link: creates nothing. */
export async function findSubject(visit: Visit, search: URLSearchParams): Promise<Response> {
  const subject = subjectIn(search);
  const team = subject && (await visit.read(teamOfSubject, { a: subject.type, b: subject.subjectId }));
  return redirect(team && subject ? conversationHref(team.id, topicOf(subject.type)) : MESSAGES);
}
