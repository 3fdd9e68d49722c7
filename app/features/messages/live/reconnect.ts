import { closeCodes, RECONNECT_DELAY_MS, TICKET_PARAMETER } from "#app/contract/realtime-code.ts";

/** What the person is told of the link; `resting` while nobody looks, `ended` with the session. */
export type LinkState = "connecting" | "connected" | "reconnecting" | "resting" | "ended";

/** Who one is to the socket, and the way in. Without tickets (product 4.6) `ticket` is null. */
export interface Pass {
  url: string;
  ticket: string | null;
  account: string;
  userId: string;
}

/** The first try follows 3 s after the drop; later ones take up to 3 s more, so that a crowd does not come at once. */
export function reconnectDelay(triesSinceDrop: number, random = Math.random()): number {
  return RECONNECT_DELAY_MS * (triesSinceDrop === 0 ? 1 : 1 + random);
}

/**
 * Product 4.6: on close only while a user id exists, on error always. An ended session asks for a new sign-in; who may not use
 * messages any more does not come back.
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

/** A page on https connects by wss only; elsewhere the operator's own scheme holds. */
export function socketAddress({ url, ticket }: Pick<Pass, "url" | "ticket">, pageProtocol: string): string {
  const address = new URL(url);
  const isSecure = pageProtocol === "https:" || address.protocol === "wss:" || address.protocol === "https:";
  address.protocol = isSecure ? "wss:" : "ws:";
  if (ticket) address.searchParams.set(TICKET_PARAMETER, ticket);
  return address.href;
}
