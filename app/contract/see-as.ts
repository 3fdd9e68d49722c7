import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { essential } from "./reading.ts";
import { wireDateTime, wireId } from "./wire.ts";

/** How long staff may see the portal as somebody does before they begin anew. */
export const SEE_AS_MINUTES = 30;

const seenPerson = z.object({
  userId: essential(wireId),
  userName: z.string(),
  name: z.string(),
  roleName: z.string(),
  companyId: essential(wireId),
  companyName: z.string(),
  /** An account that is not in use cannot be seen as. */
  isActive: z.boolean(),
});

export const seeAsWhom = endpoint({
  name: "desk.seeAsWhom",
  summary: "The customer's person as whom the desk is about to see the portal",
  neededBy: ["/freightForwarder/seeAs"],
  path: "/desk/seeAsWhom",
  request: z.object({ userId: wireId }),
  response: seenPerson,
});

export const seeAsBegin = endpoint({
  name: "desk.seeAs",
  summary:
    "A session that reads what a customer's person reads and changes nothing; it is in both companies' activity, and ends with the caller's own",
  neededBy: ["/freightForwarder/seeAs"],
  path: "/desk/seeAs",
  body: "json",
  isWrite: true,
  retries: 0,
  request: z.object({ userId: wireId }),
  response: seenPerson.extend({ token: essential(z.string()), expiresAt: wireDateTime }),
});
