import { pageOwnerHeaders } from "#app/access/page-owner.ts";
import { freshId } from "#app/lib/fresh-id.ts";
import { BOOKING_DRAFT_PREFIX } from "#app/lib/kept-writing.ts";
import { AUTOSAVE_PATH } from "../booking-fields.ts";
import type { FormEntry } from "./form-entries.ts";

const AFTER_PAINT_MS = 50;
/** A busy machine tells the page of its own submit some hundred milliseconds after the press. */
const SUBMIT_KNOWN_MS = 3_000;

export type KeeperState =
  | { kind: "none" | "typing" | "sending" | "conflict" | "ownConflict" }
  | { kind: "saved" | "merged" | "browser" | "signedOut"; at: string }
  | { kind: "refused"; reason: string };

/** Answer of the autosave route. */
export type AutosaveAnswer =
  | { kind: "saved"; id: string; version: number }
  /** Merged with changes by others; the form shows them after its own submit. */
  | { kind: "merged" }
  | { kind: "conflict" | "ownConflict" }
  | { kind: "refused"; reason: string };

/** Typed fields, with the booking and the version that they are based on. */
export interface KeptDraft {
  at: string;
  entries: FormEntry[];
}

/** Deletes the browser's copy of a draft. */
export function forgetKept(storeKey: string, storage = browserStorage): void {
  try {
    storage().removeItem(BOOKING_DRAFT_PREFIX + storeKey);
  } catch {
    // A browser that forbids storage has no copy.
  }
}

/** Sends the form's content. @param isLeaving keeps the request alive after the page is closed */
const postDraft = (body: URLSearchParams, isLeaving: boolean): Promise<Response> =>
  fetch(AUTOSAVE_PATH, { method: "POST", headers: pageOwnerHeaders(), body, keepalive: isLeaving });

/** Present state of the page around the form. */
interface KeeperPage {
  /** Key by person and draft: people who share a browser do not see each other's drafts. */
  storeKey: string;
  /** True while the form itself is being submitted. */
  isPaused: boolean;
  /** Both versions are shown: nothing is saved until the person has chosen. */
  isInConflict: boolean;
}

interface KeeperSurroundings {
  page: () => KeeperPage;
  /** The form's present fields, and those that the server rendered. */
  entries: () => FormEntry[];
  givenEntries: () => FormEntry[];
  submit: (submitter: HTMLElement | null) => void;
  onState: (state: KeeperState) => void;
  onSaved: (id: string, version: number) => void;
  post?: typeof postDraft;
  storage?: () => Pick<Storage, "getItem" | "setItem" | "removeItem">;
}

const browserStorage = () => window.localStorage as Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** With its day, because a kept copy may be found on another one. */
const stamp = () => new Date().toLocaleString("sv-SE").slice(0, "YYYY-MM-DD HH:mm".length);
const clock = () => new Date().toTimeString().slice(0, "HH:mm".length);

/** The typed fields, without those that change by themselves. */
const fingerprint = (entries: readonly FormEntry[]) =>
  JSON.stringify(
    entries.filter(([name]) => !["id", "version", "requestId", "draftKey", "editor"].includes(name)),
  );

/**
 * Autosaves a draft, and keeps a copy in this browser when that fails. `send` is called every few seconds,
 * when the page is hidden and when the network is back; it does nothing when nothing was typed.
 */
export class DraftKeeper {
  /** The browser's copy, if it differs from what the server rendered. */
  readonly found: KeptDraft | null;
  #state: KeeperState = { kind: "none" };
  #around: Required<KeeperSurroundings>;
  /** Fingerprints of the content stored by the provider, and of the content of the form's own submit. */
  #stored: string;
  #submitted = { print: "", storeKey: "" };
  #isBusy = false;
  /** Somebody else has saved: autosave stops until the person has chosen. */
  #isStopped = false;
  #isGone = false;
  /** Time of the server's Retry-After: no autosave before. */
  #notBefore = 0;
  #heldSubmit: { by: HTMLElement | null } | null = null;
  /** Until then the page may not know that its form is being submitted. */
  #submitsUntil = 0;

  /** @param isUnsaved the form holds typed content that was never saved */
  constructor(around: KeeperSurroundings, isUnsaved: boolean) {
    this.#around = { post: postDraft, storage: browserStorage, ...around };
    const fingerprintNow = fingerprint(around.givenEntries());
    // On a slow connection a person may have typed before this script was loaded; that is not saved yet.
    this.#stored = isUnsaved ? "" : fingerprintNow;
    this.found = this.#readKept(fingerprintNow);
  }

  noteTyping(): void {
    const { kind } = this.#state;
    if (kind !== "sending" && kind !== "conflict" && kind !== "ownConflict") this.#tell({ kind: "typing" });
  }

