import type { MessageFile } from "#app/contract/message.ts";
import { OUTBOX_PREFIX } from "#app/lib/kept-writing.ts";
import { MESSAGES } from "../address.ts";
import type { KeptStore } from "./kept-store.ts";

/** A message without a confirmed answer. */
export interface OutgoingMessage {
  /** Permanent id: the provider stores the message once, however often it is sent. */
  clientId: string;
  channelId: string;
  /** URL of its conversation. */
  place: string;
  text: string;
  files: readonly MessageFile[];
  /** Milliseconds since 1970; also the sending order, so it is unique within a browser. */
  writtenAt: number;
  /** Attempts without an answer, since it was written or resent by hand. */
  tries: number;
  /** Why it was refused, after which the person decides. Null while it is sent automatically. */
  refusal: string | null;
  /** It may have been sent although there was no answer. */
  isUnsure?: boolean;
}

/**
 * The unsent messages of one person in this browser. Each has a storage key of its own, so that tabs writing
 * at the same time overwrite nothing.
 */
export class Outbox {
  readonly prefix: string;
  #store: KeptStore;

  constructor(store: KeptStore, userId: string) {
    this.#store = store;
    this.prefix = `${OUTBOX_PREFIX}${userId}:`;
  }

  /** In sending order. */
  entries(): OutgoingMessage[] {
    return this.#store
      .keys()
      .filter((key) => key.startsWith(this.prefix))
      .flatMap((key) => this.#read(key) ?? [])
      .sort((a, b) => a.writtenAt - b.writtenAt || (a.clientId < b.clientId ? -1 : 1));
  }

  add(
    message: Pick<OutgoingMessage, "clientId" | "channelId" | "place" | "text" | "files">,
  ): OutgoingMessage {
    // If the clock is set back, a later message must still come after earlier ones.
    const last = this.entries().at(-1)?.writtenAt ?? 0;
    const writtenAt = Math.max(Date.now(), last + 1);
    const entry: OutgoingMessage = { ...message, writtenAt, tries: 0, refusal: null };
    this.#write(entry);
    return entry;
  }

  /** Does nothing for a message that was removed meanwhile. */
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
