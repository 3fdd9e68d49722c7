import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { channelTypes, MESSAGE_FILES, MESSAGE_MAX_LENGTH } from "./message-code.ts";
import { absentIs, alsoCalled, broughtFrom, essential, expected } from "./reading.ts";
import { noFields, nothing, pageOf, pageRequest, wireDateTime, wireId } from "./wire.ts";

/**
 * The message center (product 3.10, 4.7, 7.4). A team is one case of a company: a quote, the booking made
 * from it and its shipment share one. Each of its channels holds the messages of one topic. A session in
 * lists and details is a team as one person sees it.
 */
export * from "./message-code.ts";

export const channelType = z.literal(Object.values(channelTypes));
const channelTypeField = z.coerce
  .number()
  .pipe(channelType)
  .meta({ examples: [channelTypes.shipment] });

/** Sequence number of the first unread message of another person; null when there is none, or unknown. */
export const firstUnreadField = z.number().int().nullable().default(null);

/** Absent counts as 0. */
export const countField = absentIs(z.number().int(), 0);

/** Messages per answer. */
export const messageLimit = z.coerce.number().int().min(1).max(100);
export const offsetField = z.coerce.number().int().min(0).max(1_000_000).default(0);

/**
 * A file uploaded by `message/uploadAttachment`. `contentUrl` is a path below `{api}` that needs the bearer
 * token.
 */
export const messageFile = z.object({
  contentUrl: essential(alsoCalled(z.string().max(300), "url")),
  name: z.string().max(300),
});
export type MessageFile = z.infer<typeof messageFile>;

export const messageData = z.object({
  /** Empty from a provider built from product 7 alone, whose messages have a time, a name and a text only. */
  id: absentIs(wireId, ""),
  /** Number in its channel, from 1 without gaps, so that a reader can detect missing messages. */
  sequence: absentIs(z.number().int(), 0),
  createTime: wireDateTime,
  /** Name of the sender (product 3.10). */
  msName: z.string(),
  /** The sender's picture, as `currentUser` has it; null for one's own messages. */
  avatar: absentIs(z.string().nullable(), null),
  isOwn: z.boolean(),
  isForwarder: z.boolean(),
  /** Plain text; emoji are written as codes (`#app/lib/emoji-code.ts`). */
  text: alsoCalled(z.string(), "body", "content", "message"),
  /** The attachments (product 3.10), each with its size, its kind and whether it was scanned. */
  contentUrl: z.array(
    messageFile.extend({
      size: expected(z.number().int()),
      contentType: z.string(),
      /** Scanned and clean; false if it was not scanned, null when the provider does not say. */
      isScanned: z.boolean().nullable().default(null),
    }),
  ),
  /** Id chosen by the sender, by which a repeat after a lost answer is recognized. */
  clientId: z.string(),
});
export type MessageData = z.infer<typeof messageData>;

/**
 * Numbers by which people know the case; the portal makes the title from them. `subject` is the title of an
 * inquiry.
 */
export const teamSubject = z.object({
  shipment: z.object({ id: wireId, houseNumber: z.string() }).nullable(),
  booking: z.object({ id: wireId, bookingNumber: z.string() }).nullable(),
  quote: z.object({ id: wireId, quoteNumber: z.string() }).nullable(),
  subject: z.string(),
  /** The customer's name, for the forwarder's people; empty for customers. */
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
  neededBy: ["/messageCenter/teams"],
  path: "/teams/getTeamList",
  body: "json",
  request: z.object({ ...pageRequest, keyword: z.string().max(100).optional() }),
  response: pageOf(teamData),
});

export const teamChannels = endpoint({
  name: "teams.channels",
  summary: "Channels of one team",
  usedBy: ["/messageCenter/index"],
  path: "/teams/channels",
  body: "json",
  request: z.object({ id: wireId }),
  response: z.array(channelData),
});

const TEAM_TIMEOUT = { timeoutMs: 120_000, retries: 0 } as const;

/**
 * Finds or creates the team of a shipment (1), quote (3), booking (6), or of a shipment's bills (4,
 * `subjectId` is the shipment), with every channel that its case has. A repeat gives the same team.
 */
export const teamCreate = endpoint({
  name: "teams.createTeamAndChannels",
  summary: "Find or make the team of a shipment, booking, quote or bill",
  usedBy: ["/messageCenter/teams"],
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
  usedBy: ["/messageCenter/teams"],
  path: "/teams/getTeams/{a}/{b}",
  body: "json",
  ...TEAM_TIMEOUT,
  request: z.object({ a: channelTypeField, b: wireId }),
  response: teamData.nullable(),
});

