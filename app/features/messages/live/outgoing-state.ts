import type { OutgoingMessage } from "./outbox.ts";

/** After more attempts a message is shown as not sent, although it is still retried. */
const TRIES_SHOWN_AS_SENDING = 2;

export type OutgoingState = "sending" | "waiting" | "notSent";

/** The displayed state. `waiting`: there is no network; it is sent when the network is back. */
export function outgoingState({ tries, refusal }: OutgoingMessage, isOnline: boolean): OutgoingState {
  if (refusal !== null) return "notSent";
  if (!isOnline) return "waiting";
  return tries > TRIES_SHOWN_AS_SENDING ? "notSent" : "sending";
}
