import { describe, expect, test, vi } from "vitest";
import {
  firstMenuUrl,
  hasButton,
  hasResource,
  hasResourceUrl,
  passesRoles,
  type Rights,
  rightsOf,
} from "#app/access/permission.ts";
import type { ButtonCode, ResourceCode } from "#app/contract/access.ts";
import type { PortalUser } from "#app/contract/user.ts";

const user: PortalUser = {
  userId: "7",
  userName: "pat",
  name: "Pat",
  email: null,
  avatar: null,
  timeZone: null,
  brand: null,
  proof: null,
  roles: ["viewer"],
  roleName: "Viewer",
  languagePreference: null,
  clock: null,
  menuList: [
    { name: "SHIPMENTS", menuFlag: 1, url: "/shipments" },
    { name: "BOOKSHIPMENT", menuFlag: 0, url: null },
    { name: "NOURL", menuFlag: 1, url: null },
  ],
  resourceUrls: ["/shipment/export"],
  userAccessResourceVos: [
    { sysMainBodyId: "3", resCode: "SHIPMENT_CHARGES" },
    { sysMainBodyId: "4", resCode: "INVOICE_DOWNLOAD" },
  ],
  companyInfo: { userId: "3", name: "Company", isForwarder: false },
  organization: null,
  department: null,
  companyAddress: null,
  city: null,
  state: null,
  countryCode: null,
  isPasswordUpdateDue: false,
  unreadNews: 0,
};
const rights: Rights = rightsOf(user);

test("menus are the items with flag 1 and a url, buttons those with flag 0", () => {
  expect(rights.menus).toEqual([{ name: "SHIPMENTS", url: "/shipments" }]);
  expect(rights.buttons).toEqual(["BOOKSHIPMENT"]);
});

test.each([
  ["the forwarder's desk", true, "desk", true],
  ["the forwarder's administrator", true, "admin", true],
  ["another of the forwarder's people", true, "viewer", false],
  ["a customer whose role has the desk's name", false, "desk", false],
])("%s: at the desk or not", (_, isForwarder, role, isDesk) => {
  const person = { ...user, companyInfo: { ...user.companyInfo, isForwarder }, roles: [role] };
  expect(rightsOf(person).isDesk).toBe(isDesk);
});

describe("the url of a menu", () => {
  const urls = (...menuList: PortalUser["menuList"]) => rightsOf({ ...user, menuList }).menus;
  test("is the standard one of its name where the provider sends none, and no other's", () => {
    expect(urls({ name: "QUOTES", menuFlag: 1, url: null })).toEqual([{ name: "QUOTES", url: "/quote" }]);
    expect(urls({ name: "toString", menuFlag: 1, url: null })).toEqual([]);
  });
  test("is the provider's where it tells one, also for a name that is ours", () => {
    expect(urls({ name: "QUOTES", menuFlag: 1, url: "/quote/index" })).toEqual([
      { name: "QUOTES", url: "/quote/index" },
    ]);
  });
  test("leads to this site only", () => {
    expect(urls({ name: "QUOTES", menuFlag: 1, url: "https://elsewhere.example/quote" })).toEqual([]);
    expect(urls({ name: "QUOTES", menuFlag: 1, url: "//elsewhere.example" })).toEqual([]);
  });
  test("is ignored for a button, even when one is sent", () => {
    expect(urls({ name: "QUOTES", menuFlag: 0, url: "/quote" })).toEqual([]);
  });
});

describe("button permission", () => {
  test("any listed code is enough", () => {
    expect(hasButton(rights, ["MessageCenter", "BOOKSHIPMENT"])).toBe(true);
    expect(hasButton(rights, ["MessageCenter"])).toBe(false);
  });
  test("an empty list throws 'need permissionlist!'", () => {
    expect(() => hasButton(rights, [])).toThrow("need permissionlist!");
    expect(() => hasButton(rights, undefined as unknown as ButtonCode[])).toThrow("need permissionlist!");
    expect(() => hasResourceUrl(rights, [])).toThrow("need permissionlist!");
  });
});

test("resource urls: any listed url is enough", () => {
  expect(hasResourceUrl(rights, ["/other", "/shipment/export"])).toBe(true);
  expect(hasResourceUrl(rights, ["/other"])).toBe(false);
});

describe("resource codes", () => {
  test("count for the user's own company only", () => {
    expect(hasResource(rights, "SHIPMENT_CHARGES")).toBe(true);
    expect(hasResource(rights, "INVOICE_DOWNLOAD")).toBe(false);
    expect(hasResource(rights, "MEMBER_MANAGE")).toBe(false);
  });
  test("a code that is not a string warns and is denied", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    expect(hasResource(rights, 5 as unknown as ResourceCode)).toBe(false);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });
});

describe("role gate", () => {
  test.each([
    ["no list is open to all", ["viewer"], undefined, true],
    ["an empty list is open to all", ["viewer"], [], true],
    ["one of the roles is listed", ["viewer", "x"], ["x"], true],
    ["none of the roles is listed", ["viewer"], ["x"], false],
    ["admin passes every list", ["admin"], ["x"], true],
    ["a user without roles passes no list", [], ["x"], false],
  ])("%s", (_, roles, needed, expected) => {
    expect(passesRoles({ roles }, needed)).toBe(expected);
  });
});

test("a new sign-in skips menus that lead nowhere or are closed", () => {
  const menuList: PortalUser["menuList"] = [
    { name: "NOURL", menuFlag: 1, url: null },
    { name: "ELSEWHERE", menuFlag: 1, url: "https://elsewhere.example/" },
    { name: "DASHBOARD", menuFlag: 1, url: "/dashboard" },
    { name: "SHIPMENTS", menuFlag: 1, url: "/shipments" },
  ];
  expect(firstMenuUrl(menuList)).toBe("/dashboard");
  expect(firstMenuUrl(menuList, (url) => url === "/dashboard")).toBe("/shipments");
  expect(firstMenuUrl(menuList, () => true)).toBe("/");
});

test("a new sign-in leads to the first menu's url, or / without any", () => {
  expect(firstMenuUrl(user.menuList)).toBe("/shipments");
  expect(firstMenuUrl([{ name: "BOOKSHIPMENT", menuFlag: 0, url: null }])).toBe("/");
});
