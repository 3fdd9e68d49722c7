import { freshId } from "#app/lib/fresh-id.ts";
import { DraftStore } from "./draft-store.ts";
import { browserStore } from "./kept-store.ts";
import type { Writer } from "./live-source.ts";
import { Outbox, type OutgoingMessage } from "./outbox.ts";
import type { postMessage } from "./portal-calls.ts";
import { Sender } from "./sender.ts";
import { leaseLock, webLock } from "./tab-lock.ts";
import type { Sequenced } from "./thread.ts";

export interface WriterOptions {
  userId: string;
  /** Given, not imported: this chunk would otherwise make one of its own of what it shares with the first. */
  post: typeof postMessage;
  onSent(message: Sequenced, entry: OutgoingMessage): void;
  onChange(entries: readonly OutgoingMessage[]): void;
  onSessionEnded(): void;
}

/** Drafts and outbox of one person in this browser, with the outbox's sender. */
export function startWriter({ userId, post, onSent, onChange, onSessionEnded }: WriterOptions): Writer {
  const store = browserStore();
  const outbox = new Outbox(store, userId);
  const drafts = new DraftStore(store, userId);
  const show = () => onChange(outbox.entries());
  const sender = new Sender<Sequenced>({
    outbox,
    lock: navigator.locks ? webLock(navigator.locks) : leaseLock(store),
    async send({ clientId, channelId, text, files }, aborted) {
      const answer = await post<Sequenced>({ clientId, channelId, text, files }, aborted);
      return answer.kind === "answered" ? { kind: "sent", message: answer.data.sent } : answer;
    },
    onSent,
    onChange: show,
    onSessionEnded,
  });
  // Another tab of this browser has changed the outbox.
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (!key?.startsWith(outbox.prefix)) return;
    show();
    if (newValue !== null) sender.wake();
  };
  window.addEventListener("storage", onStorage);
  show();
  sender.wake();
  return {
    send(message) {
      outbox.add({ ...message, clientId: freshId() });
      show();
      sender.wake();
    },
    retry(clientId) {
      outbox.change(clientId, { refusal: null, tries: 0 });
      show();
      sender.wake();
    },
    discard(clientId) {
      outbox.remove(clientId);
      show();
    },
    draft: (channelId) => drafts.read(channelId),
    keepDraft: (channelId, text) => drafts.write(channelId, text),
    wake: () => sender.wake(),
    linkReturned: () => sender.linkReturned(),
    stop() {
      window.removeEventListener("storage", onStorage);
      sender.stop();
    },
  };
}
