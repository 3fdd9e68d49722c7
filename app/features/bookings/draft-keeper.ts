import { type RefObject, useEffect, useRef, useState } from "react";
import { freshId } from "#app/lib/fresh-id.ts";
import { AUTOSAVE_PATH } from "./booking-fields.ts";

/**
 * Saves a growing draft by itself: every few seconds while it changes, and when the page is hidden. Without a link it
 * stays in this browser and is sent when the link is back. The page says which of the three holds it.
 */

const AUTOSAVE_MS = 4_000;
const AFTER_PAINT_MS = 50;
const STORE_PREFIX = "fairlead-draft:";

export type KeeperState =
  | { kind: "none" | "typing" | "sending" | "conflict" }
  | { kind: "saved" | "browser"; at: string }
  | { kind: "refused"; reason: string };

/** What the resource route answers. */
export type AutosaveAnswer =
  | { kind: "saved"; id: string; version: number }
  | { kind: "conflict" }
  | { kind: "refused"; reason: string };

interface KeptDraft {
  at: string;
  entries: [string, string][];
}

const clock = () => new Date().toTimeString().slice(0, 8);

function entriesOf(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && !name.startsWith("__") && !name.startsWith("pick.") ? [[name, value]] : [],
  );
}

/** The fields as the server gave them, whatever has been typed since. */
function givenEntriesOf(form: HTMLFormElement): [string, string][] {
  const copy = form.cloneNode(true) as HTMLFormElement;
  // A copy takes over what was typed; a reset takes it back, but for hidden fields, which nobody types in.
  copy.reset();
  return entriesOf(copy);
}

/** What was typed, without what changes by itself. */
const fingerprint = (entries: [string, string][]) =>
  JSON.stringify(entries.filter(([name]) => !["id", "version", "requestId", "draftKey"].includes(name)));

export function useDraftKeeper(
  form: RefObject<HTMLFormElement | null>,
  {
    storeKey,
    isKept,
    isPaused,
    onSaved,
  }: {
    storeKey: string;
    isKept: boolean;
    /** While the form itself is under way. */
    isPaused: boolean;
    onSaved: (id: string, version: number) => void;
  },
): { state: KeeperState; found: KeptDraft | null; restore: () => void; discard: () => void } {
  const [state, setState] = useState<KeeperState>({ kind: "none" });
  const [found, setFound] = useState<KeptDraft | null>(null);
  const saved = useRef("");
  const isBusy = useRef(false);
  /** Somebody else has saved: nothing goes out until the person has chosen. */
  const isStopped = useRef(false);
  const isResting = useRef(isPaused);
  isResting.current = isPaused;
  const tell = useRef(onSaved);
  tell.current = onSaved;
  const store = STORE_PREFIX + storeKey;

  useEffect(() => {
    const element = form.current;
    if (!element || !isKept) return;
    // Typed before this script came, on a slow link: not saved yet.
    saved.current = fingerprint(givenEntriesOf(element));
    setFound(readKept(store, saved.current));

    let heldSubmit: { by: HTMLElement | null } | undefined;
    const keepHere = (entries: [string, string][]) => {
      const at = clock();
      // A browser that is full or forbids it loses nothing that it had before.
      try {
        localStorage.setItem(store, JSON.stringify({ at, entries } satisfies KeptDraft));
        setState({ kind: "browser", at });
      } catch {
        setState({ kind: "typing" });
      }
    };
    const send = async (isLeaving: boolean) => {
      if (isBusy.current || isStopped.current || isResting.current) return;
      const entries = entriesOf(element);
      const print = fingerprint(entries);
      if (print === saved.current) return;
      isBusy.current = true;
      if (!isLeaving) setState({ kind: "sending" });
      try {
        const body = new URLSearchParams(entries);
        // One key a content: a second try of the same is the same write, the next content is another.
        body.set("requestId", freshId());
        const answer = await fetch(AUTOSAVE_PATH, { method: "POST", body, keepalive: isLeaving });
        if (!answer.ok && answer.status !== 409 && answer.status !== 400)
          throw new Error(String(answer.status));
        const told = (await answer.json()) as AutosaveAnswer;
        if (told.kind === "saved") {
          saved.current = print;
          localStorage.removeItem(store);
          tell.current(told.id, told.version);
          setState({ kind: "saved", at: clock() });
        } else {
          isStopped.current = told.kind === "conflict";
          keepHere(entries);
          setState(told);
        }
      } catch {
        keepHere(entries);
      } finally {
        isBusy.current = false;
        if (heldSubmit) {
          const submitter = heldSubmit;
          heldSubmit = undefined;
          // The fields with the new version stand after the next paint.
          setTimeout(() => element.requestSubmit(submitter.by), AFTER_PAINT_MS);
        }
      }
    };
    const onInput = () => {
      setState((before) =>
        before.kind === "sending" || before.kind === "conflict" ? before : { kind: "typing" },
      );
    };
    const onHidden = () => {
      if (document.visibilityState === "hidden") void send(true);
    };
    const onOnline = () => void send(false);
    // A submit from the version before would be told that somebody else had saved: it waits for what is under way.
    const onSubmit = (event: SubmitEvent) => {
      if (!isBusy.current) return;
      event.preventDefault();
      event.stopPropagation();
      heldSubmit = { by: event.submitter };
    };
    const timer = setInterval(() => void send(false), AUTOSAVE_MS);
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
    };
  }, [form, isKept, store]);

  return {
    state,
    found,
    restore: () => {
      const element = form.current;
      if (element && found) fillIn(element, found.entries);
      setFound(null);
      setState({ kind: "typing" });
    },
    discard: () => {
      localStorage.removeItem(store);
      setFound(null);
    },
  };
}

function readKept(store: string, present: string): KeptDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(store) ?? "null") as KeptDraft | null;
    return kept && fingerprint(kept.entries) !== present ? kept : null;
  } catch {
    return null;
  }
}

/** Fields that stand there; rows that were added since are added by the person again. */
function fillIn(form: HTMLFormElement, entries: [string, string][]): void {
  const ticked = new Set(entries.map(([name, value]) => `${name}=${value}`));
  for (const control of form.elements) {
    if (
      !(
        control instanceof HTMLInputElement ||
        control instanceof HTMLSelectElement ||
        control instanceof HTMLTextAreaElement
      )
    )
      continue;
    if (!control.name || control.type === "hidden") continue;
    if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)) {
      control.checked = ticked.has(`${control.name}=${control.value}`);
    } else {
      const entry = entries.find(([name]) => name === control.name);
      if (entry) control.value = entry[1];
    }
  }
}
