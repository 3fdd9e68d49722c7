/** Documents of shipments. */
export const documents = {
  shipmentUnknown: "No shipment of yours has this house number",
  shipmentIsOver: "The shipment is completed and takes no more papers",
  documentIsMade: "The forwarder makes this document: add yours as a document of its own",
  documentIsTheirs: "The forwarder makes this document: it cannot be removed",
  documentIsOfOthers: "Only those who uploaded it can remove this paper",
  tooManyVersions: "A document takes at most 50 versions",
  zipTooLarge: "These documents are more than 4 GB together. Choose fewer of them",
  previewEncrypted: "The file is protected by a password, so there is no preview",
  previewBroken: "The file cannot be read, so there is no preview",
  previewTooMuch: "The file is too large or too intricate for a preview",
  previewBusy: "Other previews are being drawn. Load the page again in a minute",
  previewNone: "Files of this kind have no preview",
} as const;
