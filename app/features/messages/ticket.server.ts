import type { SignedIn } from "#app/access/guard.server.ts";
import { realtimeAddress } from "#app/access/realtime-address.server.ts";
import { env } from "#app/config/env.server.ts";
import { realtimeTicket } from "#app/contract/realtime.ts";
import { faultAnswer } from "./data-answer.server.ts";
import { faultText, statusOf } from "./write-fault.server.ts";

/** Who one is to the socket, and the way in; the bearer token stays here. A ticket is good for one connection. */
export async function ticketAnswer({ visit, user }: SignedIn, pageUrl: string): Promise<Response> {
  const pass = { url: realtimeAddress(pageUrl), account: user.userName, userId: user.userId };
  if (!env.REALTIME_TICKETS || !visit.offers(realtimeTicket)) return Response.json({ ...pass, ticket: null });
  const result = await visit.write(realtimeTicket, {});
  return result.isDone && result.data
    ? Response.json({ ...pass, ticket: result.data.ticket })
    : result.isDone
      ? faultAnswer("", 503)
      : faultAnswer(faultText(result.fault), statusOf(result.fault));
}
