import type { Kysely } from "kysely";
import type { ButtonCode, MenuName } from "#app/contract/access.ts";
import { findAbsentCaller } from "../call/caller.ts";
import type { Caller } from "../call/context.ts";
import { managesMembers } from "../call/needs.ts";
import type { Database } from "../db/schema.ts";
import { TEST_TOPIC, type WebhookEvent } from "./message.ts";

/** What opens the records of a topic to a person: any of these. */
const OPENED_BY: Record<WebhookEvent["topic"], readonly (MenuName | ButtonCode)[]> = {
  shipments: ["SHIPMENTS"],
  quotes: ["QUOTES", "REQUESTQUOTE", "BOOKSHIPMENT"],
  bookings: ["BOOKING", "SHIPMENTS", "QUOTES"],
  invoices: ["BILLING"],
  messages: ["MessageCenter"],
  // Tells nothing of anybody: `deliver` asks for no right.
  [TEST_TOPIC]: [],
};

/** Whether the maker of a webhook may see what a topic tells. */
export function maySee({ menus, buttons }: Caller, topic: WebhookEvent["topic"]): boolean {
  return OPENED_BY[topic].some((name) => [...menus, ...buttons].includes(name));
}

/** The maker of a webhook with the rights of this moment; null for one who may not have webhooks any more. */
export async function loadMaker(
  db: Kysely<Database>,
  userId: string,
  companyId: string,
): Promise<Caller | null> {
  const caller = await findAbsentCaller(db, userId);
  return caller && managesMembers(caller) && caller.companyId === companyId ? caller : null;
}
