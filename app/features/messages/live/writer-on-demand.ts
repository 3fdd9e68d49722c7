import { loadChunk } from "#app/lib/load-chunk.ts";
import type { CatchUp } from "./catch-up.ts";
import type { LiveStore } from "./live-store.ts";
import { postMessage } from "./portal-calls.ts";

/** Gives what loads the writer into the store, once; one that did not come is asked for again. */
export function writerOnDemand(
  userId: string,
  store: LiveStore,
  catchUp: CatchUp,
  endSession: () => void,
  isStopped: () => boolean,
): () => Promise<void> {
  let isAsked = false;
  return async () => {
    if (isAsked) return;
    isAsked = true;
    const module = await loadChunk(() => import("./writer.client.ts"));
    isAsked = module !== null;
    if (!module || isStopped()) return;
    const writer = module.startWriter({
      userId,
      post: postMessage,
      onSent(message, { channelId }) {
        const { channel } = catchUp;
        if (channel?.channelId === channelId) {
          channel.add([message], message.sequence);
          // Others may have spoken in between, or the answer lacks the number.
          if (message.sequence === 0 || channel.isBehind()) void catchUp.run();
        }
        store.tellActivity();
      },
      onChange(outgoing) {
        // What another tab has sent stands among the messages from then on.
        const isGone = store.view.outgoing.some(
          (one) => !outgoing.some(({ clientId }) => clientId === one.clientId),
        );
        store.change({ outgoing });
        if (isGone) void catchUp.run();
      },
      onSessionEnded: endSession,
    });
    store.change({ writer });
  };
}
