import { CatchUp } from "#app/features/messages/live/catch-up.ts";
import type { OpenChannel, Writer } from "#app/features/messages/live/live-source.ts";
import { LiveStore } from "#app/features/messages/live/live-store.ts";

/** A page with messages kept alive, whose portal answers nothing; what it asks of others is noted in `told`. */
export class LivePage {
  readonly document = Object.assign(new EventTarget(), {
    visibilityState: "visible" as DocumentVisibilityState,
  });
  readonly window = new EventTarget();
  readonly navigator = { onLine: true };
  readonly told: string[] = [];
  readonly store = new LiveStore("Lena", true);
  readonly catchUp = new CatchUp({
    fetchUpdates: async (asked) => {
      this.told.push(`fetch ${asked?.channelId ?? "counts"}`);
      return { kind: "refused", reason: "" };
    },
    postRead: async () => ({ kind: "refused", reason: "" }),
    isLookedAt: () => true,
    store: this.store,
    onSessionEnded: () => {},
  });
  readonly link = {
    start: () => this.told.push("start"),
    stop: () => this.told.push("stop"),
    hurry: () => this.told.push("hurry"),
  };

  constructor() {
    this.store.onActivity(() => this.told.push("activity"));
    this.store.onShipments((ids) => this.told.push(`shipments ${ids ?? "any"}`));
  }

  /** What was noted since the last time. */
  take(): string[] {
    return this.told.splice(0);
  }

  /** Opens a channel of which the page has everything. */
  async open(channelId: string): Promise<void> {
    const channel: OpenChannel = {
      channelId,
      after: () => 3,
      begin: () => 1,
      unbrokenEnd: () => 3,
      isBehind: () => false,
      add: () => {},
      onRead: () => {},
    };
    this.catchUp.open(channel);
    await this.settle();
    this.take();
  }

  write(): void {
    const writer: Partial<Writer> = {
      wake: () => this.told.push("writer wakes"),
      linkReturned: () => this.told.push("writer sends anew"),
    };
    this.store.change({ writer: writer as Writer });
  }

  /** Lets a fetch end that answers at once. */
  async settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
