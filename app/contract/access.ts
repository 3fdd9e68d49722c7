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
export type ResourceCode = "SHIPMENT_CHARGES" | "INVOICE_DOWNLOAD" | "MEMBER_MANAGE" | "SHIPMENT_PUBLIC";

/** The role that passes every role gate, and only that gate (product 6.1). */
export const ADMIN_ROLE = "admin";

/** The role of the forwarder's own staff. */
export const DESK_ROLE = "desk";
