import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { channelTypes, MESSAGE_FILES, MESSAGE_MAX_LENGTH } from "./message-code.ts";
import { absentIs, alsoCalled, broughtFrom, essential, expected } from "./reading.ts";
import { noFields, nothing, pageOf, pageRequest, wireDateTime, wireId } from "./wire.ts";

/**
 * The message center (product 3.10, 4.7, 7.4). A team is one case of a company: a quote, the booking made of it and its shipment
 * share one. Each of its channels holds the messages of one topic. What lists and details call a session is a team as
 * one person sees it.
 */
export * from "./message-code.ts";

export const channelType = z.literal(Object.values(channelTypes));
const channelTypeField = z.coerce.number().pipe(channelType);

/** Sequence number of the first message of others that the caller has not read; null when there is none, or unknown. */
export const firstUnreadField = z.number().int().nullable().default(null);

/** Nothing told is nothing counted. */
export const countField = absentIs(z.number().int(), 0);

/** Messages of one answer. */
export const messageLimit = z.coerce.number().int().min(1).max(100);
export const offsetField = z.coerce.number().int().min(0).max(1_000_000).default(0);

/** A file that `message/uploadAttachment` took. `contentUrl` is a path below `{api}` that asks for the bearer token. */
export const messageFile = z.object({
  contentUrl: essential(alsoCalled(z.string().max(300), "url")),
  name: z.string().max(300),
});
export type MessageFile = z.infer<typeof messageFile>;

export const messageData = z.object({
  /** Empty from a provider that knows the calls of product 7 alone: its messages are a time, a name and a text. */
  id: absentIs(wireId, ""),
  /** Place in its channel, from 1 on and without gaps: what a reader lacks is told by it. */
  sequence: absentIs(z.number().int(), 0),
  createTime: wireDateTime,
  /** Name of the sender (product 3.10). */
  msName: z.string(),
  isOwn: z.boolean(),
  isForwarder: z.boolean(),
  /** Plain text; emoji stand as their codes (`#app/lib/emoji-code.ts`). */
  text: alsoCalled(z.string(), "body", "content", "message"),
  /** The attachments (product 3.10), each with its size, its kind and whether it was scanned. */
  contentUrl: z.array(
    messageFile.extend({
      size: expected(z.number().int()),
      contentType: z.string(),
      /** A scanner found nothing in it; false where none has looked, null from a provider that does not say. */
      isScanned: z.boolean().nullable().default(null),
    }),
  ),
  /** The sender's own name for it: how an answer that was lost is told from a second message. */
  clientId: z.string(),
});
export type MessageData = z.infer<typeof messageData>;

/** Numbers people know the case by; the portal makes the title of them. `subject` is what an inquiry gave as one. */
export const teamSubject = z.object({
  shipment: z.object({ id: wireId, houseNumber: z.string() }).nullable(),
  booking: z.object({ id: wireId, bookingNumber: z.string() }).nullable(),
  quote: z.object({ id: wireId, quoteNumber: z.string() }).nullable(),
  subject: z.string(),
  /** The customer's, for the forwarder's people; empty for the customer's own. */
  companyName: z.string(),
});
export type TeamSubject = z.infer<typeof teamSubject>;

export const channelData = z.object({
  channelId: essential(wireId),
  type: channelType,
  unReadNum: countField,
  total: expected(z.number().int()),
});

export const teamData = teamSubject.extend({ id: wireId, channels: z.array(channelData) });
export type TeamData = z.infer<typeof teamData>;

export const teamList = endpoint({
  name: "teams.getTeamList",
  summary: "The company's teams with their channels, by name",
  path: "/teams/getTeamList",
  body: "json",
  request: z.object({ ...pageRequest, keyword: z.string().max(100).optional() }),
  response: pageOf(teamData),
});

export const teamChannels = endpoint({
  name: "teams.channels",
  summary: "Channels of one team",
  path: "/teams/channels",
  body: "json",
  request: z.object({ id: wireId }),
  response: z.array(channelData),
});

const TEAM_TIMEOUT = { timeoutMs: 120_000, retries: 0 } as const;

/**
 * The team of a shipment (1), quote (3), booking (6), or of the bills of a shipment (4, `subjectId` is the shipment);
 * made if there is none yet, with every channel that its case has. The same again gives the same team.
 */
export const teamCreate = endpoint({
  name: "teams.createTeamAndChannels",
  summary: "Find or make the team of a shipment, booking, quote or bill",
  path: "/teams/createTeamAndChannels",
  body: "json",
  isWrite: true,
  ...TEAM_TIMEOUT,
  request: z.object({ type: channelTypeField, subjectId: wireId }),
  response: z.object({ id: wireId, channelId: wireId }),
});

/** `{a}` is the channel type, `{b}` the subject's id, as in `teamCreate`. Null when there is no team yet. */
export const teamOfSubject = endpoint({
  name: "teams.getTeams",
  summary: "The team of a shipment, booking, quote or bill",
  path: "/teams/getTeams/{a}/{b}",
  body: "json",
  ...TEAM_TIMEOUT,
  request: z.object({ a: channelTypeField, b: wireId }),
  response: teamData.nullable(),
});

/** A number out, nothing in (product 7.4): messages that the caller has not read, over all channels. */
export const unreadCount = endpoint({
  name: "message.countUnReadMsg",
  summary: "How many messages the caller has not read",
  path: "/message/countUnReadMsg",
  body: "none",
  request: noFields,
  response: z.number().int(),
});

