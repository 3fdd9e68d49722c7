/** Codes of the forwarder's desk that browsers use too; without the schemas, which would load zod. */

/** What waits for the forwarder's people. */
export const deskKinds = [
  "QUOTE",
  "BOOKING",
  "CHANGE",
  "CONVERSATION",
  "DISPUTE",
  "ACCOUNT",
  "EVENT",
  "PAPER",
] as const;
export type DeskKind = (typeof deskKinds)[number];

/** Kinds whose time others state: a dispute keeps the day that the customer was told, a paper its deadline. */
const kindsDueElsewhere: readonly DeskKind[] = ["DISPUTE", "PAPER"];
/** Kinds whose time the desk promises by its clock. */
export const promisedKinds = deskKinds.filter((kind) => !kindsDueElsewhere.includes(kind));

/** Kinds that end when somebody says so; all others end with what is done about them: a price, an answer, a decision. */
const kindsEndedByHand = ["CONVERSATION", "EVENT", "PAPER"] as const satisfies readonly DeskKind[];
export const endsByHand = (kind: DeskKind): boolean => kindsEndedByHand.some((each) => each === kind);

/** What a booking waits for: the desk's answer, the carrier's number, its shipment. */
export const bookingSteps = ["answer", "confirm", "ship"] as const;

/** Whose items a list shows. FREE: nobody has taken them; SNOOZED: put off; DONE: ended lately. */
export const deskPiles = ["OPEN", "MINE", "FREE", "SNOOZED", "DONE"] as const;
export type DeskPile = (typeof deskPiles)[number];

export const deskSortKeys = ["due", "opened", "company", "kind"] as const;
export type DeskSortKey = (typeof deskSortKeys)[number];

export const deskActions = [
  "take",
  "takeOver",
  "release",
  "handOver",
  "snooze",
  "wake",
  "done",
  "reopen",
] as const;
export type DeskAction = (typeof deskActions)[number];

/** Items of one action. */
export const DESK_ITEMS_MAX = 100;
export const DESK_NOTE_MAX = 500;

/** Weekdays as ISO 8601 numbers them: 1 is Monday. */
export const deskWeekdays = [1, 2, 3, 4, 5, 6, 7] as const;
