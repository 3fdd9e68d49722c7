import { realtimeTicket, TICKET_LIFETIME_MS } from "#app/contract/realtime.ts";
import { limitTo } from "../call/in-turn.ts";
import { handle, type Route } from "../call/route.ts";
import { makeTicket } from "./ticket.ts";

/** When a process or a network comes back, thousands of browsers request a ticket in the same second. */
const runInSlot = limitTo(4, 20_000);

/** What a browser needs before it opens a socket. */
export const realtimeRoutes: Route[] = [
  handle(
    realtimeTicket,
    { reach: "self", anyOf: ["MessageCenter", "SHIPMENTS"] },
    async (_input, { db, caller, now }) => ({
      ticket: await makeTicket(db, caller, now),
      lifetimeMs: TICKET_LIFETIME_MS,
    }),
    { runInSlot },
  ),
];
