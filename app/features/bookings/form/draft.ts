import type { FormConflict } from "./form.server.ts";
import type { FormPurpose } from "./form-save.server.ts";
import type { FormStart } from "./form-start.server.ts";

/**
 * State of the form: which booking, which version, and the initial content (as loaded, as autosaved since, or
 * as kept by this browser). A pure reducer; `use-draft.ts` feeds it.
 */
export interface Draft {
  id: string | null;
  /** The version that the form's content is based on. */
  version: number | null;
  /** Key of a draft without an id. */
  key: string;
  /** Id of this open form, by which its own earlier saves are recognized. */
  editor: string;
  /** From a form that was shown again; null: as loaded. */
  purpose: FormPurpose | null;
  /** Content kept by this browser, which replaces the loaded content. */
  kept: FormEntries | null;
  conflict: FormConflict | null;
  /** Counts remounts of the form, for its React key. */
  round: number;
  /** Counts successful submits of this form. */
  savedCount: number;
  /** The action's answer before this form was mounted: its faults belong to another form. */
  answerBefore: Answer | undefined;
  page: {
    subject: string;
    loadedId: string | null;
    answer: Answer | undefined;
    /** The present or last navigation is a save of this form. */
    isOwnSave: boolean;
    sent: { start: LoadedDraft; version: number; isUnderWay: boolean } | null;
  };
}

export type FormEntries = readonly (readonly [name: string, value: string])[];

/** The loader's data about the booking. */
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

/** The router's present state. */
export interface DraftPage {
  start: LoadedDraft;
  answer: Answer | undefined;
  isIdle: boolean;
  /** The navigation under way is a submit of this form. */
  isOwnSave: boolean;
  /** Saves of this visit, by id, or by draft key while there is none. */
  savedBefore: (name: string) => SavedDraft | undefined;
}

export type DraftEvent =
  | { kind: "page"; page: DraftPage }
  /** The form's own submit starts, based on this version. */
  | { kind: "submitted"; start: LoadedDraft; version: number | null }
  /** It was autosaved. */
  | { kind: "saved"; id: string; version: number }
  /** The person restores the content kept by this browser. */
  | { kind: "restored"; entries: FormEntries; page: DraftPage };

/**
 * Initial state of a page that was just opened. @param storedEntries fields of a kept page to which the person returns
 */
export function beginDraft(page: DraftPage, storedEntries: FormEntries | null): Draft {
  // After a submit without scripts the URL names no booking, but the hidden fields do.
  const hidden = page.answer?.reply.initialValue ?? {};
  return draftOf(page, { hidden, kept: storedEntries, round: 0, answerBefore: undefined });
}

/** Returns the same object when an event changes nothing. */
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
    kept: storedEntries,
    round,
    answerBefore,
  }: Pick<Draft, "kept" | "round" | "answerBefore"> & { hidden: Record<string, unknown> },
): Draft {
  const text = (name: string) => (typeof hidden[name] === "string" ? hidden[name] : "");
  const key = text("draftKey") || start.draftKey;
  const saved = savedBefore(start.id ?? key);
  const present = saved && (saved.version ?? 0) > (start.version ?? 0) ? saved : start;
  // Based on an older version, so that a later save by somebody else is detected as a conflict.
  const { id, version } = text("id") ? { id: text("id"), version: Number(text("version")) || null } : present;
  return {
    id,
    version,
    key,
    editor: text("editor") || start.editor,
    purpose: purposes.find((each) => each === text("purpose")) ?? null,
    kept: storedEntries,
    conflict: answer?.conflict ?? null,
    round,
    savedCount: 0,
    answerBefore,
    page: { subject: subjectOf(start), loadedId: start.id, answer, isOwnSave: false, sent: null },
  };
}

const purposes: readonly FormPurpose[] = ["draft", "update", "amend"];

/**
 * Identifies the booking of the form. A save that was merged with another's mounts a new form with the stored
 * content.
 */
const subjectOf = ({ id, source, mergedAt }: LoadedDraft) =>
  mergedAt ? `${id}.${mergedAt}` : (id ?? source ?? "");

function followPage(draft: Draft, page: DraftPage): Draft {
  const present = followAnswer(draft, page);
  if (!page.isIdle) return underWay(present, page);
  const isSame = subjectOf(page.start) === present.page.subject;
  return afterSubmit(isSame ? present : followSubject(present, page), page);
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

/** A draft that this form has just created stays in it; any other booking replaces the form. */
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

/** After a submit of this form: it succeeded if the page was loaded again without an answer. */
function afterSubmit(draft: Draft, { start, answer }: DraftPage): Draft {
  const { sent } = draft.page;
  if (!sent?.isUnderWay) return draft;
  const present = { ...draft, page: { ...draft.page, sent: null } };
  if (answer || start === sent.start || start.id === null || start.version === null) return present;
  // Somebody else may have saved between this save and the loading of the page.
  const version = Math.min(start.version, sent.version + 1);
  return { ...present, id: start.id, version, savedCount: draft.savedCount + 1 };
}
