import { type RefObject, useEffect, useRef, useState } from "react";
import { pageOwnerHeaders } from "#app/access/page-owner.ts";
import { freshId } from "#app/lib/fresh-id.ts";
import { BOOKING_DRAFT_PREFIX } from "#app/lib/kept-writing.ts";
import { AUTOSAVE_PATH } from "../booking-fields.ts";

/**
 * Saves a growing draft by itself: every few seconds while it changes, and when the page is hidden. Without a link it
 * stays in this browser and is sent when the link is back. The page says which of the three holds it.
 */

const AUTOSAVE_MS = 4_000;
const AFTER_PAINT_MS = 50;

export type KeeperState =
  | { kind: "none" | "typing" | "sending" | "conflict" | "ownConflict" }
  | { kind: "saved" | "merged" | "browser" | "signedOut"; at: string }
  | { kind: "refused"; reason: string };

/** What the resource route answers. */
export type AutosaveAnswer =
  | { kind: "saved"; id: string; version: number }
  /** Stored together with what was changed elsewhere: the form shows it after its own submit. */
  | { kind: "merged" }
  | { kind: "conflict" | "ownConflict" }
  | { kind: "refused"; reason: string };

/** What was typed, with the booking and the version that it was typed over. */
export interface KeptDraft {
  at: string;
  entries: [name: string, value: string][];
}

/** Takes away what this browser keeps of a draft. */
export function forgetKept(storeKey: string): void {
  try {
    localStorage.removeItem(BOOKING_DRAFT_PREFIX + storeKey);
  } catch {
    // A browser that forbids it keeps nothing.
  }
}

/** In the form of every time stamp (spec 9): what is kept may be found on another day. */
const stamp = () => new Date().toLocaleString("sv-SE");

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
  JSON.stringify(
    entries.filter(([name]) => !["id", "version", "requestId", "draftKey", "editor"].includes(name)),
  );

/** What of a form changes without anybody typing: conform's buttons add and remove rows, and send nothing. */
const isOfRows = (submitter: HTMLElement | null) => submitter?.getAttribute("name") === "__intent__";

export interface KeeperOptions {
  /** Of the person and the draft: two who share a browser do not see each other's. */
  storeKey: string;
  isKept: boolean;
  /** What stands in the form was typed before, and nobody has it yet. */
  isUnsaved: boolean;
  /** While the form itself is under way. */
  isPaused: boolean;
  /** Both versions are on the page: nothing goes out until the person has chosen. */
  isInConflict: boolean;
  /** The form's own submit went through, and another page takes its place. */
  isDone: boolean;
  /** How many submits of the form itself went through while it stands. */
  savedCount: number;
  onSaved: (id: string, version: number) => void;
}

