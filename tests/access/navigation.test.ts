import { describe, expect, test } from "vitest";
import { packMenu, unpackMenu } from "#app/access/menu-text.ts";
import { actionsOf, isBelow, navigationOf, unreadBadge, withWaiting } from "#app/access/navigation.ts";
import { firstPath, isComingSoon, isPathAllowed } from "#app/access/path.ts";
import type { Rights } from "#app/access/permission.ts";
import { rulesOf } from "#app/route-rules.ts";

function rightsWith(menus: string[], buttons: string[] = []): Rights {
  return {
    menus: menus.map((name) => ({ name, url: `/${name.toLowerCase()}` })),
    buttons,
    resourceUrls: [],
    roles: ["viewer"],
    companyId: "1",
    accessEntries: [],
  };
}
const labelsOf = (rights: Rights | null) => navigationOf(rights).map((tab) => tab.label);

describe("tabs", () => {
  test("show by menu name, in the order of the header", () => {
    expect(labelsOf(rightsWith(["ACCOUNT", "SHIPMENTS", "DASHBOARD"]))).toEqual([
      "dashboard",
      "shipments",
      "account",
    ]);
  });
  test("a visitor sees tracking, which leads to the public search", () => {
    expect(navigationOf(null)).toEqual([{ label: "tracking", href: "/tracking/preview", children: [] }]);
  });
  test("the address book shows with the booking menu as well", () => {
    const childrenOf = (menus: string[]) =>
      navigationOf(rightsWith(menus))
        .find((tab) => tab.label === "account")
        ?.children.map((child) => child.label);
    expect(childrenOf(["ACCOUNT", "PROFILE", "BOOKING"])).toEqual(["profile", "news", "addressBook"]);
    expect(childrenOf(["ACCOUNT", "PROFILE", "ADDRESSBOOK"])).toEqual(["profile", "news", "addressBook"]);
    expect(childrenOf(["ACCOUNT", "PROFILE", "NOTIFICATIONTRACKING"])).toEqual([
      "profile",
      "news",
      "notificationSettings",
    ]);
  });
  test("who has no account menu still has links to the pages of it that are open to them", () => {
    const account = (menus: string[]) =>
      navigationOf(rightsWith(menus)).find((tab) => tab.label === "account");
    expect(account(["BOOKING"])).toEqual({
      label: "account",
      href: "/account/notifications",
      children: [
        { label: "news", href: "/account/notifications" },
        { label: "addressBook", href: "/account/address" },
      ],
    });
    expect(account(["DASHBOARD"])).toMatchObject({
      href: "/account/notifications",
      children: [{ label: "news" }],
    });
  });
  test("'Book a shipment' is in the booking menu with BOOKSHIPMENT only", () => {
    const childrenOf = (...buttons: string[]) =>
      navigationOf(rightsWith(["BOOKING"], buttons))[0]?.children.map((child) => child.label);
    expect(childrenOf("REQUESTQUOTE")).toEqual(["templates"]);
    expect(childrenOf("BOOKSHIPMENT")).toContain("bookShipment");
    expect(childrenOf("BOOKSHIPMENT", "REQUESTQUOTE")).toContain("bookShipment");
  });
  test("a hidden screen has no link and no tab", () => {
    const hidden = new Set(["/quote/index", "/quote/add"]);
    expect(navigationOf(rightsWith(["QUOTES", "DASHBOARD"]), hidden).map((tab) => tab.label)).toEqual([
      "dashboard",
      "account",
    ]);
  });
});

describe("what waits", () => {
  const waitingOf = (menus: string[], waiting: Parameters<typeof withWaiting>[1]) =>
    withWaiting(navigationOf(rightsWith(menus)), waiting).map(({ label, waiting }) => [
      label,
      waiting?.count,
    ]);
  test("stands at the tab whose list has it, up to 99, and leads to just that", () => {
    expect(waitingOf(["QUOTES", "SHIPMENTS", "BILLING"], { QUOTES: 9, SHIPMENTS: 100, BOOKING: 2 })).toEqual([
      ["quotes", "9"],
      ["shipments", "99+"],
      ["billing", undefined],
      ["account", undefined],
    ]);
    const [late] = withWaiting(navigationOf(rightsWith(["SHIPMENTS"])), { SHIPMENTS: 3 });
    expect(late?.waiting?.href).toBe("/shipments/index?status=DELAYED");
  });
  test("is nowhere where nothing was told", () => {
    const tabs = navigationOf(rightsWith(["QUOTES", "SHIPMENTS", "BOOKING", "BILLING"]));
    expect(withWaiting(tabs, {})).toEqual(tabs);
  });
});

test("a page lies below the tab of its section", () => {
  const [shipments] = navigationOf(rightsWith(["SHIPMENTS"]));
  const [dashboard] = navigationOf(rightsWith(["DASHBOARD"]));
  expect(["/shipments/index", "/shipments/detail/5"].map((path) => isBelow(shipments!, path))).toEqual([
    true,
    true,
  ]);
  expect(["/shipmentsx/index", "/quote/index"].map((path) => isBelow(shipments!, path))).toEqual([
    false,
    false,
  ]);
  expect(["/dashboard", "/dashboard/arrange"].map((path) => isBelow(dashboard!, path))).toEqual([true, true]);
});

