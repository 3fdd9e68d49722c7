/** Mails of news to the company's people: whether they have content, and addresses that refuse them. */
export default {
  title: "E-mail delivery",
  back: "Members",
  content: "Content of mails",
  contentText:
    "For all mails of news to people of your company and to recipients of its notifications. Mails about signing in are not changed.",
  bare: "No content in mails: they only say that there is something new, with a link to the portal",
  save: "Save",
  failing: "Addresses that refuse mails",
  failingText:
    "After two refusals for good an address gets no more news. It ends when a mail arrives, when the address is corrected, or when you lift the block.",
  noneText: "No address refuses mails at present.",
  blocked: "Blocked since {{time}}",
  failures: "Refused for good: {{hard}}, for now: {{soft}}",
  last: "{{time}}: {{error}}",
  outside: "Recipient outside your company",
  lift: "Lift the block",
  liftNamed: "Lift the block of {{email}}",
  forget: "Forget the failures",
  forgetNamed: "Forget the failures of {{email}}",
  more: "and {{number}} more",
  flash: {
    bared: "Mails of news have no content from now on",
    filled: "Mails of news have content from now on",
    lifted: "The address gets news again",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "mail-delivery": typeof import("./mail-delivery.ts").default;
  }
}