const MESSAGE_TIMEOUT = { timeoutMs: 60_000 } as const;
const clientId = z.string().regex(/^[\x21-\x7e]{8,100}$/);
const outgoing = {
  /** Empty only beside a file (product 5.7). */
  text: z.string().max(MESSAGE_MAX_LENGTH).default(""),
  contentUrl: z.array(messageFile).max(MESSAGE_FILES).default([]),
  clientId,
};

/** Once per sender and `clientId` in a channel, however often and with whatever key it comes. */
export const messageSend = endpoint({
  name: "message.sendMessage",
  summary: "Send a message to a channel",
  path: "/message/sendMessage",
  body: "json",
  isWrite: true,
  ...MESSAGE_TIMEOUT,
  request: z.object({ channelId: wireId, ...outgoing }),
  response: messageData,
});

/** Until the forwarder's desk has screens of its own: an answer from its people. */
export const messageAnswer = endpoint({
  name: "message.answer",
  summary: "The forwarder answers in a channel of any company",
  path: "/message/answer",
  body: "json",
  access: "staff",
  isWrite: true,
  ...MESSAGE_TIMEOUT,
  request: z.object({ channelId: wireId, ...outgoing }),
  response: messageData,
});

/**
 * A question about something the company has, or about nothing yet. `reference` is a house number, PO number, booking or
 * quote number as the topic asks; a known one leads to the team it has, no reference begins a team of `subject`.
 */
export const newInquiry = endpoint({
  name: "graph.newInquiry",
  summary: "Begin a conversation",
  path: "/graph/newInquiry",
  body: "json",
  isWrite: true,
  ...MESSAGE_TIMEOUT,
  request: z.object({
    type: channelTypeField,
    reference: z.string().trim().max(50).default(""),
    subject: z.string().trim().max(120).default(""),
    ...outgoing,
  }),
  response: z.object({ id: wireId, channelId: wireId, message: messageData }),
});

/** Data of the 409 of an inquiry whose `clientId` stands for another one: the conversation that it began. */
export const inquiryConflict = z.object({ begun: z.object({ id: wireId, text: z.string() }) });

/** Found anywhere in the text, or in the name of a file; nearest in time first. */
export const messageSearch = endpoint({
  name: "message.fuzzyQueryMsg",
  summary: "Search messages",
  path: "/message/fuzzyQueryMsg",
  body: "json",
  request: z.object({
    keyword: z.string().trim().min(1).max(100),
    limit: messageLimit.default(25),
    offset: offsetField,
  }),
  response: z.object({
    rows: z.array(
      messageData.extend({
        teamId: wireId,
        channelId: wireId,
        type: expected(channelType),
        team: teamSubject,
      }),
    ),
    total: z.number().int(),
  }),
});

/**
 * Messages of a channel, oldest first. `offset` counts back from the newest (product 4.7). `after` gives what
 * came after a sequence number, which is how a reader who was away catches up; `before` what stands before one.
 * @returns `total`: all messages of the channel.
 */
export const messageList = endpoint({
  name: "message.list",
  summary: "Messages of a channel",
  path: "/message/list",
  body: "json",
  inAddress: ["limit", "offset"],
  request: z.object({
    channelId: wireId,
    limit: messageLimit.default(30),
    offset: offsetField,
    after: z.number().int().min(0).optional(),
    before: z.number().int().min(1).optional(),
  }),
  response: z.object({
    rows: z.array(messageData),
    total: z.number().int(),
    unReadNum: countField,
    firstUnread: firstUnreadField,
  }),
});

/** Up to `sequence`, or all; never back. */
export const messageRead = endpoint({
  name: "message.read",
  summary: "Mark a channel as read",
  path: "/message/read",
  body: "json",
  isWrite: true,
  request: z.object({ channelId: wireId, sequence: z.int32().min(0).optional() }),
  response: nothing,
});

export const messageAllRead = endpoint({
  name: "message.allRead",
  summary: "Mark everything as read, or everything of one team",
  path: "/message/allRead",
  body: "json",
  isWrite: true,
  request: z.object({ id: wireId.optional() }),
  response: nothing,
});

/** The file's URL (product 4.7), as a text or with a name beside it. */
function fileOfAnswer(value: unknown): unknown {
  if (typeof value === "string") return { files: [{ contentUrl: value, name: "" }] };
  const isOne = typeof value === "object" && value !== null && !("files" in value);
  return isOne && ("contentUrl" in value || "url" in value) ? { files: [value] } : value;
}

/**
 * Takes files for messages of one channel; `teamParams` is JSON text with its `channelId` and stands before the files.
 * The same Idempotency-Key and place in the form is the same file. A file that no message names is let go after a day.
 */
export const messageUpload = endpoint({
  name: "message.uploadAttachment",
  summary: "Upload files for a message",
  path: "/message/uploadAttachment",
  body: "multipart",
  isWrite: true,
  ...MESSAGE_TIMEOUT,
  retries: 0,
  request: z.object({ teamParams: z.string().max(500) }),
  response: broughtFrom(
    z.object({
      files: z.array(messageFile),
      refused: z.array(z.object({ fileName: z.string(), message: z.string() })),
    }),
    fileOfAnswer,
  ),
});
export const teamParams = z.object({ channelId: wireId });

/** What the `contentUrl` of a message leads to. */
export const messageDownload = endpoint({
  name: "message.attachment",
  summary: "Download a file of a message",
  method: "GET",
  path: "/message/attachment/{id}",
  body: "query",
  answer: "file",
  request: z.object({ id: wireId }),
  response: nothing,
});
