import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { navigationOf } from "#app/access/navigation.ts";
import { menuNames } from "#app/contract/access.ts";
import { rulesOf } from "#app/route-rules.ts";
import { isForDesk, needsRecord } from "#tests/support/every-page.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { routeTable, type TableRoute } from "#tests/support/route-table.ts";

let provider: TestProvider;
let portal: TestPortal;
let routes: TableRoute[];
let withoutMenu: Browser;
let withMenu: Browser;
let desk: Browser;

/** Open to every signed-in person: signing out, and one's own password. */
const openToUsers = [
  "/account/password",
  "/account/notifications",
  "/account/sessions",
  "/account/secondFactor",
  "/account/passkeys",
  "/account/confirm",
  "/account/data",
  "/account/dataFile",
  "/account/exports",
  "/account/exportFile",
  "/picture/1/1",
  "/search",
  "/search/suggest",
];
/**
 * Open to people with the button, whatever their menus are, or with the menu that an operator names; others are
 * redirected to /404.
 */
const isMessages = (route: TableRoute) => /^\/(messageCenter|external|file|window)\//.test(route.path);
/** Read by scripts: people without the right get a status instead of a page. */
const openToScripts = /^\/messageCenter\/(updates|view|ticket)$/;
/** As above, for writes. */
const writesOfScripts = /^\/messageCenter\/(message|read|ticket|upload)$/;
/** No page and no user data: language, sign-out, logos and what other servers post work for everybody. */
const openResources = ["/language", "/logout", "/seeAsEnd", "/login/company/backChannel", "/logo.webp"];
/** POST only, or with a real id; their own tests cover people with the menu. */
const resources = (route: TableRoute) => route.file.endsWith(".ts");

beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
  routes = await routeTable();
  const company = await makeCompany(provider.db);
  const { id: role } = await provider.db
    .insertInto("role")
    .values({ company_id: company, code: "clerk", name: "Clerk", name_zh: "文员" })
    .returning("id")
    .executeTakeFirstOrThrow();
  // No page of ours is below it.
  const menu = await provider.db
    .insertInto("menu")
    .values({ name: "ELSEWHERE", menu_flag: 1, url: "/elsewhere", sort: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await provider.db.insertInto("role_menu").values({ role_id: role, menu_id: menu.id }).execute();
  const admin = await makePerson(provider.db, company);
  const clerk = await makePerson(provider.db, company, { role_id: role });
  const forwarder = await makeCompany(provider.db, [], { is_forwarder: true });
  const staff = await makePerson(provider.db, forwarder, { role: "desk" });
  withMenu = await portal.signedIn(admin.userName, PASSWORD);
  desk = await portal.signedIn(staff.userName, PASSWORD);
  withoutMenu = await portal.signedIn(clerk.userName, PASSWORD);
});
afterAll(() => provider?.stop());

const isGuarded = (route: TableRoute) => !rulesOf(route.path).isPublic && !openResources.includes(route.path);

