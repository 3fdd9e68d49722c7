import type { Kysely } from "kysely";
import { ADMIN_ROLE, type ButtonCode, type MenuName, type ResourceCode } from "#app/contract/access.ts";
import type { WebhookTopic } from "#app/contract/webhook-code.ts";
import { loadAbsentCaller } from "../call/caller.ts";
import type { Caller } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";

/** For those who manage the company's members, as keys of programs. */
export const MANAGES: { role: typeof ADMIN_ROLE; resource: ResourceCode } = {
  role: ADMIN_ROLE,
  resource: "MEMBER_MANAGE",
};

/** What opens the records of a topic to a person: any of these. */
const OPENED_BY: Record<WebhookTopic, readonly (MenuName | ButtonCode)[]> = {
  shipments: ["SHIPMENTS"],
  quotes: ["QUOTES", "REQUESTQUOTE", "BOOKSHIPMENT"],
  bookings: ["BOOKING", "SHIPMENTS", "QUOTES"],
  invoices: ["BILLING"],
  messages: ["MessageCenter"],
};

/** Whether the maker of a webhook may see what a topic tells. */
export function maySee({ menus, buttons }: Caller, topic: WebhookTopic): boolean {
  return OPENED_BY[topic].some((name) => [...menus, ...buttons].includes(name));
}

/** The maker of a webhook with the rights of this moment; null for one who may not have webhooks any more. */
export async function loadMaker(
  db: Kysely<Database>,
  userId: string,
  companyId: string,
): Promise<Caller | null> {
  try {
    const caller = await loadAbsentCaller(db, userId);
    const manages = caller.roles.includes(MANAGES.role) && caller.resourceCodes.includes(MANAGES.resource);
    return manages && caller.companyId === companyId ? caller : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
