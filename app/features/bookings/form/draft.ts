import type { FormConflict } from "./form.server.ts";
import type { FormPurpose } from "./form-save.server.ts";
import type { FormStart } from "./form-start.server.ts";

/**
 * Which booking the form holds, in which version, and what the form began with: as the page was loaded, as its own saves
 * have made it since, or as this browser has kept it. A reducer without side effects; `use-draft.ts` feeds it.
 */
export interface Draft {
  id: string | null;
  /** The version that the form was typed over. */
  version: number | null;
  /** Names a draft that has no id yet. */
  key: string;
  /** Names this form: its own save before is no other's. */
  editor: string;
  /** Of a form that came back; null: as it is loaded. */
  purpose: FormPurpose | null;
  /** What the form begins with in place of what was loaded: what this browser has kept of it. */
  kept: FormEntries | null;
  conflict: FormConflict | null;
  /** Counts the forms that have stood in this place. */
  round: number;
  /** Counts the submits of the form itself that went through while it stands. */
  savedCount: number;
  /** What had been answered before the form began: its faults are not this form's. */
  answerBefore: Answer | undefined;
  page: {
    subject: string;
    loadedId: string | null;
    answer: Answer | undefined;
    /** The navigation that is, or was last, under way saves this form. */
    isOwnSave: boolean;
    sent: { start: LoadedDraft; version: number; isUnderWay: boolean } | null;
  };
}

export type FormEntries = readonly (readonly [name: string, value: string])[];

/** What the loader says of the booking. */
export type LoadedDraft = Pick<
  FormStart,
  "id" | "version" | "draftKey" | "editor" | "source" | "mergedAt" | "purpose"
>;
interface Answer {
  reply: { initialValue?: Record<string, unknown> | null };
  conflict: FormConflict | null;
}
export interface SavedDraft {
  id: string | null;
  version: number | null;
}

/** The page as the router shows it. */
export interface DraftPage {
  start: LoadedDraft;
  answer: Answer | undefined;
  isIdle: boolean;
  /** What is under way is a submit of this form. */
  isOwnSave: boolean;
  /** What saves of this visit have reached, by id, or by key as long as there is none. */
  savedBefore: (name: string) => SavedDraft | undefined;
}

export type DraftEvent =
  | { kind: "page"; page: DraftPage }
  /** The form's own submit leaves: over this version. */
  | { kind: "submitted"; start: LoadedDraft; version: number | null }
  /** It has been saved by itself. */
  | { kind: "saved"; id: string; version: number }
  /** The person takes over what this browser has kept. */
  | { kind: "restored"; entries: FormEntries; page: DraftPage };

/** The form of a page that has just been opened. @param kept the fields of a page that is come back to */
export function beginDraft(page: DraftPage, kept: FormEntries | null): Draft {
  // The address of a form that came back by a plain submit names no booking, its hidden fields do.
  const hidden = page.answer?.reply.initialValue ?? {};
  return draftOf(page, { hidden, kept, round: 0, answerBefore: undefined });
}

/** Returns the draft itself where an event changes nothing. */
export function reduceDraft(draft: Draft, event: DraftEvent): Draft {
  switch (event.kind) {
    case "page":
      return followPage(draft, event.page);
    case "submitted": {
      const { start, version } = event;
      return { ...draft, page: { ...draft.page, sent: { start, version: version ?? 0, isUnderWay: false } } };
    }
    case "saved":
      return { ...draft, id: event.id, version: event.version };
    case "restored": {
      const { page, entries } = event;
      const { subject, loadedId, isOwnSave } = draft.page;
      const restored = draftOf(page, {
        hidden: Object.fromEntries(entries),
        kept: entries,
        round: draft.round + 1,
        answerBefore: page.answer,
      });
      return { ...restored, page: { ...restored.page, subject, loadedId, isOwnSave } };
    }
  }
}

function draftOf(
  { start, answer, savedBefore }: DraftPage,
  {
    hidden,
    kept,
    round,
    answerBefore,
  }: Pick<Draft, "kept" | "round" | "answerBefore"> & { hidden: Record<string, unknown> },
): Draft {
  const text = (name: string) => (typeof hidden[name] === "string" ? hidden[name] : "");
  const key = text("draftKey") || start.draftKey;
  const saved = savedBefore(start.id ?? key);
  const present = saved && (saved.version ?? 0) > (start.version ?? 0) ? saved : start;
  // Typed over an older version: who has saved since is not overwritten in silence.
  const { id, version } = text("id") ? { id: text("id"), version: Number(text("version")) || null } : present;
  return {
    id,
    version,
    key,
    editor: text("editor") || start.editor,
    purpose: purposes.find((each) => each === text("purpose")) ?? null,
    kept,
    conflict: answer?.conflict ?? null,
    round,
    savedCount: 0,
    answerBefore,
    page: { subject: subjectOf(start), loadedId: start.id, answer, isOwnSave: false, sent: null },
  };
}

const purposes: readonly FormPurpose[] = ["draft", "update", "amend"];

/** Another booking is another form. A save that was brought together with another's shows what is stored. */
const subjectOf = ({ id, source, mergedAt }: LoadedDraft) =>
  mergedAt ? `${id}.${mergedAt}` : (id ?? source ?? "");

function followPage(draft: Draft, page: DraftPage): Draft {
  const present = followAnswer(draft, page);
  if (!page.isIdle) return underWay(present, page);
  const isSame = subjectOf(page.start) === present.page.subject;
  return settled(isSame ? present : followSubject(present, page), page);
}

function followAnswer(draft: Draft, { answer }: DraftPage): Draft {
  if (draft.page.answer === answer) return draft;
  return { ...draft, conflict: answer?.conflict ?? null, page: { ...draft.page, answer } };
}

function underWay(draft: Draft, { isOwnSave }: DraftPage): Draft {
  const { sent } = draft.page;
  const isKnown = draft.page.isOwnSave === isOwnSave && (!sent || sent.isUnderWay);
  if (isKnown) return draft;
  return { ...draft, page: { ...draft.page, isOwnSave, sent: sent && { ...sent, isUnderWay: true } } };
}

/** The draft that this form has just begun stays in it; anything else takes its place. */
function followSubject(draft: Draft, page: DraftPage): Draft {
  const { start } = page;
  const isBegunHere =
    draft.page.isOwnSave && draft.page.loadedId === null && start.id !== null && !start.mergedAt;
  if (!isBegunHere) {
    return draftOf(page, { hidden: {}, kept: null, round: draft.round + 1, answerBefore: undefined });
  }
  const known = { subject: subjectOf(start), loadedId: start.id, isOwnSave: false };
  return { ...draft, page: { ...draft.page, ...known } };
}

/** After a submit of the form itself: it has gone through where the page was loaded anew and nothing was answered. */
function settled(draft: Draft, { start, answer }: DraftPage): Draft {
  const { sent } = draft.page;
  if (!sent?.isUnderWay) return draft;
  const present = { ...draft, page: { ...draft.page, sent: null } };
  if (answer || start === sent.start || start.id === null || start.version === null) return present;
  // Loaded after it was saved: somebody else may have been there in between.
  const version = Math.min(start.version, sent.version + 1);
  return { ...present, id: start.id, version, savedCount: draft.savedCount + 1 };
}
