import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { LIMITS } from "./freight-code.ts";
import { messageData } from "./message.ts";
import { MESSAGE_MAX_LENGTH } from "./message-code.ts";
import { language } from "./user.ts";
import { noFields, nothing, wireDateTime, wireId } from "./wire.ts";

/** What the forwarder's people have beside a conversation: notes among themselves, and answers that are written once. */

/** Longest internal note. */
export const NOTE_MAX = 4_000;
export const ANSWER_NAME_MAX = 80;
/** What an answer may leave open, written in braces: the customer's person, the conversation's number, the writer. */
export const answerBlanks = ["name", "number", "me"] as const;

const note = z.object({
  id: wireId,
  author: z.string(),
  isOwn: z.boolean(),
  at: wireDateTime,
  text: z.string(),
});
const answerFile = z.object({ id: wireId, name: z.string(), size: z.number().int() });

const cannedAnswer = z.object({
  id: wireId,
  name: z.string(),
  en: z.string(),
  zh: z.string(),
  version: z.number().int(),
  /** A message with the answer takes copies along. */
  files: z.array(answerFile),
});
export type CannedAnswer = z.infer<typeof cannedAnswer>;

export const deskTalk = endpoint({
  name: "desk.talk",
  summary: "The notes of a conversation, whom it is with, and the answers that are written already",
  usedBy: ["/freightForwarder/answers"],
  path: "/desk/talk",
  body: "json",
  access: "staff",
  request: z.object({ teamId: wireId }),
  response: z.object({
    company: z.object({ id: wireId, name: z.string() }),
    /** Who of the customer wrote last; null before the first message. */
    person: z.object({ name: z.string(), language: language.nullable() }).nullable(),
    /** The oldest first. */
    notes: z.array(note),
    answers: z.array(cannedAnswer),
  }),
});

export const deskNoteAdd = endpoint({
  name: "desk.noteAdd",
  summary: "Write a note that no customer sees",
  usedBy: ["/freightForwarder/answers"],
  path: "/desk/noteAdd",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({ teamId: wireId, text: z.string().trim().min(1).max(NOTE_MAX) }),
  response: nothing,
});

/**
 * Refused with 409 when the customer has written after `seen`, the number of the last message that the writer saw, and with 400
 * when a blank of an answer is left open.
 */
export const deskReply = endpoint({
  name: "desk.reply",
  summary: "Answer a customer, unless a newer message of theirs was not seen",
  usedBy: ["/freightForwarder/answers"],
  path: "/desk/reply",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    channelId: wireId,
    text: z.string().max(MESSAGE_MAX_LENGTH),
    seen: z.number().int().min(0),
    clientId: z.string().regex(/^[\x21-\x7e]{8,100}$/),
    /** Files of written answers; the message takes copies along. */
    fileIds: z.array(wireId).max(LIMITS.attachments).default([]),
  }),
  response: messageData,
});

export const deskAnswers = endpoint({
  name: "desk.answers",
  summary: "Answers that are written once, by name",
  neededBy: ["/freightForwarder/answers", "/freightForwarder/answerFile"],
  path: "/desk/answers",
  body: "json",
  access: "staff",
  request: noFields,
  response: z.object({ answers: z.array(cannedAnswer) }),
});

export const deskAnswerSave = endpoint({
  name: "desk.answerSave",
  summary: "Make or change an answer, in both languages",
  usedBy: ["/freightForwarder/answers"],
  path: "/desk/answerSave",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    /** Null makes a new one. */
    id: wireId.nullable(),
    version: z.number().int().nullable(),
    name: z.string().trim().min(1).max(ANSWER_NAME_MAX),
    en: z.string().trim().min(1).max(MESSAGE_MAX_LENGTH),
    zh: z.string().trim().min(1).max(MESSAGE_MAX_LENGTH),
  }),
  response: nothing,
});

export const deskAnswerRemove = endpoint({
  name: "desk.answerRemove",
  summary: "Remove an answer",
  usedBy: ["/freightForwarder/answers"],
  path: "/desk/answerRemove",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({ id: wireId, version: z.number().int() }),
  response: nothing,
});

export const deskAnswerUpload = endpoint({
  name: "desk.answerUpload",
  summary: "Keep files with a written answer",
  usedBy: ["/freightForwarder/answerFile"],
  path: "/desk/answerUpload",
  body: "multipart",
  access: "staff",
  isWrite: true,
  request: z.object({ id: wireId }),
  response: z.object({
    files: z.array(answerFile),
    refused: z.array(z.object({ fileName: z.string(), message: z.string() })),
  }),
});

export const deskAnswerFileRemove = endpoint({
  name: "desk.answerFileRemove",
  summary: "Remove a file of a written answer; messages that were sent with it keep their copies",
  usedBy: ["/freightForwarder/answerFile"],
  path: "/desk/answerFileRemove",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({ id: wireId, fileId: wireId }),
  response: nothing,
});

export const deskAnswerFile = endpoint({
  name: "desk.answerFile",
  summary: "A file of a written answer",
  neededBy: ["/freightForwarder/answerFile"],
  path: "/desk/answerFile",
  body: "json",
  access: "staff",
  answer: "file",
  request: z.object({ id: wireId }),
  response: nothing,
});
