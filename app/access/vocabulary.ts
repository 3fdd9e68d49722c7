/** The one vocabulary of access (spec 6): guard and view use the same names, and unknown means denied. */

export const menuNames = [
  "DASHBOARD",
  "QUOTES",
  "BOOKING",
  "SHIPMENTS",
  "ANALYTICS",
  "BILLING",
  "LASTMILE",
  "DOCUMENT",
  "FREIGHTFORWARDER",
  "TRACKING",
  "APPLETRACKING",
  "YTDTRACKING",
  "ACCOUNT",
  "PROFILE",
  "ADDRESSBOOK",
  "NOTIFICATIONTRACKING",
  "NOTIFICATIONSHIPMENTS",
] as const;
export type MenuName = (typeof menuNames)[number];

const buttonCodes = ["MessageCenter", "REQUESTQUOTE", "BOOKSHIPMENT", "TEONLINEBOOKING"] as const;
export type ButtonCode = (typeof buttonCodes)[number];

const resourceCodes = ["SHIPMENT_CHARGES", "INVOICE_DOWNLOAD", "MEMBER_MANAGE"] as const;
export type ResourceCode = (typeof resourceCodes)[number];

/** The role that passes every role gate, and only that gate (settled, "Access"). */
export const ADMIN_ROLE = "admin";
