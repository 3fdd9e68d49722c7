import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { asAnswer, asValue, saveChange } from "#app/components/begun-form.server.ts";
import { BEGUN, type BegunConflict } from "#app/components/begun-form.tsx";
import { standingOf } from "#app/components/form-reply.server.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { ANSWER_NAME_MAX, deskAnswerRemove, deskAnswerSave, deskAnswers } from "#app/contract/desk-talk.ts";
import { MESSAGE_MAX_LENGTH } from "#app/contract/message-code.ts";
import { messageText } from "../conversation/send.server.ts";

const ANSWERS = href("/freightForwarder/answers");

/** Throws as `visit.read`. */
export async function loadDeskAnswers(visit: Visit) {
  const { answers } = await visit.read(deskAnswers, {});
  return answers;
}

const fields = ["name", "en", "zh"] as const;

type Typed = Record<(typeof fields)[number], string>;

export interface DeskAnswersReply {
  /** Id of the answer; empty: a new one. */
  id: string;
  typed: Typed & { [BEGUN]: string };
  faults: Partial<Record<(typeof fields)[number], string>>;
  fault: string | null;
  requestId: string | null;
  conflict?: BegunConflict;
}

/** Saves or removes the answer of the pressed button. What was not touched stays as it is stored now. */
export async function changeDeskAnswers(visit: Visit, form: FormData) {
  const id = String(form.get("id") ?? "");
  const isRemoved = form.get("intent") === "remove";
  const saved = await (isRemoved ? removeAnswer(visit, form, id) : saveAnswer(visit, form, id));
  if ("answer" in saved) return saved.answer;
  visit.session.flash({
    kind: "success",
    key: isRemoved ? "desk-talk:answerRemoved" : "desk-talk:answerSaved",
  });
  return redirect(ANSWERS);
}

async function removeAnswer(visit: Visit, form: FormData, id: string) {
  const version = Number.parseInt(String(form.get("version")), 10) || 0;
  const key = `${form.get("requestId")}:remove:${id}`;
  const result = await visit.write(deskAnswerRemove, { id, version }, { key });
  return result.isDone ? { written: null } : { answer: refused(form, result.fault) };
}

async function saveAnswer(visit: Visit, form: FormData, id: string) {
  const stored = id ? (await loadDeskAnswers(visit)).find((each) => each.id === id) : undefined;
  const { t } = visit;
  const labels: Record<string, string> = {
    name: t("desk-talk-page:answerName"),
    en: t("desk-talk-page:answerEn"),
    zh: t("desk-talk-page:answerZh"),
  };
  return saveChange({
    visit,
    form,
    stored: stored ? { name: stored.name, en: stored.en, zh: stored.zh } : {},
    version: stored?.version ?? (id ? 0 : null),
    read(merged) {
      const typed = typedIn(merged);
      const faults = faultsOf(typed, visit);
      const isRead = Object.keys(faults).length === 0;
      return isRead ? asValue(typed) : asAnswer(again(merged, { faults }, 400));
    },
    write: (typed, version) =>
      visit.write(
        deskAnswerSave,
        { ...typed, id: id || null, version },
        { key: `${form.get("requestId")}:save:${id}` },
      ),
    field: (name) => ({ label: labels[name] ?? name }),
    refused,
    clash: (merged, conflict) => again(merged, { conflict }, CODE_CONFLICT),
  });
}

const typedIn = (form: FormData) =>
  Object.fromEntries(fields.map((name) => [name, messageText(form.get(name))])) as Typed;

const again = (form: FormData, reply: Partial<DeskAnswersReply>, status: number) =>
  data<DeskAnswersReply>(
    {
      id: String(form.get("id") ?? ""),
      typed: { ...typedIn(form), [BEGUN]: String(form.get(BEGUN) ?? "") },
      faults: {},
      fault: null,
      requestId: null,
      ...reply,
    },
    { status },
  );

function refused(form: FormData, fault: WriteFault) {
  const { status, requestId } = standingOf(fault, String(form.get("requestId")));
  const faults = Object.fromEntries(fault.fields.map(({ path, message }) => [path, message]));
  return again(form, { faults, fault: fault.fields.length > 0 ? null : fault.message, requestId }, status);
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
