import { pageOwnerHeaders } from "#app/access/page-owner.ts";
import { freshId } from "#app/lib/fresh-id.ts";
import { BOOKING_DRAFT_PREFIX } from "#app/lib/kept-writing.ts";
import { AUTOSAVE_PATH } from "../booking-fields.ts";
import type { FormEntry } from "./form-entries.ts";

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
  entries: FormEntry[];
}

/** Removes what this browser keeps of a draft. */
export function forgetKept(storeKey: string, storage = browserStorage): void {
  try {
    storage().removeItem(BOOKING_DRAFT_PREFIX + storeKey);
  } catch {
    // A browser that forbids it keeps nothing.
  }
}

/** Sends what the form holds. @param isLeaving the request outlives its page */
const postDraft = (body: URLSearchParams, isLeaving: boolean): Promise<Response> =>
  fetch(AUTOSAVE_PATH, { method: "POST", headers: pageOwnerHeaders(), body, keepalive: isLeaving });

/** The page around the form, as it is at the moment. */
interface KeeperPage {
  /** Of the person and the draft: two who share a browser do not see each other's. */
  storeKey: string;
  /** While the form itself is under way. */
  isPaused: boolean;
  /** Both versions are on the page: nothing goes out until the person has chosen. */
  isInConflict: boolean;
}

interface KeeperSurroundings {
  page: () => KeeperPage;
  /** What stands in the form now, and what the server had put there. */
  entries: () => FormEntry[];
  givenEntries: () => FormEntry[];
  submit: (submitter: HTMLElement | null) => void;
  onState: (state: KeeperState) => void;
  onSaved: (id: string, version: number) => void;
  post?: typeof postDraft;
  storage?: () => Pick<Storage, "getItem" | "setItem" | "removeItem">;
}

const browserStorage = () => window.localStorage as Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** In the form of every time stamp (product 9.3): what is kept may be found on another day. */
const stamp = () => new Date().toLocaleString("sv-SE");
const clock = () => new Date().toTimeString().slice(0, 8);

/** What was typed, without what changes by itself. */
const fingerprint = (entries: readonly FormEntry[]) =>
  JSON.stringify(
    entries.filter(([name]) => !["id", "version", "requestId", "draftKey", "editor"].includes(name)),
  );

/**
 * Saves a growing draft by itself, and keeps it in this browser where that fails. `send` is called every few seconds,
 * when the page is hidden and when the link is back; it does nothing where nothing was typed.
 */
export class DraftKeeper {
  /** What this browser keeps that differs from what the server gave. */
  readonly found: KeptDraft | null;
  #state: KeeperState = { kind: "none" };
  #around: Required<KeeperSurroundings>;
  /** Fingerprints of what the forwarder has, and of what the form's own submit took along. */
  #stored: string;
  #submitted = { print: "", storeKey: "" };
  #isBusy = false;
  /** Somebody else has saved: nothing goes out until the person has chosen. */
  #isStopped = false;
  #isGone = false;
  /** What the portal has asked for: nothing goes out by itself before. */
  #notBefore = 0;
  #heldSubmit: { by: HTMLElement | null } | null = null;

  /** @param isUnsaved what stands in the form was typed before, and nobody has it yet */
  constructor(around: KeeperSurroundings, isUnsaved: boolean) {
    this.#around = { post: postDraft, storage: browserStorage, ...around };
    const given = fingerprint(around.givenEntries());
    // What was typed before this script came, on a slow link, is not saved yet.
    this.#stored = isUnsaved ? "" : given;
    this.found = this.#readKept(given);
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
   * The form's own submit begins. True when it has to wait for what is under way: from the version before, it would be
   * told that somebody else had saved. It is then submitted again by itself.
   */
  holdSubmit(submitter: HTMLElement | null): boolean {
    this.#submitted = { print: fingerprint(this.#around.entries()), storeKey: this.#around.page().storeKey };
    if (this.#isBusy) this.#heldSubmit = { by: submitter };
    return this.#isBusy;
  }

  /** The form's own submit went through, and the form stays. */
  noteSubmitSaved(): void {
    this.#stored = this.#submitted.print;
    this.#isStopped = false;
    // A draft that got its number by this submit was kept without one before.
    for (const key of new Set([this.#submitted.storeKey, this.#around.page().storeKey])) this.#forget(key);
    this.#tell({ kind: "saved", at: clock() });
  }

  /** The page is left by a link of ours: its last seconds of typing go out as when a window is closed. */
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
    // One key a content: a second try of the same is the same write, the next content is another.
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
    // What was typed after it stays, for a page that is left meanwhile.
    if (!this.#isGone || fingerprint(this.#around.entries()) === this.#stored) this.#forget(storeKey);
    if (answer.kind === "saved") this.#around.onSaved(answer.id, answer.version);
    this.#tell({ kind: answer.kind, at: clock() });
  }

  #releaseSubmit(): void {
    const held = this.#heldSubmit;
    if (!held || this.#isGone) return;
    this.#heldSubmit = null;
    // The fields with the new version stand after the next paint.
    setTimeout(() => this.#around.submit(held.by), AFTER_PAINT_MS);
  }

  #tell(state: KeeperState): void {
    this.#state = state;
    this.#around.onState(state);
  }

  #keepHere(storeKey: string, entries: FormEntry[], kind: "browser" | "signedOut" = "browser"): void {
    const at = stamp();
    // A browser that is full or forbids it loses nothing that it had before.
    try {
      const kept: KeptDraft = { at, entries };
      this.#around.storage().setItem(BOOKING_DRAFT_PREFIX + storeKey, JSON.stringify(kept));
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
      const kept = JSON.parse(stored ?? "null") as KeptDraft | null;
      return kept && fingerprint(kept.entries) !== present ? kept : null;
    } catch {
      return null;
    }
  }
}