describe("the menu as one text", () => {
  test("is read back unchanged, an operator's own page as well", () => {
    const menu = navigationOf(rightsWith(["DASHBOARD", "SHIPMENTS", "BOOKING", "ACCOUNT", "PROFILE"]));
    menu[0]?.children.push({ label: null, text: "Rates of 2026", href: "/external/rates" });
    expect(unpackMenu(packMenu(menu))).toEqual(menu);
    expect(menu.flatMap(({ children }) => children).length).toBeGreaterThan(4);
  });
  test("has what waits beside its tab", () => {
    const menu = withWaiting(navigationOf(rightsWith(["SHIPMENTS", "QUOTES"])), { QUOTES: 9 });
    expect(unpackMenu(packMenu(menu))).toEqual(menu);
  });
  test("has nothing for a person without menus", () => {
    expect(unpackMenu(packMenu([]))).toEqual([]);
  });
  test("keeps a name of several lines in its entry", () => {
    const children = [{ label: null, text: "One\ttwo\nthree", href: "/external/a" }];
    const [entry] = unpackMenu(packMenu([{ label: "account", href: "/account/index", children }]));
    expect(entry?.children).toEqual([{ label: null, text: "One two three", href: "/external/a" }]);
  });
});

describe("action buttons", () => {
  const labelsOfActions = (buttons: string[]) =>
    actionsOf(rightsWith([], buttons)).map((action) => action.label);
  test.each([
    [["BOOKSHIPMENT"], ["bookShipment"]],
    [["REQUESTQUOTE"], ["requestQuote"]],
    [["BOOKSHIPMENT", "REQUESTQUOTE"], ["requestQuote"]],
    [["TEONLINEBOOKING"], ["teBooking"]],
    [["MessageCenter"], ["messageCenter"]],
    [[], []],
    [["UNKNOWN"], []],
  ])("with %j: %j", (buttons, expected) => {
    expect(labelsOfActions(buttons)).toEqual(expected);
  });
});

test.each([
  [0, null],
  [-1, null],
  [1, "1"],
  [99, "99"],
  [100, "99+"],
])("the badge of %i unread is %j", (count, badge) => {
  expect(unreadBadge(count)).toBe(badge);
});

describe("menu gate", () => {
  const rights = rightsWith(["SHIPMENTS", "ACCOUNT"]);
  test.each([
    ["/shipments", true],
    ["/shipments/detail/1", true],
    ["/shipmentsx", false],
    ["/dashboard", false],
    ["/accounting", false],
    ["/messageCenter/index", true],
    ["/messageCenter/inquiry", true],
    ["/messageCenterx", false],
    ["/home", true],
    ["/ytdTracking/preview", true],
    ["/account/password", true],
  ])("%s: %j", (path, expected) => {
    expect(isPathAllowed(rights, path)).toBe(expected);
  });
  test("the booking menu opens the address book and nothing else of the account", () => {
    const booker = rightsWith(["BOOKING"]);
    expect(isPathAllowed(booker, "/account/address")).toBe(true);
    expect(isPathAllowed(booker, "/account/index")).toBe(false);
  });
  test("the booking menu opens the page of a booking, which its list leads to, and no other of the shipments", () => {
    const booker = rightsWith(["BOOKING"]);
    expect(isPathAllowed(booker, "/shipments/bookingDetail/12")).toBe(true);
    expect(isPathAllowed(booker, "/shipments/bookingDetail/12.data")).toBe(true);
    for (const path of ["/shipments/bookingDetail", "/shipments/bookingDetail/12/x", "/shipments/detail/12"])
      expect([path, isPathAllowed(booker, path)]).toEqual([path, false]);
    expect(isPathAllowed(rightsWith(["QUOTES"]), "/shipments/bookingDetail/12")).toBe(false);
  });
  test("the address book is open beside menus of other names", () => {
    expect(isPathAllowed(rightsWith(["SHIPMENTS", "BOOKING"]), "/account/address")).toBe(true);
    expect(isPathAllowed(rightsWith(["SHIPMENTS"]), "/account/address")).toBe(false);
  });
  test("a menu's url may end in a slash", () => {
    const quotes = { ...rights, menus: [{ name: "X", url: "/quote/" }] };
    expect(isPathAllowed(quotes, "/quote/index")).toBe(true);
    expect(isPathAllowed(quotes, "/quotes")).toBe(false);
  });
  test("a menu with the url / opens only /", () => {
    const root = { ...rights, menus: [{ name: "X", url: "/" }] };
    expect(isPathAllowed(root, "/dashboard")).toBe(false);
    expect(isPathAllowed(root, "/")).toBe(true);
  });
  test("a user without access is redirected to the first menu, or to / without any", () => {
    expect(firstPath(rights)).toBe("/shipments");
    expect(firstPath(rightsWith([]))).toBe("/");
  });
});

test("public paths are those of product 2.1, exactly", () => {
  for (const path of [
    "/home",
    "/login",
    "/404",
    "/forgotPassword",
    "/resetPassword",
    "/account/register",
    "/preview",
  ])
    expect(rulesOf(path).isPublic).toBe(true);
  for (const path of ["/home/x", "/account", "/tracking", "/", "/dashboard"])
    expect(rulesOf(path).isPublic ?? false).toBe(false);
});

test("a coming-soon path includes the paths below it", () => {
  expect(isComingSoon("/analytics/index", ["/analytics"])).toBe(true);
  expect(isComingSoon("/analyticsx", ["/analytics"])).toBe(false);
  expect(isComingSoon("/analytics", [])).toBe(false);
});
