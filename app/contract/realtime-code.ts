/** Numbers and names of the websocket that browsers need as well: apart from the shapes, which bring zod along. */

export const REALTIME_PATH = "/ws";
export const HEARTBEAT_MS = 3_000;
/** The first try after a drop; later tries wait up to as much again, at random (product 4.6). */
export const RECONNECT_DELAY_MS = 3_000;
/** A connection that has not said who it is by then is closed. */
export const AUTHORISE_WITHIN_MS = 5_000;
export const TICKET_LIFETIME_MS = 20_000;
export const TICKET_PARAMETER = "ticket";

/** Why the provider closed a socket. 1001 (going away) and 1009 (too large) keep their standard sense. */
export const closeCodes = {
  notAuthorised: 4001,
  malformed: 4002,
  tooFast: 4003,
  ticketRefused: 4004,
  /** Signed out, disabled, or the token has ended: do not come back without a new sign-in. */
  sessionEnded: 4005,
  silent: 4006,
  tooManySockets: 4007,
  /** The person may not use the message center any more: coming back would be refused. */
  notAllowed: 4008,
} as const;
/** Largest frame that a client may send. */
export const CLIENT_FRAME_MAX_BYTES = 4_096;

export const UNREAD_THEME = "SERVER_COUNT_UNREAD_MSG";
