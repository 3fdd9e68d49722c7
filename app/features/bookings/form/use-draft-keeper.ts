import { type RefObject, useEffect, useRef, useState } from "react";
import { DraftKeeper, type KeeperState, type KeptDraft } from "./draft-keeper.ts";
import { entriesOf, givenEntriesOf } from "./form-entries.ts";

const AUTOSAVE_MS = 4_000;

export interface KeeperOptions {
  /** Key by person and draft: people who share a browser do not see each other's drafts. */
  storeKey: string;
  isKept: boolean;
  /** The form holds typed content that was never saved. */
  isUnsaved: boolean;
  /** True while the form itself is being submitted. */
  isPaused: boolean;
  /** Both versions are shown: nothing is saved until the person has chosen. */
  isInConflict: boolean;
  /** The form's own submit succeeded, and another page follows. */
  isDone: boolean;
  /** Number of successful submits of this form. */
  savedCount: number;
  onSaved: (id: string, version: number) => void;
}

/** Row buttons of conform send nothing. */
const isOfRows = (submitter: HTMLElement | null) => submitter?.getAttribute("name") === "__intent__";

/** Connects a `DraftKeeper` with the form, the page's state and window events. */
export function useDraftKeeper(
  form: RefObject<HTMLFormElement | null>,
  options: KeeperOptions,
): { state: KeeperState; found: KeptDraft | null; restored: () => void; discard: () => void } {
  const [state, setState] = useState<KeeperState>({ kind: "none" });
  const [storedDraft, setStoredDraft] = useState<KeptDraft | null>(null);
  const keeper = useRef<DraftKeeper>(null);
  const latest = useRef(options);
  latest.current = options;
  const { isKept, savedCount } = options;

  useEffect(() => {
    const element = form.current;
    if (!element || !isKept) return;
    if (!keeper.current) {
      keeper.current = keeperOf(element, latest, setState);
      setStoredDraft(keeper.current.found);
    }
    return listen(element, keeper.current, () => latest.current.isDone);
  }, [form, isKept]);

  useEffect(() => {
    if (savedCount > 0) keeper.current?.noteSubmitSaved();
  }, [savedCount]);

  return {
    state,
    found: storedDraft,
    restored: () => setStoredDraft(null),
    discard: () => {
      keeper.current?.discard();
      setStoredDraft(null);
    },
  };
}

function keeperOf(
  element: HTMLFormElement,
  latest: RefObject<KeeperOptions>,
  onState: (state: KeeperState) => void,
): DraftKeeper {
  return new DraftKeeper(
    {
      page: () => latest.current,
      entries: () => entriesOf(element),
      givenEntries: () => givenEntriesOf(element),
      submit: (submitter) => element.requestSubmit(submitter),
      onState,
      onSaved: (id, version) => latest.current.onSaved(id, version),
    },
    latest.current.isUnsaved,
  );
}

function listen(element: HTMLFormElement, keeper: DraftKeeper, isDone: () => boolean): () => void {
  const onInput = () => keeper.noteTyping();
  const onHidden = () => {
    if (document.visibilityState === "hidden") void keeper.send({ isLeaving: true });
  };
  const onOnline = () => void keeper.send();
  const onSubmit = (event: SubmitEvent) => {
    if (isOfRows(event.submitter) || !keeper.holdSubmit(event.submitter)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const timer = setInterval(() => void keeper.send(), AUTOSAVE_MS);
  element.addEventListener("input", onInput);
  element.addEventListener("submit", onSubmit);
  document.addEventListener("visibilitychange", onHidden);
  window.addEventListener("online", onOnline);
  return () => {
    clearInterval(timer);
    element.removeEventListener("input", onInput);
    element.removeEventListener("submit", onSubmit);
    document.removeEventListener("visibilitychange", onHidden);
    window.removeEventListener("online", onOnline);
    if (!element.isConnected) keeper.leave({ isDone: isDone() });
  };
}
