import { z } from "zod";
import {
  bookingSteps,
  DESK_ITEMS_MAX,
  DESK_NOTE_MAX,
  deskActions,
  deskKinds,
  deskPiles,
  deskSortKeys,
  deskWeekdays,
} from "./desk-code.ts";
import { endpoint } from "./endpoint.ts";
import { absentIs } from "./reading.ts";
import { noFields, nothing, pageOf, pageRequest, wireDateTime, wireDay, wireId } from "./wire.ts";

/**
 * The inbox of the forwarder's desk: one item for each thing that waits for the forwarder, opened and ended by the change itself
 * (app/decisions/desk.md). No call here answers a customer.
 */
const person = z.object({ userId: wireId, name: z.string() });

export const deskItem = z.object({
  id: wireId,
  kind: z.enum(deskKinds),
  /** Subject id of the quote, booking, channel, ... */
  subjectId: wireId,
  /** Step of a booking: what it waits for. */
  step: absentIs(z.enum(bookingSteps).nullable(), null),
  /** Further ids that its page needs. */
  teamId: wireId.nullable(),
  bookingId: wireId.nullable(),
  invoiceId: wireId.nullable(),
  /** Number or name by which people know it. */
  label: z.string(),
  /** The customer; null for what no customer is known of. */
  company: z.object({ id: wireId, name: z.string() }).nullable(),
  /**
   * The beginning of the message, of the change that is asked for, ...; the lane of a quote or a booking; of papers their
   * document types, separated by spaces.
   */
  summary: z.string(),
  openedAt: wireDateTime,
  /** When it is promised; null while the clock stands still, and where nothing is promised. */
  dueAt: wireDateTime.nullable(),
  /** The clock stands still, because the customer was asked. */
  isPaused: z.boolean(),
  /** Who works on it; null also after a silence, and while the person is away without a substitute. */
  holder: person.nullable(),
  /** The holder is away, and this person does their work. */
  substitute: person.nullable(),
  heldUntil: wireDateTime.nullable(),
  snoozedUntil: wireDateTime.nullable(),
  doneAt: wireDateTime.nullable(),
  doneBy: z.string().nullable(),
  /** Raised by every action: an action names the version that was seen. */
  version: z.number().int(),
  /** Others who have its page open. */
  watchers: z.array(person.extend({ since: wireDateTime, isTyping: z.boolean() })),
});
export type DeskItem = z.infer<typeof deskItem>;

export const deskInbox = endpoint({
  name: "desk.inbox",
  summary: "What waits for the forwarder, the oldest promise first, with who has taken it",
  usedBy: ["/freightForwarder/index"],
  path: "/desk/inbox",
  body: "json",
  access: "staff",
  request: z.object({
    ...pageRequest,
    pile: z.enum(deskPiles).default("OPEN"),
    kind: z.enum(deskKinds).optional(),
    keyword: z.string().trim().max(100).optional(),
    sort: z.enum(deskSortKeys).default("due"),
    direction: z.enum(["asc", "desc"]).default("asc"),
  }),
  response: pageOf(deskItem).extend({
    /** Up to `COUNTED_MAX`, by pile and, in the pile that is shown, by kind. */
    piles: z.record(z.enum(deskPiles), z.number().int()),
    kinds: z.record(z.enum(deskKinds), z.number().int()),
    /** The people of the desk, to hand over to. */
    colleagues: z.array(person.extend({ awayUntil: wireDay.nullable() })),
  }),
});

export const deskLogEntry = z.object({
  at: wireDateTime,
  actor: z.string(),
  /** Action of the desk, or `opened` and `ended` for what the change itself did. */
  action: z.enum([...deskActions, "opened", "ended"]),
  /** To whom it was handed over. */
  to: z.string().nullable(),
  note: z.string(),
});

