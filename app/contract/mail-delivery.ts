import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { noFields, nothing, wireDateTime, wireId } from "./wire.ts";

/** Mails of news to people of a company, as its administrators see and change it: calls of our own. */

/** An address of a member or recipient whose mail server refused a mail, and has not taken one since. */
export const failingAddress = z.object({
  email: z.string(),
  /** The member with this address; null for a recipient outside the company. */
  userId: wireId.nullable(),
  name: z.string().nullable(),
  /** Refusals for good, and those that may pass. */
  hardFailures: z.number().int(),
  softFailures: z.number().int(),
  /** What the mail server said last. */
  lastError: z.string().nullable(),
  lastFailedAt: wireDateTime.nullable(),
  /** Set: it gets no news until the block is lifted. */
  blockedSince: wireDateTime.nullable(),
});
export type FailingAddress = z.infer<typeof failingAddress>;

export const mailDelivery = endpoint({
  name: "mail.delivery",
  summary:
    "Whether mails of news have content, and addresses that refuse them, blocked ones first (MEMBER_MANAGE)",
  neededBy: ["/account/mailDelivery"],
  path: "/portalUser/mailDelivery",
  body: "none",
  request: noFields,
  response: z.object({
    /** Mails only say that there is news, with a link. */
    isBare: z.boolean(),
    addresses: z.array(failingAddress),
    /** Addresses left out of an overlong list. */
    more: z.number().int(),
  }),
});

export const saveMailDelivery = endpoint({
  name: "mail.saveDelivery",
  summary: "Say whether mails of news to people of the company have content (MEMBER_MANAGE)",
  usedBy: ["/account/mailDelivery"],
  path: "/portalUser/saveMailDelivery",
  isWrite: true,
  request: z.object({ isBare: z.stringbool() }),
  response: nothing,
});

export const liftMailBlock = endpoint({
  name: "mail.liftBlock",
  summary:
    "Let an address of a member or recipient get news again; its failures are forgotten (MEMBER_MANAGE)",
  usedBy: ["/account/mailDelivery"],
  path: "/portalUser/liftMailBlock",
  isWrite: true,
  request: z.object({ email: z.string().trim().toLowerCase().min(1).max(254) }),
  response: nothing,
});
