/** The inbox of the forwarder's desk; used in loaders and actions only. */
export default {
  title: "Inbox",
  step: {
    answer: "Booking to answer",
    confirm: "Booking to confirm",
    ship: "Booking without a shipment",
  },
  waiting_one: "Answer {{number}} in the inbox",
  waiting_other: "Answer {{number}} in the inbox",
  waitingLate_one: "Answer {{number}} in the inbox, overdue",
  waitingLate_other: "Answer {{number}} in the inbox, the first is overdue",
  lacking: "Lacking: {{papers}}",
  pile: {
    OPEN: "All open",
    MINE: "Mine",
    FREE: "Free",
    SNOOZED: "Snoozed",
    DONE: "Recently closed",
  },
  column: {
    what: "What and for whom",
    summary: "In short",
    due: "Respond by",
    who: "Who works on it",
  },
  events: "Doubtful or unmatched events",
  since: "since {{time}}",
  due: "due {{time}}",
  overdue: "was due {{time}}",
  paused: "Paused: waiting for the customer",
  free: "Unassigned",
  you: "You",
  standsIn: "{{name}}, for {{absent}}",
  away: "{{name}}, away until {{day}}",
  until: "snoozed until {{time}}",
  endedBy: "{{name}}, {{time}}",
  ended: "Ended {{time}}",
  looks: "{{name}} looks at it",
  types: "{{name}} writes",
  snooze: {
    hours: "For 4 hours, until {{time}}",
    tomorrow: "Until {{time}}",
    week: "For a week, until {{time}}",
  },
  log: {
    opened: "Came in",
    ended: "Answered",
    take: "Taken",
    takeOver: "Taken over",
    release: "Put back",
    handOver: "Reassigned to {{name}}",
    snooze: "Snoozed",
    wake: "Brought back",
    done: "Ended without an answer",
    reopen: "Opened again",
  },
  fault: {
    none: "Choose at least one item, and one button for it.",
    nobody: "Choose to whom it is handed over.",
  },
  refused: {
    HELD: "{{label}} was not taken: {{name}} works on it.",
    CHANGED: "{{label}} stays as it is: {{name}} acted on it at {{time}}. Look at it as it stands now.",
    ENDED: "{{label}} has ended: {{name}}, {{time}}.",
    NOT_BY_HAND:
      "{{label}} ends with what is done about it: open it and give the price, the answer or the decision, or make the shipment.",
    UNKNOWN: "{{label}} has changed or ended meanwhile. Look at the list as it stands now.",
  },
  flash: {
    take: "Taken: {{number}}",
    takeOver: "Taken over: {{number}}",
    release: "Put back: {{number}}",
    handOver: "Handed over: {{number}}",
    snooze: "Snoozed: {{number}}",
    wake: "Brought back: {{number}}",
    done: "Ended: {{number}}",
    reopen: "Opened again: {{number}}",
    settingsSaved: "The settings are saved.",
    awaySaved: "Saved. Your colleagues see it in the inbox.",
    hereSaved: "You are here again.",
    approved: "The account is approved. We have mailed the applicant.",
    declined: "The account is declined. We have mailed the applicant.",
  },
  settings: {
    title: "Working hours and absence",
    fault: {
      zone: "Enter the name of a time zone, such as {{example}}.",
      hours: "Enter hours such as 09:00-12:30, 13:30-18:00. They end after they begin and do not overlap.",
      holidays: "Enter days such as 2026-12-25, one a line.",
      number: "Enter hours above 0 and up to 1,000, such as 24 or 1.5.",
      order: "The last day is not before the first.",
      days: "Enter both days.",
    },
  },
  accounts: {
    title: "Accounts to approve",
    applicant: "{{name}}, {{email}}",
    userName: "User name {{userName}}",
    confirmed: "Address confirmed {{time}}",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    inbox: typeof import("./inbox.ts").default;
  }
}
