import { channelTypes } from "#app/contract/message.ts";
import type { CallerContext } from "../call/context.ts";
import { caseOf } from "../messages/case.ts";
import { post } from "../messages/send.ts";
import { channelIdOf, ensureTeam } from "../messages/team.ts";
import type { BookingRow } from "./store.ts";

/** Posts a message of the caller in the booking's conversation, once for each `clientId`. */
export async function postAbout(
  row: BookingRow,
  { text, clientId }: { text: string; clientId: string },
  context: CallerContext,
): Promise<void> {
  const { db, caller, scope, now } = context;
  const conversationCase = await caseOf(db, scope, channelTypes.booking, row.id);
  if (!conversationCase) return;
  const team = await ensureTeam(db, conversationCase, { userId: caller.userId, now });
  const channelId = await channelIdOf(db, team.id, channelTypes.booking);
  if (channelId !== null) await post({ channelId, text, contentUrl: [], clientId }, context);
}
