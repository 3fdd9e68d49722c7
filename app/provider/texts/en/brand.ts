/** Texts of the look of customers. */
export const brand = {
  brandChanged: "{actor} changed this look at {time}. Nothing was overwritten.",
  brandSenderDomain: "Mails can be sent from the named domains only",
  brandHostForm: "Enter a host name such as {example}",
  brandHostOfOperator: "This is the portal's own host name",
  brandHostTaken: "Another customer has this host name",
  brandPathTaken: "Another page has this path",
  brandPagesFull: "A customer can have {most} pages. Remove one first.",
  logoRefused: "This file is no PNG, JPEG or WebP picture",
} as const;
