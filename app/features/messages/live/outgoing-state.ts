import type { OutgoingMessage } from "./outbox.ts";

/** A message that has gone unanswered this often is shown as not sent, though it is tried on. */
const TRIES_SHOWN_AS_SENDING = 2;

export type OutgoingState = "sending" | "waiting" | "notSent";

/** What the person is told. `waiting`: there is no link, and it leaves by itself when there is one. */
export function outgoingState({ tries, refusal }: OutgoingMessage, isOnline: boolean): OutgoingState {
  if (refusal !== null) return "notSent";
  if (!isOnline) return "waiting";
  return tries > TRIES_SHOWN_AS_SENDING ? "notSent" : "sending";
}
