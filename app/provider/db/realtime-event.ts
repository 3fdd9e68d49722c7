/**
 * Events that the processes of a provider exchange through `realtime_outbox`, written in the transaction of
 * the change. They name the people concerned, never the text of a message.
 */
export type RealtimeEvent =
  /**
   * A channel has a new message. It concerns the company's people who use the message center, and the
   * forwarder's.
   */
  | { kind: "message"; companyId: string; channelId: string; senderId: string | null }
  /**
   * A person has read a channel, or all (`channelId` null), on one device: the person's other devices are
   * updated.
   */
  | { kind: "read"; userId: string; channelId: string | null }
  /** People were told something, or have read it. */
  | { kind: "news"; userIds: string[] }
  /**
   * Shipments have changed, by company: their ids, or null for more than `SHIPMENTS_NAMED`. Written by database
   * triggers.
   */
  | { kind: "shipments"; companies: Record<string, string[] | null> }
  /** The inbox of the forwarder's desk has changed. Written by database triggers. */
  | { kind: "desk" }
  /** Tokens were revoked, given by hash as base64url: their sockets close at once. */
  | { kind: "tokens-ended"; tokenHashes: string[] }
  /** Every socket of a person closes: the account was deleted. */
  | { kind: "person-out"; userId: string }
  /**
   * A person's role has lost the message center: the sockets close, the session continues. Also written by a
   * database trigger.
   */
  | { kind: "messages-lost"; userId: string };
