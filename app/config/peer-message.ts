import type { Claim, End } from "./peer-outcomes.ts";

/** What a process of the portal sends to the first one, by which they talk (`launcher/peer-relay.ts`). */
export type ToRelay =
  | { peers: "tell"; topic: string; value: unknown }
  | { peers: "claim"; id: number; key: string }
  | { peers: "settle"; key: string; end: End; isKept: boolean };

/** And what it hears from there. */
export type FromRelay =
  | { peers: "tell"; topic: string; value: unknown }
  | { peers: "claimed"; id: number; claim: Claim };
