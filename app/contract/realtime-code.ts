/** Codes of the websocket that browsers use too; without the schemas, which would load zod. */

export const REALTIME_PATH = "/ws";
export const HEARTBEAT_MS = 3_000;
/** Delay of the first reconnect; later ones wait up to twice as long, at random (product 4.6). */
export const RECONNECT_DELAY_MS = 3_000;
/** A connection that is not authorised by then is closed. */
export const AUTHORISE_WITHIN_MS = 5_000;
export const TICKET_LIFETIME_MS = 20_000;
export const TICKET_PARAMETER = "ticket";

/** Reasons why the provider closes a socket. 1001 (going away) and 1009 (too large) are standard. */
export const closeCodes = {
  notAuthorised: 4001,
  malformed: 4002,
  tooFast: 4003,
  ticketRefused: 4004,
  /** Signed out, disabled, or the token has ended: reconnecting needs a new sign-in. */
  sessionEnded: 4005,
  silent: 4006,
  tooManySockets: 4007,
  /** The person may not use the message center any more: reconnecting would be refused. */
  notAllowed: 4008,
} as const;
/** Largest frame that a client may send. */
export const CLIENT_FRAME_MAX_BYTES = 4_096;

export const UNREAD_THEME = "SERVER_COUNT_UNREAD_MSG";
/** Our own: unread news of notifications. */
export const NEWS_THEME = "SERVER_COUNT_NEWS";
/** Our own: shipments that the person sees have changed. */
export const SHIPMENTS_THEME = "SERVER_CHANGED_SHIPMENTS";
/** Our own, for the forwarder's people: the inbox of the desk has changed. */
export const DESK_THEME = "SERVER_CHANGED_DESK";
