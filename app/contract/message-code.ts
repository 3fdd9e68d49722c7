import { LIMITS } from "./freight-code.ts";

/** Codes and limits of messages that browsers use too; without the schemas, which would load zod. */

export const topics = ["shipment", "billing", "booking", "quote"] as const;
export type Topic = (typeof topics)[number];

/** Channel codes (product 3.4). The order of `topics` is that of the tabs. */
export const channelTypes = { shipment: 1, billing: 4, booking: 6, quote: 3 } as const;
export type ChannelType = (typeof channelTypes)[Topic];

export function topicOf(type: ChannelType): Topic {
  return topics.find((topic) => channelTypes[topic] === type) as Topic;
}

/** Product 5.7: the longest text of a message. */
export const MESSAGE_MAX_LENGTH = 4_000;
/** Files per message; each at most as large as an attachment of a booking. */
export const MESSAGE_FILES = LIMITS.attachments;
export const MESSAGE_FILE_BYTES = LIMITS.attachmentBytes;