describe("every route of the table", () => {
  test("shows a public page to a stranger, and sends all others to /home with the way back", async () => {
    const visitor = portal.visitor();
    const seen: string[] = [];
    for (const route of routes) {
      const page = await visitor.get(`${route.path}?a=1`);
      if (openToScripts.test(route.path)) {
        expect([route.path, page.status]).toEqual([route.path, 401]);
      } else if (isGuarded(route)) {
        expect([route.path, page.status, page.location]).toEqual([
          route.path,
          302,
          `/home?redirect=${encodeURIComponent(`${route.path}?a=1`)}`,
        ]);
        seen.push(route.path);
      } else if (!openResources.includes(route.path)) {
        // The later steps of a sign-in, and of a link, send back whoever has not done the first.
        const isLaterStep = [
          "/login/factor",
          "/login/company/go",
          "/login/company/return",
          "/login/company/out",
          "/shared/view",
          "/shared/document",
        ].includes(route.path);
        const status = { "/404": 404, "/calendar.ics": 410 }[route.path] ?? (isLaterStep ? 302 : 200);
        expect([route.path, page.status]).toEqual([route.path, status]);
      }
    }
    expect(seen.length).toBeGreaterThan(5);
  });

  test("refuses a stranger's write in the same way", async () => {
    const visitor = portal.visitor();
    for (const route of routes.filter(isGuarded)) {
      const page = await visitor.post(route.path, { intent: "anything" });
      if (writesOfScripts.test(route.path)) {
        expect([route.path, page.status]).toEqual([route.path, 401]);
        continue;
      }
      // A page without an action needs no guard; React Router answers 405.
      if (page.status === 405 || (page.status === 401 && route.file.endsWith(".ts"))) continue;
      // Typed text is kept beside the alert; other requests are redirected to /home.
      if (page.status === 401)
        expect([route.path, page.markup]).toEqual([
          route.path,
          expect.stringMatching(/role="alertdialog"[\s\S]*name="intent" value="anything"/),
        ]);
      else
        expect([route.path, page.location]).toEqual([
          route.path,
          // An export redirects to its list, which redirects further.
          expect.stringMatching(
            /(xport|statement\/file)$/.test(route.path)
              ? /^\/((shipments|quote|booking|billing|last-mile|analytics)\/index|billing\/statement|account\/members)$/
              : /^\/home\?redirect=/,
          ),
        ]);
    }
  });

  test("sends a user without its menu to the first menu they have", { tags: "slow" }, async () => {
    for (const route of routes.filter(isGuarded)) {
      if (openToUsers.includes(route.path) || route.path === "/") continue;
      const page = await withoutMenu.get(route.path);
      const answer = openToScripts.test(route.path)
        ? [403, null]
        : route.path === "/messageCenter/index"
          ? [403, null]
          : [302, isMessages(route) ? "/404" : "/elsewhere"];
      expect([route.path, page.status, page.location]).toEqual([route.path, ...answer]);
    }
  });

  test("lets a user with the menu in", { tags: "slow" }, async () => {
    for (const route of routes.filter(
      (each) => isGuarded(each) && !resources(each) && !each.path.endsWith("/1"),
    )) {
      if (isForDesk(route.path)) {
        const refused = await withMenu.get(route.path);
        expect([route.path, refused.location]).toEqual([route.path, "/404"]);
      }
      const page = await (isForDesk(route.path) ? desk : withMenu).get(route.path);
      const isOfRecord = needsRecord(route.pattern) || route.path === "/freightForwarder/answerFiles";
      if (isOfRecord && page.status === 302) {
        expect([route.path, page.location]).toEqual([
          route.path,
          expect.stringMatching(
            /^\/(quote|booking|shipments|messageCenter|account|document|analytics|freightForwarder)\/\w+$/,
          ),
        ]);
        continue;
      }
      // A form that makes something new carries its key in its address.
      const isKeyed = page.location?.startsWith(`${route.path}?key=`);
      if (isKeyed) expect((await withMenu.get(page.location ?? "")).status).toBe(200);
      else if (route.path === "/") expect(page.location).toBe("/dashboard");
      else expect([route.path, page.status]).toEqual([route.path, 200]);
    }
  });
});

test("an unknown path leads to /404, signed in or not", async () => {
  for (const path of ["/Shipments/Index", "/shipments/INDEX", "/Login", "/MESSAGECENTER/index"]) {
    expect([path, (await portal.visitor().get(path)).location]).toEqual([path, "/404"]);
    expect([path, (await withMenu.get(path)).location]).toEqual([path, "/404"]);
  }
  expect((await portal.visitor().get("/no/such/page")).location).toBe("/404");
  expect((await withMenu.get("/no/such/page")).location).toBe("/404");
});

test("every link of the header leads to a route, and no existing screen is on the list of screens to come", () => {
  const paths = new Set(routes.map((route) => route.path));
  const everything = {
    menus: menuNames.map((name) => ({ name, url: `/${name}` })),
    buttons: [],
    resourceUrls: [],
    roles: ["admin"],
    companyId: "1",
    accessEntries: [],
  };
  const links = navigationOf(everything).flatMap((tab) => [
    tab.href,
    ...tab.children.map((child) => child.href),
  ]);
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) expect(paths).toContain(link);
});

test("the sign-in page sends a signed-in user to their first menu", async () => {
  expect((await withMenu.get("/login")).location).toBe("/dashboard");
  expect((await withoutMenu.get("/login")).location).toBe("/elsewhere");
});
