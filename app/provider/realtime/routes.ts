import { CODE_FORBIDDEN } from "#app/contract/code.ts";
import { realtimeTicket, TICKET_LIFETIME_MS } from "#app/contract/realtime.ts";
import { handle, Refusal, type Route } from "../http/handler.ts";
import { makeTicket } from "./ticket.ts";
import { mayUseMessages } from "./unread.ts";

/** What a browser needs before it opens a socket. */
export const realtimeRoutes: Route[] = [
  handle(realtimeTicket, async (_input, { db, caller, now }) => {
    if (!mayUseMessages(caller)) throw new Refusal(CODE_FORBIDDEN, "forbidden");
    return { ticket: await makeTicket(db, caller, now), lifetimeMs: TICKET_LIFETIME_MS };
  }),
];
