/** The one vocabulary of access (product 6): portal and provider use the same names, and unknown means denied. */

/** Menus by name and url (product 2.6, 6.2), in the order of the header. */
export const menuUrls = {
  DASHBOARD: "/dashboard",
  QUOTES: "/quote",
  BOOKING: "/booking",
  SHIPMENTS: "/shipments",
  ANALYTICS: "/analytics",
  BILLING: "/billing",
  LASTMILE: "/last-mile",
  DOCUMENT: "/document",
  FREIGHTFORWARDER: "/freightForwarder",
  TRACKING: "/tracking",
  APPLETRACKING: "/appleTracking",
  YTDTRACKING: "/ytdTracking",
  ACCOUNT: "/account",
  PROFILE: "/account/index",
  ADDRESSBOOK: "/account/address",
  NOTIFICATIONTRACKING: "/account/notificationSetting",
  NOTIFICATIONSHIPMENTS: "/account/shipmentsSubscription",
} as const;
export type MenuName = keyof typeof menuUrls;
export const menuNames = Object.keys(menuUrls) as MenuName[];

/** Button permission codes (product 6.3). */
export const buttonCodes = ["MessageCenter", "REQUESTQUOTE", "BOOKSHIPMENT", "TEONLINEBOOKING"] as const;
export type ButtonCode = (typeof buttonCodes)[number];

/** What a company can be given (product 6.5). */
export const resourceCodes = [
  "SHIPMENT_CHARGES",
  "INVOICE_DOWNLOAD",
  "MEMBER_MANAGE",
  "SHIPMENT_PUBLIC",
] as const;
export type ResourceCode = (typeof resourceCodes)[number];

/** Paths of calls that a role is granted by themselves (product 6.4), of those that a customer can have, and their names. */
export const grantedCallNames = {
  "/shipment/export": "shipmentExport",
  "/shipment/document": "shipmentDocument",
  "/shipment/publish": "shipmentPublish",
  "/documents/file": "documentFile",
  "/documents/preview": "documentPreview",
  "/documents/zip": "documentZip",
  "/lastMile/proof": "deliveryProof",
} as const;
export type GrantedCall = keyof typeof grantedCallNames;
export const grantedCalls = Object.keys(grantedCallNames) as GrantedCall[];

/** The role that passes every role gate, and only that gate (product 6.1). */
export const ADMIN_ROLE = "admin";

/** The role of the forwarder's own staff. */
export const DESK_ROLE = "desk";
