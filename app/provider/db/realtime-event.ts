/**
 * What the processes of a provider tell each other through `realtime_outbox`, written in the transaction of the change
 * that it tells of. It names whom it concerns, never what was said.
 */
export type RealtimeEvent =
  /** A message stands in a channel. It concerns the company's people who use the message center, and the forwarder's. */
  | { kind: "message"; companyId: string; channelId: string; senderId: string | null }
  /** A person has read a channel, or all (`channelId` null), on one device: the others are told. */
  | { kind: "read"; userId: string; channelId: string | null }
  /** Tokens have ended, by hash as base64url: their sockets close at once. */
  | { kind: "tokens-ended"; tokenHashes: string[] }
  /** Every socket of a person closes: the account was deleted. */
  | { kind: "person-out"; userId: string }
  /** A person's role has the message center no more: the sockets close, the session goes on. Also told by the database. */
  | { kind: "messages-lost"; userId: string };
