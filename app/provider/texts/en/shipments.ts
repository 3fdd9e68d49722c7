/** Texts of shipments and their events. */
export const shipments = {
  keyNotValid: "This key does not work, or no longer",
  lengthNeeded: "Say how long the request is: a Content-Length is needed",
  carrierUnknown: "There is no carrier with this code",
  carrierKeysTwo: "The carrier has two keys that work: end one of them first",
  httpsNeeded: "The address has to begin with https://",
  addressPlain: "Give the address without a name, password, query or mark",
  eventsNotTaken: "None of the events was taken: see what is said of each",
  shareUnknown: "Not among your shipments: {numbers}",
  shareTooMany: "A link shows at most {most} shipments",
  shareTooManyLinks: "You have {most} links that work: end some of them first",
  shareNoDocuments: "Your role does not include documents",
  sharePartiesToo: "Documents name shipper and consignee: show the parties too, or leave the documents out",
  shareOver: "This link is over",
} as const;
