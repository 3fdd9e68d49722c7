/** The look of a customer's portal; used in loaders and actions only. */
export default {
  titleNewPage: "New page for {{company}}",
  titlePage: "Page {{page}} for {{company}}",
  title: "Look of the portal for {{company}}",
  logoTitle: "Logo of {{company}}",
  fault: {
    nameEn: "Enter at most {{most}} characters",
    nameZh: "Enter at most {{most}} characters",
    senderName: "Enter at most {{most}} characters",
    color: "Enter a colour such as {{example}}",
    senderAddress: "Enter an e-mail address",
    host: "Enter a host name such as {{example}}",
    path: "Use small letters, digits and hyphens, up to 40, such as {{example}}",
    titleEn: "Enter a title of up to 40 characters",
    titleZh: "Enter a title of up to 40 characters",
    menu: "Choose a menu",
    address: "Enter an address that begins with {{example}}, without a user name in it",
    place: "Enter a number from 1 to 99",
    pathOfOperator: "A page of the portal's operator has this path",
    form: "The form was incomplete. Load the page again.",
  },
  flash: {
    saved: "The look was saved",
    logoSaved: "The logo was saved",
    logoRemoved: "The logo was removed",
    pageSaved: "The page was saved",
    pageRemoved: "The page was removed",
  },
  contrast: {
    white: "Buttons have white text ({{on}}:1).",
    black: "Buttons have black text ({{on}}:1), since white cannot be read on this colour.",
    same: "Links on light pages have this colour ({{link}}:1).",
    darker: "Links on light pages are darkened to {{ink}}, since this colour cannot be read there.",
    dark: "Links on dark pages have {{dark}}:1.",
  },
  domains: "Of {{domains}}; empty: the operator's address.",
  domainsNone: "The operator has allowed no domain: mails come from the operator's address.",
  action: {
    look: "changed the look",
    logo: { light: "set the logo", dark: "set the logo of dark pages" },
    logoRemoved: { light: "removed the logo", dark: "removed the logo of dark pages" },
    page: "changed a page",
    pageAdded: "added a page",
    pageRemoved: "removed a page",
    other: "made a change",
  },
  field: {
    nameEn: "English name",
    nameZh: "Chinese name",
    color: "Colour",
    senderName: "Sender of mails",
    senderAddress: "Address of the sender",
    host: "Host name",
    path: "Path",
    titleEn: "English title",
    titleZh: "Chinese title",
    menu: "Menu",
    address: "Address",
    place: "Place",
  },
  change: "{{field}}: {{before}} → {{after}}",
  nothing: "(empty)",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    brand: typeof import("./brand.ts").default;
  }
}
