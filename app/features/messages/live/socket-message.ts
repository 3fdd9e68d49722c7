import type { ServerMessage } from "#app/contract/realtime.ts";
import { DESK_THEME, SHIPMENTS_THEME } from "#app/contract/realtime-code.ts";
import type { CatchUp } from "./catch-up.ts";
import type { LiveStore } from "./live-store.ts";
import { isUnread, unreadStep } from "./unread.ts";

/** Among the ids of changed shipments: the inbox of the forwarder's desk. */
export const DESK = "desk";

/** Takes a message of the socket to where it is shown. */
export function takeMessage(
  message: ServerMessage,
  store: LiveStore,
  catchUp: CatchUp,
  isLookedAt: boolean,
): void {
  store.change({ webSocketMsg: message, nid: message.nid ?? store.view.nid });
  // Another provider may mean something else by the type.
  if (message.type === "news" && message.data?.num >= 0) store.change({ news: message.data.num });
  if (message.type === "client_business" && message.theme === SHIPMENTS_THEME)
    store.tellShipments(idsOf(message.data));
  if (message.type === "client_business" && message.theme === DESK_THEME) store.tellShipments([DESK]);
  if (!isUnread(message)) return;
  const { data } = message;
  const { channel } = catchUp;
  const step = unreadStep(data, channel && isLookedAt ? channel.channelId : null);
  if (step.kind === "count") {
    catchUp.countHeard();
    store.setUnread(step.num);
  }
  if (data.channelId === channel?.channelId) void catchUp.run();
  store.tellActivity();
}

/** Of what cannot be read, all may have changed. */
const idsOf = (data: { ids?: unknown } | null): string[] | null =>
  Array.isArray(data?.ids) ? data.ids.map(String) : null;
