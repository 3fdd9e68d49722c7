/** Addresses of a company's programs that are told what happens. */
export default {
  title: "Webhooks",
  toMembers: "Members",
  back: "Webhooks",
  text: "A webhook sends your program a signed message by HTTPS as soon as something happens. It covers what its creator may see, and ends with that account.",
  add: "Add a webhook",
  list: "Your webhooks",
  none: "There are no webhooks yet.",
  state: {
    WORKS: "Works",
    FAILING: "Does not arrive",
    OFF: "Off",
    GONE: "Ended by the receiver",
    STOPPED: "Switched off after failures",
    MAKER_GONE: "Its maker has no right to it",
  },
  trouble: {
    FAILING:
      "The last message did not arrive. It is tried again for three days. After five days without success the webhook is switched off.",
    STOPPED:
      "Nothing has arrived for days, so the webhook was switched off. Switch it on when the receiver works again.",
    GONE: "The receiver answered that it takes nothing more (410), so the webhook was switched off.",
    MAKER_GONE:
      "Its creator may not manage webhooks any more, so nothing is sent. Add a new one under your own name.",
  },
  topic: {
    shipments: "Events of shipments",
    quotes: "Quotes",
    bookings: "Bookings",
    invoices: "Invoices",
    messages: "Messages",
  },
  fact: {
    made: "Added {{at}} by {{by}}",
    arrived: "Last arrived {{at}}",
    never: "Nothing has arrived yet",
    failing: "Failing since {{at}}",
    waiting: "Waiting: {{number}}",
    ordered: "In strict order",
  },
  how: {
    title: "How a program receives",
    text: "Each message is a POST with JSON: type, timestamp, sequence and data.",
    sign: "The headers webhook-id, webhook-timestamp and webhook-signature are those of Standard Webhooks: check the signature with your secret, and refuse what is older than five minutes.",
    answer:
      "Answer with 2xx within 15 seconds and do the work afterwards. Anything else is tried again for three days; redirects are not followed, and 410 ends the webhook.",
    again: "A message may come twice: its webhook-id is then the same.",
    order:
      "Messages may overtake each other: sequence counts those of one shipment, quote, booking, invoice or conversation.",
    description: "Description of the messages",
  },
  form: {
    title: "Add a webhook",
    name: "Name",
    nameHint: "What the program is called",
    url: "Address",
    urlHint: "Begins with https:// and leads to the public internet",
    topics: "Events",
    topicsMissing: "Choose at least one",
    isOrdered:
      "Strict order: a message waits until the one before it of the same shipment, quote, booking, invoice or conversation has arrived. One that fails then holds up the others for up to three days.",
    submit: "Add the webhook",
    cancel: "Cancel",
  },
  done: {
    title: "The webhook is added",
    text: "Copy the secret now. It is shown only once.",
    label: "Secret",
    next: "To the webhook",
  },
  edit: {
    open: "Edit",
    title: "Edit a webhook",
    text: "The secret stays. After a change of the address, what waits goes to the new one at once. Of what you leave out nothing more is sent, not even what waits.",
    off: "It is switched off until you switch it on.",
    submit: "Save",
  },
  test: {
    title: "Test message",
    text: "Sends one signed message of the type webhook.test at once, also when the webhook is switched off. It is tried once, and counts neither as a failure nor as a success.",
    last: "The last test:",
    failed: "Did not arrive",
    look: "See what came of it",
    submit: "Send a test message",
  },
  switchOn: "Switch on",
  switchOff: "Switch off",
  secret: {
    open: "New secret",
    title: "New secret of a webhook",
    question: "Make a new secret for {{name}}?",
    text: "For {{hours}} hours messages are signed with the old one as well, so that you can change it in your program meanwhile.",
    submit: "Make a new secret",
    done: "The new secret is made",
  },
  remove: {
    open: "Remove",
    title: "Remove a webhook",
    question: "Remove {{name}}? What waits is not sent, and its past messages are no longer shown.",
    submit: "Remove the webhook",
  },
  deliveries: {
    title: "Messages",
    shown: "The last {{number}}. Messages are kept for 30 days.",
    none: "There is nothing here.",
    open: "Show only what has not arrived",
    all: "Show all",
  },
  delivery: {
    WAITING: "Waiting",
    DONE: "Arrived",
    FAILED: "Given up",
    SKIPPED: "Skipped",
    made: "Made {{at}}",
    tried: "Last tried {{at}}, tries: {{number}}",
    next: "Next try {{at}}",
  },
  problem: {
    ADDRESS: "The address leads into a network that is not public",
    NAME: "The host of the address was not found",
    CONNECTION: "No connection came about, or it was cut",
    TLS: "The certificate of the receiver is not valid",
    TIME: "No answer within 15 seconds",
    REDIRECT: "The receiver answered with a redirect",
    STATUS: "The receiver answered with status {{status}}",
    SECRET: "The secret cannot be read any more: make a new one",
    RIGHT: "The creator of the webhook may not see this any more",
    PERSON: "Skipped by a person",
  },
  body: {
    show: "Show the body",
    showNamed: "Show the body: {{name}}",
    hide: "Hide the body",
    hideNamed: "Hide the body: {{name}}",
    hidden: "Your role does not open what this message tells.",
  },
  replayButton: "Send again",
  replayNamed: "Send again: {{name}}",
  replayAll: "Send again all that was given up",
  skipButton: "Skip",
  skipNamed: "Skip {{name}}",
  flash: {
    on: "The webhook is on",
    off: "The webhook is off",
    changed: "The webhook is changed",
    test: "The test message is on its way",
    replay: "The message is sent again",
    replayAll: "What was given up is sent again",
    skip: "The message is skipped",
    removed: "The webhook is removed",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    webhooks: typeof import("./webhooks.ts").default;
  }
}
