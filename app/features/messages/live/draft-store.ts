import { MESSAGE_DRAFT_PREFIX } from "#app/lib/kept-writing.ts";
import type { KeptStore } from "./kept-store.ts";

/** Older drafts are not restored. */
const DRAFT_LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000;

/**
 * Message drafts of one person, one per channel. They survive a reload, and are deleted by sending or signing
 * out.
 */
export class DraftStore {
  #store: KeptStore;
  #prefix: string;

  constructor(store: KeptStore, userId: string) {
    this.#store = store;
    this.#prefix = `${MESSAGE_DRAFT_PREFIX}${userId}:`;
  }

  /** An empty string when there is none. */
  read(channelId: string): string {
    const key = this.#prefix + channelId;
    const storedText = this.#store.get(key);
    if (storedText === null) return "";
    const at = storedText.indexOf(" ");
    if (Date.now() - Number(storedText.slice(0, at)) < DRAFT_LIFETIME_MS) return storedText.slice(at + 1);
    this.#store.delete(key);
    return "";
  }

  write(channelId: string, text: string): void {
    if (text.trim()) this.#store.set(this.#prefix + channelId, `${Date.now()} ${text}`);
    else this.#store.delete(this.#prefix + channelId);
  }
}