export function useDraftKeeper(
  form: RefObject<HTMLFormElement | null>,
  { storeKey, isKept, isUnsaved, isPaused, isInConflict, isDone, savedCount, onSaved }: KeeperOptions,
): { state: KeeperState; found: KeptDraft | null; restored: () => void; discard: () => void } {
  const [state, setState] = useState<KeeperState>({ kind: "none" });
  const [found, setFound] = useState<KeptDraft | null>(null);
  const saved = useRef<string | null>(null);
  /** What the form's own submit took along. */
  const submitted = useRef("");
  const isBusy = useRef(false);
  /** What the portal has asked for: nothing goes out by itself before. */
  const notBefore = useRef(0);
  /** Somebody else has saved: nothing goes out until the person has chosen. */
  const isStopped = useRef(false);
  const latest = useRef({ isPaused, isInConflict, isDone, isUnsaved, onSaved });
  latest.current = { isPaused, isInConflict, isDone, isUnsaved, onSaved };
  const store = BOOKING_DRAFT_PREFIX + storeKey;

  useEffect(() => {
    const element = form.current;
    if (!element || !isKept) return;
    if (saved.current === null) {
      // Typed before this script came, on a slow link: not saved yet.
      saved.current = latest.current.isUnsaved ? "" : fingerprint(givenEntriesOf(element));
      setFound(readKept(store, fingerprint(givenEntriesOf(element))));
    }

    let isGone = false;
    let heldSubmit: { by: HTMLElement | null } | undefined;
    const keepHere = (entries: [string, string][], kind: "browser" | "signedOut" = "browser") => {
      const at = stamp();
      // A browser that is full or forbids it loses nothing that it had before.
      try {
        localStorage.setItem(store, JSON.stringify({ at, entries } satisfies KeptDraft));
        setState({ kind, at });
      } catch {
        setState({ kind: "typing" });
      }
    };
    const send = async (isLeaving: boolean) => {
      if (isBusy.current || isStopped.current || latest.current.isInConflict) return;
      if (latest.current.isPaused && !isGone) return;
      const entries = entriesOf(element);
      const print = fingerprint(entries);
      if (print === saved.current) return;
      if (Date.now() < notBefore.current) return keepHere(entries);
      isBusy.current = true;
      if (!isLeaving) setState({ kind: "sending" });
      try {
        const body = new URLSearchParams(entries);
        // One key a content: a second try of the same is the same write, the next content is another.
        body.set("requestId", freshId());
        const answer = await fetch(AUTOSAVE_PATH, {
          method: "POST",
          headers: pageOwnerHeaders(),
          body,
          keepalive: isLeaving,
        });
        if (answer.status === 401) {
          keepHere(entries, "signedOut");
          return;
        }
        notBefore.current = Date.now() + Number(answer.headers.get("retry-after")) * 1000;
        if (!answer.ok && answer.status !== 409 && answer.status !== 400)
          throw new Error(String(answer.status));
        const told = (await answer.json()) as AutosaveAnswer;
        if (told.kind === "saved" || told.kind === "merged") {
          saved.current = print;
          // What was typed after it stays, for a page that is left meanwhile.
          if (!isGone || fingerprint(entriesOf(element)) === print) forgetKept(storeKey);
          if (told.kind === "saved") latest.current.onSaved(told.id, told.version);
          setState({ kind: told.kind, at: clock() });
        } else {
          isStopped.current = told.kind !== "refused";
          keepHere(entries);
          setState(told);
        }
      } catch {
        keepHere(entries);
      } finally {
        isBusy.current = false;
        if (heldSubmit && !isGone) {
          const submitter = heldSubmit;
          heldSubmit = undefined;
          // The fields with the new version stand after the next paint.
          setTimeout(() => element.requestSubmit(submitter.by), AFTER_PAINT_MS);
        }
      }
    };
    const onInput = () => {
      setState((before) =>
        before.kind === "sending" || /conflict/i.test(before.kind) ? before : { kind: "typing" },
      );
    };
    const onHidden = () => {
      if (document.visibilityState === "hidden") void send(true);
    };
    const onOnline = () => void send(false);
    // A submit from the version before would be told that somebody else had saved: it waits for what is under way.
    const onSubmit = (event: SubmitEvent) => {
      if (isOfRows(event.submitter)) return;
      submitted.current = fingerprint(entriesOf(element));
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
      if (element.isConnected) return;
      // The page is left by a link of ours: its last seconds of typing go out as when a window is closed.
      isGone = true;
      if (latest.current.isDone) {
        forgetKept(storeKey);
        return;
      }
      const entries = entriesOf(element);
      if (fingerprint(entries) === saved.current) return;
      keepHere(entries);
      void send(true);
    };
  }, [form, isKept, store, storeKey]);

  useEffect(() => {
    if (savedCount === 0) return;
    saved.current = submitted.current;
    isStopped.current = false;
    forgetKept(storeKey);
    setState({ kind: "saved", at: clock() });
  }, [savedCount, storeKey]);

  return {
    state,
    found,
    restored: () => setFound(null),
    discard: () => {
      forgetKept(storeKey);
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
