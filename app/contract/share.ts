import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { absentIs, expected } from "./reading.ts";
import { wireDocument } from "./shipment.ts";
import { shipmentPreview } from "./shipment-preview.ts";
import { nothing, pageOf, pageRequest, wireDateTime, wireId } from "./wire.ts";

/** How long a link works, and how much it shows. */
export const SHARE_LIMITS = { usualDays: 30, maxDays: 180, shipments: 50, label: 100 } as const;

export const shareStates = ["LIVE", "EXPIRED", "REVOKED"] as const;

const days = z.coerce.number().int().min(1).max(SHARE_LIMITS.maxDays);

/** The address of a link. It is told once, because only a hash of its token is stored. */
const madeLink = z.object({ id: wireId, url: z.string(), expiresAt: wireDateTime });

export const shareStart = endpoint({
  name: "share.start",
  summary: "House numbers of the caller's shipments with these ids, for the form that makes a link",
  neededBy: ["/shipments/share"],
  path: "/share/start",
  body: "json",
  request: z.object({ ids: z.array(wireId).max(SHARE_LIMITS.shipments) }),
  response: z.object({
    houseNumbers: z.array(z.string()),
    /** The id of each number; without them a choice over several pages cannot name what was ticked before. */
    ids: absentIs(z.array(wireId), []),
  }),
});

export const shareMake = endpoint({
  name: "share.make",
  summary: "Make a link that shows shipments to whoever has it; the address is answered once",
  neededBy: ["/shipments/share"],
  path: "/share/make",
  body: "json",
  isWrite: true,
  request: z.object({
    houseNumbers: z.array(z.string().trim().min(1).max(50)).min(1).max(500),
    /** For the company's own people: those who open the link do not see it. */
    label: z.string().trim().max(SHARE_LIMITS.label),
    showsParties: z.boolean(),
    /** Needs `showsParties`, because documents name them. Commercial invoices are never shown. */
    showsDocuments: z.boolean(),
    days: days.default(SHARE_LIMITS.usualDays),
  }),
  response: madeLink,
});

const shareLink = z.object({
  id: wireId,
  label: z.string(),
  houseNumbers: z.array(z.string()),
  showsParties: z.boolean(),
  showsDocuments: z.boolean(),
  state: z.enum(shareStates),
  /** Who made it, or the administrator who took it over; null when nobody has. */
  ownerName: z.string().nullable(),
  createdAt: wireDateTime,
  expiresAt: wireDateTime,
  /** How many browsers have opened it by the button of its page. */
  seenCount: expected(z.number().int()),
  lastSeenAt: wireDateTime.nullable(),
});
export type ShareLink = z.infer<typeof shareLink>;

export const shareList = endpoint({
  name: "share.list",
  summary: "The caller's links, for administrators all of the company, the newest first",
  neededBy: ["/shipments/shared"],
  path: "/share/list",
  body: "json",
  request: z.object({ id: wireId.optional(), state: z.enum(shareStates).optional(), ...pageRequest }),
  response: pageOf(shareLink).extend({ counts: z.partialRecord(z.enum(shareStates), z.number().int()) }),
});

export const shareRevoke = endpoint({
  name: "share.revoke",
  summary: "End a link at once and for good",
  usedBy: ["/shipments/shared"],
  path: "/share/revoke",
  body: "json",
  isWrite: true,
  request: z.object({ id: wireId }),
  response: nothing,
});

export const shareRenew = endpoint({
  name: "share.renew",
  summary: "Give a link that is not revoked a new address and a new end; the old address is over",
  usedBy: ["/shipments/shared"],
  path: "/share/renew",
  body: "json",
  isWrite: true,
  request: z.object({ id: wireId, days: days.default(SHARE_LIMITS.usualDays) }),
  response: madeLink,
});

const shareToken = z.string().min(20).max(100);

/** The calls of a stranger carry the token in the body, so that no log of addresses holds it. */
export const shareOpen = endpoint({
  name: "share.open",
  summary: "Press of the button on a link's page: counts a browser that has not opened it lately",
  neededBy: ["/shared"],
  service: "tracking",
  path: "/share/open",
  body: "json",
  access: "public",
  isWrite: true,
  request: z.object({ token: shareToken, isCounted: z.boolean() }),
  response: nothing,
});

const sharedShipment = shipmentPreview.omit({ containers: true }).extend({
  id: wireId,
  containerNumbers: z.array(z.string()),
  /** Names on the house bill; null unless the link shows parties. */
  parties: z.object({ shipper: z.string(), consignee: z.string() }).nullable(),
  /** Null unless the link shows documents. */
  documents: z.array(wireDocument).nullable(),
});
export type SharedShipment = z.infer<typeof sharedShipment>;

export const shareView = endpoint({
  name: "share.view",
  summary: "What a link shows: nothing but what was chosen when it was made",
  neededBy: ["/shared"],
  service: "tracking",
  path: "/share/view",
  body: "json",
  access: "public",
  request: z.object({ token: shareToken }),
  response: z.object({
    company: z.string(),
    expiresAt: wireDateTime,
    shipments: z.array(sharedShipment),
  }),
});

export const shareDocument = endpoint({
  name: "share.document",
  summary: "One document of a link that shows documents, as a PDF",
  usedBy: ["/shared"],
  service: "tracking",
  path: "/share/document",
  body: "json",
  access: "public",
  answer: "file",
  retries: 0,
  request: z.object({ token: shareToken, documentId: wireId, clock: z.string().max(64).optional() }),
  response: z.any(),
});
