import { closeCodes, RECONNECT_DELAY_MS, TICKET_PARAMETER } from "#app/contract/realtime-code.ts";

/** The displayed state of the connection; `resting` while the page is hidden, `ended` with the session. */
export type LinkState = "connecting" | "connected" | "reconnecting" | "resting" | "ended";

/** Identity and ticket for the socket. Without tickets (product 4.6) `ticket` is null. */
export interface Pass {
  url: string;
  ticket: string | null;
  account: string;
  userId: string;
}

/**
 * The first attempt is 3 s after the drop; later ones take up to 3 s longer, so that many clients do not
 * reconnect at once.
 */
export function reconnectDelay(triesSinceDrop: number, random = Math.random()): number {
  return RECONNECT_DELAY_MS * (triesSinceDrop === 0 ? 1 : 1 + random);
}

/**
 * Product 4.6: reconnect after close only while there is a user id, after an error always. An ended session
 * needs a new sign-in; people who lost the right do not reconnect.
 */
export function afterClose(drop: {
  code: number;
  hasFailed: boolean;
  userId: string | null;
}): "ended" | "reconnect" | "stop" {
  if (drop.code === closeCodes.sessionEnded) return "ended";
  if (drop.code === closeCodes.notAllowed) return "stop";
  return drop.hasFailed || drop.userId ? "reconnect" : "stop";
}

/** A page on https connects by wss only; otherwise the operator's scheme is used. */
export function socketAddress({ url, ticket }: Pick<Pass, "url" | "ticket">, pageProtocol: string): string {
  const address = new URL(url);
  const isSecure = pageProtocol === "https:" || address.protocol === "wss:" || address.protocol === "https:";
  address.protocol = isSecure ? "wss:" : "ws:";
  if (ticket) address.searchParams.set(TICKET_PARAMETER, ticket);
  return address.href;
}