/** Takes nothing and returns a number (product 7.4): the caller's unread messages over all channels. */
export const unreadCount = endpoint({
  name: "message.countUnReadMsg",
  summary: "How many messages the caller has not read",
  usedBy: ["/messageCenter/index"],
  path: "/message/countUnReadMsg",
  body: "none",
  request: noFields,
  response: z.number().int(),
});

const MESSAGE_TIMEOUT = { timeoutMs: 60_000 } as const;
const clientId = z.string().regex(/^[\x21-\x7e]{8,100}$/);
const outgoing = {
  /** May be empty only with a file (product 5.7). */
  text: z.string().max(MESSAGE_MAX_LENGTH).default(""),
  contentUrl: z.array(messageFile).max(MESSAGE_FILES).default([]),
  clientId,
};

/** Sent once per sender and `clientId` in a channel, however often and with whatever key it is repeated. */
export const messageSend = endpoint({
  name: "message.sendMessage",
  summary: "Send a message to a channel",
  usedBy: ["/messageCenter/index"],
  path: "/message/sendMessage",
  body: "json",
  isWrite: true,
  ...MESSAGE_TIMEOUT,
  request: z.object({ channelId: wireId, ...outgoing }),
  response: messageData,
});

/** An answer of the forwarder's people, until the desk has screens of its own. */
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
 * A question about a record of the company, or about none yet. `reference` is a house, PO, booking or quote
 * number, depending on the topic; a known one leads to its team, without a reference a team with `subject` is
 * created.
 */
export const newInquiry = endpoint({
  name: "graph.newInquiry",
  summary: "Begin a conversation",
  neededBy: ["/messageCenter/inquiry"],
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

/** Data of an inquiry's 409, when its `clientId` was used for another text: the earlier conversation. */
export const inquiryConflict = z.object({ begun: z.object({ id: wireId, text: z.string() }) });

/** Searches text and file names; results are sorted by time, newest first. */
export const messageSearch = endpoint({
  name: "message.fuzzyQueryMsg",
  summary: "Search messages",
  usedBy: ["/messageCenter/index"],
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
 * Messages of a channel, oldest first. `offset` counts back from the newest (product 4.7). `after` returns
 * messages after a sequence number, for catching up; `before` those before one. @returns `total`: all
 * messages of the channel
 */
export const messageList = endpoint({
  name: "message.list",
  summary: "Messages of a channel",
  usedBy: ["/messageCenter/index"],
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

/** Marks messages up to `sequence`, or all, as read; never the reverse. */
export const messageRead = endpoint({
  name: "message.read",
  summary: "Mark a channel as read",
  usedBy: ["/messageCenter/index"],
  path: "/message/read",
  body: "json",
  isWrite: true,
  request: z.object({ channelId: wireId, sequence: z.int32().min(0).optional() }),
  response: nothing,
});

export const messageAllRead = endpoint({
  name: "message.allRead",
  summary: "Mark everything as read, or everything of one team",
  usedBy: ["/messageCenter/index"],
  path: "/message/allRead",
  body: "json",
  isWrite: true,
  request: z.object({ id: wireId.optional() }),
  response: nothing,
});

/** The file's URL (product 4.7), as a text or in an object with a name. */
function fileOfAnswer(value: unknown): unknown {
  if (typeof value === "string") return { files: [{ contentUrl: value, name: "" }] };
  const isOne = typeof value === "object" && value !== null && !("files" in value);
  return isOne && ("contentUrl" in value || "url" in value) ? { files: [value] } : value;
}

/**
 * Uploads files for messages of one channel; `teamParams` is JSON text with the `channelId` and comes before
 * the files. The same Idempotency-Key and position in the form is the same file. A file that no message
 * attaches is deleted after a day.
 */
export const messageUpload = endpoint({
  name: "message.uploadAttachment",
  summary: "Upload files for a message",
  usedBy: ["/messageCenter/index"],
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

/** The file to which a message's `contentUrl` leads. */
export const messageDownload = endpoint({
  name: "message.attachment",
  summary: "Download a file of a message",
  usedBy: ["/messageCenter/index"],
  method: "GET",
  path: "/message/attachment/{id}",
  body: "query",
  answer: "file",
  request: z.object({ id: wireId }),
  response: nothing,
});
