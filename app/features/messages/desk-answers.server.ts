import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { standingOf } from "#app/components/form-reply.server.ts";
import { ANSWER_NAME_MAX, deskAnswerRemove, deskAnswerSave, deskAnswers } from "#app/contract/desk-talk.ts";
import { MESSAGE_MAX_LENGTH } from "#app/contract/message-code.ts";
import { messageText } from "./send.server.ts";

const ANSWERS = href("/freightForwarder/answers");

/** Throws as `visit.read`. */
export async function loadDeskAnswers(visit: Visit) {
  const { answers } = await visit.read(deskAnswers, {});
  return answers;
}

const fields = ["name", "en", "zh"] as const;

type Typed = Record<(typeof fields)[number], string>;

export interface DeskAnswersReply {
  /** Of the answer; empty: a new one. */
  id: string;
  typed: Typed;
  faults: Partial<Record<(typeof fields)[number], string>>;
  fault: string | null;
  requestId: string | null;
}

/** Saves or removes the answer of the pressed button. */
export async function changeDeskAnswers(visit: Visit, form: FormData) {
  const key = String(form.get("requestId"));
  const id = String(form.get("id") ?? "");
  const version = Number.parseInt(String(form.get("version")), 10) || 0;
  const isRemoved = form.get("intent") === "remove";
  const typed = Object.fromEntries(fields.map((name) => [name, messageText(form.get(name))])) as Typed;
  const kept = { id, typed };
  const faults = isRemoved ? {} : faultsOf(typed, visit);
  if (Object.keys(faults).length > 0)
    return data<DeskAnswersReply>({ ...kept, faults, fault: null, requestId: null }, { status: 400 });
  const result = isRemoved
    ? await visit.write(deskAnswerRemove, { id, version }, { key: `${key}:remove:${id}` })
    : await visit.write(
        deskAnswerSave,
        { ...typed, ...(id ? { id, version } : { id: null, version: null }) },
        { key: `${key}:save:${id}` },
      );
  if (!result.isDone) {
    const { message, fields: named } = result.fault;
    const { status, requestId } = standingOf(result.fault, key);
    const atFields = Object.fromEntries(named.map(({ path, message: text }) => [path, text]));
    const fault = named.length > 0 ? null : message;
    return data<DeskAnswersReply>({ ...kept, faults: atFields, fault, requestId }, { status });
  }
  visit.session.flash({
    kind: "success",
    key: isRemoved ? "desk-talk:answerRemoved" : "desk-talk:answerSaved",
  });
  return redirect(ANSWERS);
}

function faultsOf(typed: Typed, { t }: Visit): DeskAnswersReply["faults"] {
  return Object.fromEntries(
    fields.flatMap((name) => {
      const max = name === "name" ? ANSWER_NAME_MAX : MESSAGE_MAX_LENGTH;
      if (typed[name] === "") return [[name, t("freight:fault.required")]];
      return typed[name].length > max ? [[name, t("form.tooLong", { max })]] : [];
    }),
  );
}
