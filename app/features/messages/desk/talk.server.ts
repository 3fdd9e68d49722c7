import { data, href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { standingOf } from "#app/components/form-reply.server.ts";
import { deskNoteAdd, deskReply, deskTalk, NOTE_MAX } from "#app/contract/desk-talk.ts";
import { LIMITS } from "#app/contract/freight-code.ts";
import { messageRead, type Topic, topics } from "#app/contract/message.ts";
import { sessionDetail } from "#app/contract/message-session.ts";
import { wireId } from "#app/contract/wire.ts";
import type { Line } from "#app/lib/moment.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { conversationHref } from "../address.ts";
import { messageView, teamTitle, topicLabel } from "../center/view.server.ts";
import type { MessageView } from "../conversation/message-view.ts";
import { messageText, textFault } from "../conversation/send.server.ts";
import { openTopic, shownTopics } from "../rules.ts";

/** Messages of a page; the rest is in the message center. */
const SHOWN = 50;

export interface DeskTalkView {
  teamId: string;
  title: string;
  company: string;
  tabs: { topic: Topic; label: string; href: string; unread: number }[];
  topic: Topic;
  channelId: string;
  messages: MessageView[];
  /** The number of the last message that the page shows. */
  seen: number;
  /** There are earlier messages. */
  isCut: boolean;
  /** The same conversation in the message center, where files are sent. */
  centerHref: string;
  notes: { id: string; text: string; about: Line }[];
  answers: [id: string, name: string][];
  /** The chosen answer, in the customer's language, with its blanks filled in as far as they are known. */
  draft: string;
  /** Files of the chosen answer. */
  files: { id: string; name: string }[];
}

const tabIn = (search: URLSearchParams) => topics.find((topic) => topic === search.get("tab")) ?? null;
const talkHref = (id: string, tab: Topic | null) =>
  withQuery(href("/freightForwarder/conversation/:id", { id }), { tab });

/** A conversation as the desk works on it. Throws as `visit.read`. */
export async function loadDeskTalk(
  visit: Visit,
  teamId: string,
  search: URLSearchParams,
  { me }: { me: string },
): Promise<DeskTalkView | null> {
  const id = wireId.safeParse(teamId).data;
  if (!id) return null;
  const [detail, talk] = await Promise.all([
    visit.read(sessionDetail, { id, limit: SHOWN }),
    visit.read(deskTalk, { teamId: id }),
  ]);
  const topic = openTopic(detail, tabIn(search));
  const group = topic && detail[topic];
  if (!topic || !group) return null;
  const { rows, total } = group.msgList;
  const seen = rows.at(-1)?.sequence ?? 0;
  if (group.unReadNum > 0) await visit.write(messageRead, { channelId: group.channelId, sequence: seen });
  const chosen = talk.answers.find((answer) => answer.id === search.get("answer"));
  const number =
    detail.team.shipment?.houseNumber ??
    detail.team.booking?.bookingNumber ??
    detail.team.quote?.quoteNumber ??
    detail.team.subject;
  return {
    teamId: id,
    title: teamTitle(detail.team, visit),
    company: talk.company.name,
    tabs: shownTopics(detail).map((each) => ({
      topic: each,
      label: topicLabel(each, visit),
      href: talkHref(id, each),
      unread: each === topic ? 0 : (detail[each]?.unReadNum ?? 0),
    })),
    topic,
    channelId: group.channelId,
    seen,
    messages: rows.map((row) => messageView(row, visit)),
    isCut: total > rows.length,
    centerHref: conversationHref(id, topic),
    notes: talk.notes.map((note) => ({
      id: note.id,
      text: note.text,
      about: visit.dated(note.at, (time) => `${note.author} · ${time}`),
    })),
    answers: talk.answers.map((answer) => [answer.id, answer.name]),
    draft: chosen
      ? filled(chosen[talk.person?.language ?? visit.language], { name: talk.person?.name, number, me })
      : "",
    files: chosen?.files ?? [],
  };
}

/** Blanks that are not known stay as they are: the provider refuses to send them. */
function filled(text: string, values: Record<string, string | undefined>): string {
  return text.replace(/\{(\w+)\}/g, (blank, name: string) => values[name] || blank);
}

export interface DeskTalkReply {
  intent: "reply" | "note";
  text: string;
  fault: string;
  requestId: string | null;
}

const target = z.object({
  channelId: wireId,
  seen: z.coerce.number().int().min(0).max(1_000_000_000),
  fileIds: z.array(wireId).max(LIMITS.attachments),
});

/** Answers the customer, or writes a note for colleagues, by the pressed button. */
export async function handleDeskTalk(visit: Visit, teamId: string, search: URLSearchParams, form: FormData) {
  const { t } = visit;
  const key = String(form.get("requestId"));
  const intent = form.get("intent") === "note" ? "note" : "reply";
  const text = messageText(form.get("text"));
  const refused = (fault: string, status: number, requestId: string | null = null) =>
    data<DeskTalkReply>({ intent, text, fault, requestId }, { status });
  const fault =
    intent === "note" && text.length > NOTE_MAX
      ? t("form.tooLong", { max: NOTE_MAX })
      : textFault(text, visit);
  const fileIds = form.getAll("file");
  const posted = target.safeParse({ channelId: form.get("channelId"), seen: form.get("seen"), fileIds });
  if (fault || (intent === "reply" && !posted.success)) return refused(fault ?? t("errors:error"), 400);
  const result =
    intent === "note" || !posted.success
      ? await visit.write(deskNoteAdd, { teamId, text }, { key: `${key}:note` })
      : await visit.write(deskReply, { ...posted.data, text, clientId: key }, { key });
  if (!result.isDone) {
    const { status, requestId } = standingOf(result.fault, key);
    return refused(result.fault.fields[0]?.message ?? result.fault.message, status, requestId);
  }
  visit.session.flash({ kind: "success", key: intent === "note" ? "desk-talk:noted" : "desk-talk:answered" });
  return redirect(talkHref(teamId, tabIn(search)));
}
