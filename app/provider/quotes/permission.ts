import { CODE_FORBIDDEN } from "#app/contract/code.ts";
import type { QuoteAction, QuoteStatus } from "#app/lib/quote-state.ts";
import { maySeeCharges } from "../access/charges.ts";
import type { Caller } from "../call/context.ts";
import { isDesk, type Needs } from "../call/needs.ts";
import { Refusal } from "../call/refusal.ts";

/** Reading: whoever asks for quotes or books from them. */
export const readNeeds = {
  reach: "read",
  anyOf: ["QUOTES", "REQUESTQUOTE", "BOOKSHIPMENT"],
} as const satisfies Needs;

/**
 * Whether the caller's rights allow the action on a quote in this status
 * (app/decisions/quotes.md). Nobody accepts a price that they may not see. The
 * quote's state is checked elsewhere.
 */
export function mayTake(
  caller: Caller,
  action: QuoteAction,
  quote: { companyId: string; status: QuoteStatus },
): boolean {
  if (action === "price" || action === "withdraw") return isDesk(caller);
  if (caller.companyId !== quote.companyId) return false;
  const mayRequest = caller.buttons.includes("REQUESTQUOTE");
  switch (action) {
    case "update":
    case "reject":
      return mayRequest;
    case "accept":
      return mayRequest && maySeeCharges(caller) && (!isAwaiting(quote) || caller.roles.includes("admin"));
    case "book":
      return maySeeCharges(caller) && (mayRequest || caller.buttons.includes("BOOKSHIPMENT"));
  }
}

function isAwaiting({ status }: { status: QuoteStatus }): boolean {
  return status === "AWAITING_AUTHORIZATION";
}

/** @throws Refusal 403; for a quote that awaits authorization it says that an administrator is needed */
export function mustTake(...[caller, action, quote]: Parameters<typeof mayTake>): void {
  if (mayTake(caller, action, quote)) return;
  const needsAdministrator =
    action === "accept" && isAwaiting(quote) && mayTake({ ...caller, roles: ["admin"] }, action, quote);
  throw new Refusal(CODE_FORBIDDEN, needsAdministrator ? "quoteNeedsAdministrator" : "forbidden");
}
