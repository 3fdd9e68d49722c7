import type { MessageFile } from "#app/contract/message.ts";
import { OUTBOX_PREFIX } from "#app/lib/kept-writing.ts";
import { MESSAGES } from "../address.ts";
import type { KeptStore } from "./kept-store.ts";

/** A message that was written and has not been answered yet. */
export interface OutgoingMessage {
  /** Its name for ever: the provider takes it once, however often it comes. */
  clientId: string;
  channelId: string;
  /** The address of its conversation. */
  place: string;
  text: string;
  files: readonly MessageFile[];
  /** Milliseconds since 1970, and the order in which messages leave: no two of a browser are the same. */
  writtenAt: number;
  /** Tries without an answer, since it was written or sent again by hand. */
  tries: number;
  /** Why it was refused; it then waits for the person. Null while it goes by itself. */
  refusal: string | null;
  /** It may have been sent all the same. */
  isUnsure?: boolean;
}

/**
 * The unsent messages of one person in this browser. Each has a key of its own, so that tabs which write at the same
 * moment take nothing from each other.
 */
export class Outbox {
  readonly prefix: string;
  #store: KeptStore;

  constructor(store: KeptStore, userId: string) {
    this.#store = store;
    this.prefix = `${OUTBOX_PREFIX}${userId}:`;
  }

  /** In the order in which they leave. */
  entries(): OutgoingMessage[] {
    return this.#store
      .keys()
      .filter((key) => key.startsWith(this.prefix))
      .flatMap((key) => this.#read(key) ?? [])
      .sort((a, b) => a.writtenAt - b.writtenAt || (a.clientId < b.clientId ? -1 : 1));
  }

  add(given: Pick<OutgoingMessage, "clientId" | "channelId" | "place" | "text" | "files">): OutgoingMessage {
    // A clock that is set back must not let a later message pass an earlier one.
    const last = this.entries().at(-1)?.writtenAt ?? 0;
    const writtenAt = Math.max(Date.now(), last + 1);
    const entry: OutgoingMessage = { ...given, writtenAt, tries: 0, refusal: null };
    this.#write(entry);
    return entry;
  }

  /** Does nothing for a message that has gone meanwhile. */
  change(clientId: string, changes: Partial<Pick<OutgoingMessage, "tries" | "refusal" | "isUnsure">>): void {
    const entry = this.#read(this.prefix + clientId);
    if (entry) this.#write({ ...entry, ...changes });
  }

  remove(clientId: string): void {
    this.#store.delete(this.prefix + clientId);
  }

  #write(entry: OutgoingMessage): void {
    this.#store.set(this.prefix + entry.clientId, JSON.stringify(entry));
  }

  #read(key: string): OutgoingMessage | null {
    try {
      const entry = JSON.parse(this.#store.get(key) ?? "null") as OutgoingMessage | null;
      return entry && typeof entry.clientId === "string" && typeof entry.text === "string"
        ? { ...entry, place: entry.place ?? MESSAGES }
        : null;
    } catch {
      return null;
    }
  }
}
