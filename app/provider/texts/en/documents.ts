/** Documents of shipments. */
export const documents = {
  shipmentUnknown: "No shipment of yours has this house number",
  shipmentIsOver: "The shipment is completed and takes no more papers",
  documentIsMade: "The forwarder makes this document: add yours as a document of its own",
  tooManyVersions: "A document takes at most 50 versions",
  zipTooLarge: "These documents are more than 4 GB together. Choose fewer of them",
} as const;
