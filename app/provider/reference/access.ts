import { ADMIN_ROLE, type ButtonCode, buttonCodes, type MenuName, menuNames } from "#app/contract/access.ts";

interface RoleSeed {
  code: string;
  name: string;
  nameZh: string;
  menus: readonly MenuName[];
  buttons: readonly ButtonCode[];
  /** Resource urls: calls whose elements the portal shows to the role's members (product 6.4). */
  resourceUrls: readonly string[];
}

const memberCalls = [
  "/portalUser/accountUserList",
  "/portalUser/addUser",
  "/portalUser/editUser",
  "/portalUser/deleteUser",
  "/portalUser/getResetPwd",
];

/**
 * The roles that every company shares. `desk` is the forwarder's own and is offered to no customer. The menu ACCOUNT
 * opens every page below `/account`, since a path is allowed when it starts with a menu's url (product 2.5).
 */
export const roles: readonly RoleSeed[] = [
  {
    code: ADMIN_ROLE,
    name: "Administrator",
    nameZh: "管理员",
    menus: menuNames,
    buttons: buttonCodes,
    resourceUrls: ["/shipment/export", "/shipment/document", "/shipment/publish", ...memberCalls],
  },
  {
    code: "operator",
    name: "Logistics operator",
    nameZh: "物流专员",
    menus: menuNames.filter((name) => name !== "FREIGHTFORWARDER" && name !== "BILLING"),
    buttons: ["MessageCenter", "REQUESTQUOTE"],
    resourceUrls: ["/shipment/export", "/shipment/document", "/shipment/publish"],
  },
  {
    code: "finance",
    name: "Finance",
    nameZh: "财务",
    menus: ["DASHBOARD", "SHIPMENTS", "BILLING", "ANALYTICS", "DOCUMENT", "ACCOUNT", "PROFILE"],
    buttons: ["MessageCenter"],
    resourceUrls: ["/shipment/export", "/shipment/document"],
  },
  {
    code: "booker",
    name: "Booking clerk",
    nameZh: "订舱员",
    menus: ["DASHBOARD", "SHIPMENTS", "BOOKING", "DOCUMENT"],
    buttons: ["BOOKSHIPMENT", "TEONLINEBOOKING", "MessageCenter"],
    resourceUrls: ["/shipment/export", "/shipment/document"],
  },
  {
    code: "viewer",
    name: "Viewer",
    nameZh: "查看者",
    menus: ["DASHBOARD", "SHIPMENTS", "TRACKING", "ACCOUNT", "PROFILE"],
    buttons: [],
    resourceUrls: [],
  },
  {
    code: "desk",
    name: "Customer service desk",
    nameZh: "客服",
    menus: menuNames,
    buttons: ["MessageCenter"],
    resourceUrls: ["/shipment/export", "/shipment/document", "/dcsa/v3/events"],
  },
];