  async send({ isLeaving = false } = {}): Promise<void> {
    const { storeKey, isPaused, isInConflict } = this.#around.page();
    if (this.#isBusy || this.#isStopped || isInConflict || (isPaused && !this.#isGone)) return;
    const entries = this.#around.entries();
    if (fingerprint(entries) === this.#stored) return;
    if (Date.now() < this.#submitsUntil && !this.#isGone) {
      // The form's own rules may hold the submit back, and a hidden tab may never come back.
      if (isLeaving) this.#keepHere(storeKey, entries);
      return;
    }
    if (Date.now() < this.#notBefore) return this.#keepHere(storeKey, entries);
    this.#isBusy = true;
    if (!isLeaving) this.#tell({ kind: "sending" });
    try {
      await this.#deliver(storeKey, entries, isLeaving);
    } catch {
      this.#keepHere(storeKey, entries);
    } finally {
      this.#isBusy = false;
      this.#releaseSubmit();
    }
  }

  /**
   * Called when the form's own submit starts. Returns true when it has to wait for a running autosave,
   * because with the older version it would be reported as a conflict. It is then submitted automatically.
   */
  holdSubmit(submitter: HTMLElement | null): boolean {
    this.#submitted = { print: fingerprint(this.#around.entries()), storeKey: this.#around.page().storeKey };
    if (this.#isBusy) this.#heldSubmit = { by: submitter };
    else this.#submitsUntil = Date.now() + SUBMIT_KNOWN_MS;
    return this.#isBusy;
  }

  /** The form's own submit succeeded, and the form stays open. */
  noteSubmitSaved(): void {
    this.#stored = this.#submitted.print;
    this.#isStopped = false;
    this.#submitsUntil = 0;
    // A draft that got its id by this submit was kept under a key without one.
    for (const key of new Set([this.#submitted.storeKey, this.#around.page().storeKey])) this.#forget(key);
    this.#tell({ kind: "saved", at: clock() });
  }

  /** The page is left by a link of ours: the last typed text is saved as when a window is closed. */
  leave({ isDone }: { isDone: boolean }): void {
    this.#isGone = true;
    const { storeKey } = this.#around.page();
    const entries = this.#around.entries();
    if (isDone) this.#forget(storeKey);
    else if (fingerprint(entries) !== this.#stored) {
      this.#keepHere(storeKey, entries);
      void this.send({ isLeaving: true });
    }
  }

  discard(): void {
    this.#forget(this.#around.page().storeKey);
  }

  async #deliver(storeKey: string, entries: FormEntry[], isLeaving: boolean): Promise<void> {
    const body = new URLSearchParams(entries);
    // One idempotency key per content: a retry is the same write, changed content is another.
    body.set("requestId", freshId());
    const response = await this.#around.post(body, isLeaving);
    if (response.status === 401) return this.#keepHere(storeKey, entries, "signedOut");
    this.#notBefore = Date.now() + Number(response.headers.get("retry-after")) * 1000;
    if (!response.ok && response.status !== 409 && response.status !== 400) {
      throw new Error(String(response.status));
    }
    const answer = (await response.json()) as AutosaveAnswer;
    if (answer.kind !== "saved" && answer.kind !== "merged") {
      this.#isStopped = answer.kind !== "refused";
      this.#keepHere(storeKey, entries);
      return this.#tell(answer);
    }
    this.#stored = fingerprint(entries);
    // Text typed after the save stays in the copy, if the page is left meanwhile.
    if (!this.#isGone || fingerprint(this.#around.entries()) === this.#stored) this.#forget(storeKey);
    if (answer.kind === "saved") this.#around.onSaved(answer.id, answer.version);
    this.#tell({ kind: answer.kind, at: clock() });
  }

  #releaseSubmit(): void {
    const held = this.#heldSubmit;
    if (!held || this.#isGone) return;
    this.#heldSubmit = null;
    // The form's hidden fields have the new version after the next paint.
    setTimeout(() => this.#around.submit(held.by), AFTER_PAINT_MS);
  }

  #tell(state: KeeperState): void {
    this.#state = state;
    this.#around.onState(state);
  }

  #keepHere(storeKey: string, entries: FormEntry[], kind: "browser" | "signedOut" = "browser"): void {
    const at = stamp();
    // Storage that is full or forbidden is ignored: the form still has everything.
    try {
      const draft: KeptDraft = { at, entries };
      this.#around.storage().setItem(BOOKING_DRAFT_PREFIX + storeKey, JSON.stringify(draft));
      this.#tell({ kind, at });
    } catch {
      this.#tell({ kind: "typing" });
    }
  }

  #forget(storeKey: string): void {
    forgetKept(storeKey, this.#around.storage);
  }

  #readKept(present: string): KeptDraft | null {
    try {
      const stored = this.#around.storage().getItem(BOOKING_DRAFT_PREFIX + this.#around.page().storeKey);
      const draft = JSON.parse(stored ?? "null") as KeptDraft | null;
      return draft && fingerprint(draft.entries) !== present ? draft : null;
    } catch {
      return null;
    }
  }
}
