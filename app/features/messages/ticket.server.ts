import type { SignedIn } from "#app/access/guard.server.ts";
import { hasMenu, type Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { env } from "#app/config/env.server.ts";
import { realtimeTicket } from "#app/contract/realtime.ts";
import { realtimeAddress } from "#app/lib/realtime-address.ts";
import { faultAnswer } from "./data-answer.server.ts";
import { mayUseMessages } from "./permission.ts";
import { faultText, statusOf } from "./write-fault.server.ts";

/** A provider without tickets knows the sockets of the message center only. */
export const maySeeShipmentsLive = (visit: Visit, rights: Rights): boolean =>
  hasMenu(rights, "SHIPMENTS") && env.REALTIME_TICKETS && visit.offers(realtimeTicket);

/**
 * Identity and ticket for the socket; the bearer token stays on the server. A ticket is valid for one
 * connection.
 */
export async function ticketAnswer({ visit, user, rights }: SignedIn, pageUrl: string): Promise<Response> {
  if (!mayUseMessages(rights) && !maySeeShipmentsLive(visit, rights)) return faultAnswer("", 403);
  const pass = {
    url: realtimeAddress(pageUrl, visit.site, env),
    account: user.userName,
    userId: user.userId,
  };
  if (!env.REALTIME_TICKETS || !visit.offers(realtimeTicket)) return Response.json({ ...pass, ticket: null });
  const result = await visit.write(realtimeTicket, {});
  return result.isDone && result.data
    ? Response.json({ ...pass, ticket: result.data.ticket })
    : result.isDone
      ? faultAnswer("", 503)
      : faultAnswer(faultText(result.fault), statusOf(result.fault));
}