/** Notes that the caller looks at it, so that colleagues see it. */
export const deskLook = endpoint({
  name: "desk.look",
  summary: "The open item of a record, who works on it and who looks at it; notes that the caller does",
  neededBy: ["/freightForwarder/quote", "/freightForwarder/booking"],
  usedBy: ["/freightForwarder/index"],
  path: "/desk/look",
  body: "json",
  access: "staff",
  request: z.object({
    kind: z.enum(deskKinds),
    subjectId: wireId,
    isTyping: z.boolean().default(false),
  }),
  response: z.object({
    item: deskItem.nullable(),
    log: z.array(deskLogEntry),
    colleagues: z.array(person.extend({ awayUntil: wireDay.nullable() })),
  }),
});

/** An item as it was seen; another version is another state. */
const seenItem = z.object({ id: wireId, version: z.number().int() });

/**
 * Each item by itself: those that somebody else has changed meanwhile are left as they are and told in `refused`.
 */
export const deskAct = endpoint({
  name: "desk.act",
  summary: "Take, hand over, put off or end items of the inbox, each only as it was seen",
  usedBy: ["/freightForwarder/index"],
  path: "/desk/act",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    action: z.enum(deskActions),
    items: z.array(seenItem).min(1).max(DESK_ITEMS_MAX),
    /** Of `handOver`. */
    toUserId: wireId.optional(),
    /** Of `snooze`: in the future, at most a year. */
    until: wireDateTime.optional(),
    note: z.string().trim().max(DESK_NOTE_MAX).default(""),
  }),
  response: z.object({
    done: z.array(wireId),
    refused: z.array(
      z.object({
        id: wireId,
        label: z.string(),
        /**
         * HELD: somebody else works on it; CHANGED: somebody acted on it meanwhile; ENDED: it is done; NOT_BY_HAND: it ends
         * with the answer itself.
         */
        reason: z.enum(["HELD", "CHANGED", "ENDED", "NOT_BY_HAND", "UNKNOWN"]),
        /** Who has it now, or who acted last. */
        by: z.string().nullable(),
        at: wireDateTime.nullable(),
      }),
    ),
  }),
});

/** "HH:mm"; 24:00 is the end of the day. */
const clockTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/);
export const deskSettingsData = z.object({
  /** IANA name. */
  timeZone: z.string().min(1).max(64),
  /** Working hours by weekday; null: around the clock. */
  hours: z
    .array(z.object({ weekday: z.literal(deskWeekdays), from: clockTime, to: clockTime }))
    .max(28)
    .nullable(),
  holidays: z.array(wireDay).max(400),
  /** Hours of working time in which each kind is promised; null: nothing is promised. */
  promises: z.record(z.enum(deskKinds), z.number().min(0.25).max(1_000).nullable()),
  /** Hours of working time after which an item whose holder does nothing goes back to the pile. */
  silenceHours: z.number().min(0.25).max(1_000),
});
export type DeskSettings = z.infer<typeof deskSettingsData>;

export const deskSettings = endpoint({
  name: "desk.settings",
  summary: "Working hours, holidays and promises of the desk, and who is away",
  neededBy: ["/freightForwarder/settings"],
  path: "/desk/settings",
  body: "json",
  access: "staff",
  request: noFields,
  response: deskSettingsData.extend({
    version: z.number().int(),
    away: z.array(person.extend({ from: wireDay, until: wireDay, substitute: person.nullable() })),
    colleagues: z.array(person),
  }),
});

export const deskSettingsSave = endpoint({
  name: "desk.settingsSave",
  summary: "Change working hours, holidays and promises; time that is used up stays so",
  usedBy: ["/freightForwarder/settings"],
  path: "/desk/settingsSave",
  body: "json",
  access: "staff",
  isWrite: true,
  request: deskSettingsData.extend({ version: z.number().int() }),
  response: nothing,
});

export const deskAwaySave = endpoint({
  name: "desk.awaySave",
  summary: "Say that the caller is away, from a day until a day, and who does the work meanwhile",
  usedBy: ["/freightForwarder/settings"],
  path: "/desk/awaySave",
  body: "json",
  access: "staff",
  isWrite: true,
  /** Without days: the caller is here. */
  request: z.object({
    from: wireDay.nullable(),
    until: wireDay.nullable(),
    substituteId: wireId.nullable(),
  }),
  response: nothing,
});
