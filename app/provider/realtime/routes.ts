import { CODE_FORBIDDEN } from "#app/contract/code.ts";
import { realtimeTicket, TICKET_LIFETIME_MS } from "#app/contract/realtime.ts";
import { handle, Refusal, type Route } from "../http/handler.ts";
import { limitTo } from "../in-turn.ts";
import { makeTicket } from "./ticket.ts";
import { mayUseMessages } from "./unread.ts";

/** When a process or a line comes back, thousands ask for a ticket in the same second. */
const inPlace = limitTo(4, 20_000);

/** What a browser needs before it opens a socket. */
export const realtimeRoutes: Route[] = [
  handle(
    realtimeTicket,
    async (_input, { db, caller, now }) => {
      if (!mayUseMessages(caller)) throw new Refusal(CODE_FORBIDDEN, "forbidden");
      return { ticket: await makeTicket(db, caller, now), lifetimeMs: TICKET_LIFETIME_MS };
    },
    { inPlace },
  ),
];
