import type { Outbox, OutgoingMessage } from "./outbox.ts";
import type { TabLock } from "./tab-lock.ts";

/** Result of one attempt. `unreachable`: no usable answer about the message. */
export type SendResult<M> =
  | { kind: "sent"; message: M }
  | { kind: "refused"; reason: string; isUnsure?: boolean }
  | { kind: "unreachable"; retryAfterMs?: number }
  | { kind: "sessionEnded" };

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Doubles with each attempt, up to half a minute, plus up to a quarter at random. */
export function pauseAfter(tries: number, random = Math.random()): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, tries - 1), LONGEST_PAUSE_MS) * (1 + random / 4);
}

export interface SenderOptions<M> {
  outbox: Outbox;
  lock: TabLock;
  send(entry: OutgoingMessage, signal: AbortSignal): Promise<SendResult<M>>;
  onSent(message: M, entry: OutgoingMessage): void;
  /** The outbox has changed. */
  onChange(): void;
  onSessionEnded(): void;
  pause?: (tries: number) => number;
}

/** Sends the outbox: one message at a time, in order, in one tab of the browser. */
export class Sender<M> {
  #options: SenderOptions<M>;
  #end = new AbortController();
  #isRunning = false;
  #isWokenAgain = false;
  #endPause: (() => void) | null = null;
  #isHurried = false;
  #underWay: AbortController | null = null;
  /** Time of the portal's Retry-After: no attempt before. */
  #notBefore = 0;

  constructor(options: SenderOptions<M>) {
    this.#options = options;
  }

  /** There may be messages to send. */
  wake(): void {
    this.#endPause?.();
    if (this.#isRunning) {
      this.#isWokenAgain = true;
      return;
    }
    void this.#run();
  }

  /** The network is back: requests on the old connection are aborted. */
  linkReturned(): void {
    this.#isHurried = this.#underWay !== null;
    this.#underWay?.abort();
    this.wake();
  }

  stop(): void {
    this.#end.abort();
    this.#underWay?.abort();
    this.#endPause?.();
  }

  async #run(): Promise<void> {
    const { outbox, lock } = this.#options;
    this.#isRunning = true;
    do {
      this.#isWokenAgain = false;
      if (this.#next() === undefined) break;
      await lock(outbox.prefix, this.#end.signal, () => this.#empty());
    } while (this.#isWokenAgain && !this.#end.signal.aborted);
    this.#isRunning = false;
  }

  #next(): OutgoingMessage | undefined {
    return this.#options.outbox.entries().find(({ refusal }) => refusal === null);
  }

  async #empty(): Promise<void> {
    const { outbox, send, onSent, onChange, onSessionEnded, pause = pauseAfter } = this.#options;
    for (let entry = this.#next(); entry && !this.#end.signal.aborted; entry = this.#next()) {
      const wait = this.#notBefore - Date.now();
      if (wait > 0) {
        await this.#pause(wait);
        continue;
      }
      this.#underWay = new AbortController();
      const result = await send(entry, this.#underWay.signal);
      this.#underWay = null;
      if (this.#end.signal.aborted && result.kind !== "sent") return;
      if (result.kind === "sessionEnded") return onSessionEnded();
      if (result.kind === "sent") {
        outbox.remove(entry.clientId);
        onSent(result.message, entry);
      } else if (result.kind === "refused") {
        outbox.change(entry.clientId, { refusal: result.reason, isUnsure: result.isUnsure });
      } else {
        const tries = entry.tries + 1;
        this.#notBefore = Date.now() + (result.retryAfterMs ?? 0);
        outbox.change(entry.clientId, { tries });
        onChange();
        if (!this.#isHurried) await this.#pause(pause(tries));
        this.#isHurried = false;
      }
      onChange();
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
