import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bendingNames } from "#tests/support/bendings.ts";
import { endpoints } from "#tests/support/endpoints.ts";
import { casesByDay } from "#tests/support/is-all.ts";
import { MINIMAL_USER, type MinimalProvider, startMinimalProvider } from "#tests/support/minimal-provider.ts";
import { type Browser, type Page, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";

let provider: MinimalProvider;
let portal: TestPortal;

const settings = (given: MinimalProvider, more: Record<string, string> = {}) => ({
  REALTIME_URL: given.realtimeUrl,
  REALTIME_TICKETS: "off",
  PROVIDER_IDEMPOTENT: "off",
  ...more,
});
const lena = () => portal.signedIn(MINIMAL_USER.userName, MINIMAL_USER.password);
const heading = (page: Page) => /<h1[^>]*>([^<]*)/.exec(page.markup)?.[1] ?? "";

beforeAll(async () => {
  provider = await startMinimalProvider();
  portal = await startPortal(provider, settings(provider));
});
beforeEach(() => provider.bend());
afterAll(() => provider?.stop());

/** Screens whose calls product 7 lists. */
const screens = [
  "/account/index",
  "/account/password",
  "/messageCenter/index",
  "/messageCenter/index?session=501",
  "/messageCenter/index?session=501&tab=booking",
  "/messageCenter/index?session=501&before=3",
  "/messageCenter/index?find=berth",
  "/messageCenter/teams",
  "/messageCenter/inquiry",
];
/** Screens whose calls product 7 does not list. */
const unlisted = ["/dashboard", "/shipments/index", "/quote/index", "/booking/index", "/booking/template"];

for (const name of casesByDay(["", ...bendingNames], 12)) {
  test(`every screen shows whose calls product 7 lists${name && `: ${name}`}`, async () => {
    if (name) provider.bend(name as (typeof bendingNames)[number]);
    const browser = await lena();
    for (const path of screens) {
      const page = await browser.open(path);
      expect([path, page.status, heading(page) !== ""]).toEqual([path, 200, true]);
      expect(page.markup).toContain("Lena Brandt");
      expect(page.markup).not.toMatch(/\bundefined\b|\bNaN\b|\[object |null<|Invalid Date/);
    }
    for (const path of unlisted) {
      const page = await browser.open(path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.markup).toMatch(/Call: \w+\.\w+/);
      expect(heading(page)).toBe("The forwarder&#x27;s system does not offer this");
    }
  });
}

/** Every address of product 7, and those that our OpenAPI document gives to the two calls without one. */
const listed = [
  "auth/token",
  "api/forgotPassword",
  "api/resetPasswordValidate",
  "api/resetPassword",
  ...["getUser", "updateUser", "validatePassword", "accountUserList", "resetPwd", "deleteUser/{id}"].map(
    (name) => `portalUser/${name}`,
  ),
  ...["addUser", "editUser", "rejectUpdatePassword", "getResetPwd"].map((name) => `portalUser/${name}`),
  "role/fontRoleList",
  "dept/fontDeptList",
  "teams/getTeamList",
  "teams/channels",
  "teams/createTeamAndChannels",
  "teams/getTeams/{a}/{b}",
  "graph/newInquiry",
  ...["countUnReadMsg", "sendMessage", "allRead", "fuzzyQueryMsg", "list", "read", "uploadAttachment"].map(
    (name) => `message/${name}`,
  ),
  ...["selectNotificationList", "saveNotification", "remove", "detail"].map(
    (name) => `api/notificationInfo/${name}`,
  ),
  ...["selectRuleList", "saveRule", "removeRule", "detailRule"].map((name) => `api/notificationInfo/${name}`),
  "user/info",
  "message/chatList",
  "message/sessionDetail",
];

test("the minimal provider has the calls that product 7 lists, and no other of the contract", async () => {
  const own = await startMinimalProvider();
  const bases = { api: own.apiUrl, tracking: own.trackingUrl, root: own.url };
  const found = await Promise.all(
    endpoints.map(async ({ method, service, path }) => {
      const url = bases[service] + path.replace(/\{\w+\}/g, "1");
      const { status } = await fetch(url, { method });
      return status === 404 ? [] : [path.slice(1)];
    }),
  );
  await own.stop();
  expect([...new Set(found.flat())].sort()).toEqual([...listed].sort());
});

/** The entries of the header (product 2.6), with what each says that it lacks; null: what product 7 lists is enough. */
const mainScreens: [path: string, lacks: string | null][] = [
  ["/dashboard", "dashboard.overview"],
  ["/quote/index", "quote.list"],
  ["/shipments/index", "shipment.list"],
  ["/analytics/index", "analytics.report"],
  ["/account/index", null],
  ["/billing/index", "invoice.list"],
  ["/booking/add", "booking.options"],
  ["/quote/add", null],
  ["/booking/index", "booking.list"],
  ["/document/index", "document.list"],
  ["/last-mile/index", "lastMile.list"],
];

describe.each(["with the two calls that product 7 describes without a path", "without them"])(
  "a provider written from product 7 alone, %s",
  (which) => {
    test("opens every main screen, which says in place what the provider lacks", async () => {
      const isBare = which === "without them";
      const menus = ["DASHBOARD", "QUOTES", "SHIPMENTS", "ANALYTICS", "ACCOUNT", "PROFILE", "BILLING"];
      const own = await startMinimalProvider({
        isBare,
        menus: [...menus, "BOOKING", "DOCUMENT", "LASTMILE"],
        // Who may request quotes books from the quote: both forms are opened.
        buttons: ["BOOKSHIPMENT", "REQUESTQUOTE", "MessageCenter"],
      });
      try {
        const browser = await (await startPortal(own, settings(own))).signedIn(
          MINIMAL_USER.userName,
          MINIMAL_USER.password,
        );
        for (const [path, lacks] of mainScreens) {
          const page = await browser.open(path);
          expect([path, page.path.split("?")[0], page.status]).toEqual([path, path, 200]);
          expect(page.markup).toMatch(/<header[\s\S]*Lena Brandt[\s\S]*<main[\s\S]*<h1/);
          if (lacks) expect([path, page.markup]).toEqual([path, expect.stringContaining(`Call: ${lacks}`)]);
          else expect([path, page.markup]).toEqual([path, expect.not.stringContaining("Call: ")]);
        }
        const messages = await browser.open("/messageCenter/index");
        expect([messages.status, messages.markup.includes("Call: message.chatList")]).toEqual([200, isBare]);
      } finally {
        await own.stop();
      }
    });
  },
);

test("an administrator manages members by the calls that product 7 lists", { tags: "slow" }, async () => {
  const own = await startMinimalProvider({ roles: ["admin"], access: ["MEMBER_MANAGE"] });
  try {
    const browser = await (await startPortal(own, settings(own))).signedIn(
      MINIMAL_USER.userName,
      MINIMAL_USER.password,
    );
    const pages = [
      "members",
      "memberAdd",
      "memberDetail?id=41",
      "memberEdit?id=41",
      "memberReset?id=41",
      "roles",
    ];
    for (const name of pages) {
      const page = await browser.get(`/account/${name}`);
      expect([name, page.status, heading(page) !== ""]).toEqual([name, 200, true]);
      expect(page.markup).not.toMatch(/\bundefined\b|\bNaN\b|\[object |null<|Invalid Date/);
    }
    const reset = await browser.get("/account/memberReset?id=41");
    const link = await browser.post("/account/memberReset?id=41", { requestId: requestIdOf(reset) });
    expect(link.markup).toContain("https://portal.example/resetPassword?token=x");
    const add = await browser.get("/account/memberAdd");
    const added = await browser.post("/account/memberAdd", {
      requestId: requestIdOf(add),
      userName: "new.member",
      name: "New",
      email: "new@example.com",
      roleId: "1",
      departmentId: "",
    });
    expect([added.status, added.location]).toEqual([302, "/account/members"]);
    const activity = await browser.get("/account/activity");
    expect(activity.markup).toContain("Call: portalUser.activityList");
  } finally {
    await own.stop();
  }
});

describe("a conversation", () => {
  const thread = (page: Page) => page.markup.slice(page.markup.indexOf("SZX2611001"));

  test("shows three-field rows with files given as text, on the reader's clock", async () => {
    const page = await (await lena()).open("/messageCenter/index?session=501");
    expect(thread(page)).toContain("When does the vessel berth?");
    expect(page.markup).toContain('href="https://files.example/pod/77.pdf"');
    expect(page.markup).toContain("proof of delivery.pdf");
    expect(page.markup).toContain("2026-11-20 09:05:00");
    expect(page.markup).toMatch(/id="m3"/);
  });

  test("takes a message by the plain form, and shows it at the end", async () => {
    const browser = await lena();
    const page = await browser.open("/messageCenter/index?session=501");
    const text = `Hello from the form ${Date.now()}`;
    const answer = await browser.post("/messageCenter/index?session=501", {
      intent: "send",
      channelId: "9001",
      requestId: requestIdOf(page),
      text,
    });
    expect(answer.status).toBe(302);
    expect((await browser.open(answer.location ?? "")).markup).toContain(text);
    expect(provider.messages.filter(({ body }) => body === text)).toHaveLength(1);
  });

  test("begun by an inquiry stands in the list, though the answer says no more than that it was done", async () => {
    const browser = await lena();
    const page = await browser.open("/messageCenter/inquiry");
    const answer = await browser.post("/messageCenter/inquiry", {
      requestId: requestIdOf(page),
      topic: "shipment",
      subject: "Cold storage",
      text: "Do you have any?",
    });
    expect(answer).toMatchObject({ status: 302, location: "/messageCenter/index" });
    expect((await browser.open("/messageCenter/index")).markup).toContain("Cold storage");
  });
});

describe("what it does not say", () => {
  test("the text of a lock without minutes has no minutes", async () => {
    const page = await portal.visitor().post("/login", { userName: "locked", password: "whatever" });
    expect(page.markup).toContain("Account locked");
    expect(page.markup).toContain("Too many attempts. Please try again later.");
    expect(page.markup).not.toMatch(/\d+ minutes/);
  });

  test("an unknown code above 8000 shows the provider's message", async () => {
    const page = await portal.visitor().post("/login", { userName: "parked", password: "whatever" });
    expect(page.markup).toContain("Your company&#x27;s contract has not been signed yet");
  });

  test.each([
    ["/api/message/chatList", 401, '{"message":"Session replaced by another"}', 401],
    ["/api/portalUser/getUser", 401, '{"message":"Session replaced by another"}', 401],
    ["/api/portalUser/getUser", 200, '{"code":8777,"message":"Session replaced by another"}', 401],
  ])(
    "%s answers %i with a message and no code of ours: it is shown, and signing in is offered",
    async (path, status, text, expected) => {
      const browser = await lena();
      provider.answer(path, text, status);
      const page = await browser.open("/messageCenter/index");
      provider.answer(path, null);
      expect(page.status).toBe(expected);
      expect(page.markup).toContain("Session replaced by another");
      expect(page.markup).toContain("Re-Login");
    },
  );

  test("a 500 with a message and no code shows the message", async () => {
    const browser = await lena();
    provider.answer("/api/message/chatList", '{"message":"The index is being rebuilt"}', 500);
    const page = await browser.open("/messageCenter/index");
    provider.answer("/api/message/chatList", null);
    expect(page.status).toBe(503);
    expect(page.markup).toContain("The index is being rebuilt");
  });

  for (const roles of ["null", "[]", undefined]) {
    test(`roles ${roles ?? "absent"} give the text of getInfo`, async () => {
      const browser = await lena();
      const data = roles ? `{"roles":${roles},"name":"Lena Brandt"}` : '{"name":"Lena Brandt"}';
      provider.answer("/user/info", `{"code":200,"message":"","data":${data}}`);
      const page = await browser.open("/account/index");
      provider.answer("/user/info", null);
      expect(page.status).toBe(500);
      expect(page.markup).toContain("getInfo: roles must be a non-null array!");
    });
  }

  test("what refuses a page names the call", async () => {
    const browser = await lena();
    provider.answer("/api/message/chatList", '{"code":200,"message":"","data":{"rows":"many"}}');
    const page = await browser.open("/messageCenter/index");
    provider.answer("/api/message/chatList", null);
    expect(page.status).toBe(502);
    expect(page.markup).toContain("Call: message.chatList");
  });

  test("a page is shown although the unread count fails", async () => {
    const browser = await lena();
    for (const text of ["{}", "no", '{"code":500,"message":"down"}']) {
      provider.answer("/api/message/countUnReadMsg", text, 500);
      expect((await browser.open("/messageCenter/index")).status).toBe(200);
    }
    provider.answer("/api/message/countUnReadMsg", null);
  });
});

test("an upload is accepted when the provider answers only the file's address", async () => {
  const browser = await lena();
  const page = await browser.open("/messageCenter/index?session=501");
  const form = new FormData();
  for (const [name, value] of Object.entries({
    intent: "send",
    channelId: "9001",
    requestId: requestIdOf(page),
  }))
    form.set(name, value);
  form.set("teamParams", JSON.stringify({ channelId: "9001" }));
  form.set("text", "With a paper");
  form.set("file", new File(["%PDF-1.7"], "paper.pdf", { type: "application/pdf" }));
  const answer = await browser.postFiles("/messageCenter/index?session=501", form);
  expect(answer.status).toBe(302);
  expect((await browser.open(answer.location ?? "")).markup).toContain(
    'href="https://files.example/up/78.pdf"',
  );
});

test("what product 7 has writes for is done by the plain forms", async () => {
  const browser = await lena();
  const profile = await browser.open("/account/index");
  const saved = await browser.post("/account/index", {
    requestId: requestIdOf(profile),
    name: "Lena Brandt",
  });
  expect(saved).toMatchObject({ status: 302, location: "/account/index" });
  const read = await browser.post("/messageCenter/index", {
    requestId: requestIdOf(profile),
    intent: "allRead",
  });
  expect(read.status).toBe(302);
  const visitor = portal.visitor();
  const asked = await visitor.open("/forgotPassword");
  const mailed = await visitor.post("/forgotPassword", {
    requestId: requestIdOf(asked),
    email: "lena@example.com",
  });
  expect(mailed.status).toBeLessThan(400);
  const link = await visitor.open("/resetPassword?token=abc");
  expect(link.status).toBe(200);
  const reset = await visitor.post("/resetPassword?token=abc", {
    requestId: requestIdOf(link),
    token: "abc",
    password: "new-Harbour-9",
    repeat: "new-Harbour-9",
    isConfirmed: "yes",
  });
  expect(reset).toMatchObject({ status: 302, location: "/login" });
});

test("a password is changed, and a wrong old one is recognized by the code of the answer alone", async () => {
  const own = await startMinimalProvider();
  const itsPortal = await startPortal(own, settings(own));
  const browser = await itsPortal.signedIn(MINIMAL_USER.userName, MINIMAL_USER.password);
  const change = async (oldPassword: string, password: string) => {
    const page = await browser.open("/account/password");
    return browser.post("/account/password", {
      requestId: requestIdOf(page),
      oldPassword,
      password,
      repeat: password,
    });
  };
  expect((await change("not the one", "new-Harbour-8")).markup).toContain("The password is wrong");
  expect((await change(MINIMAL_USER.password, "new-Harbour-8")).status).toBe(302);
  expect(await signsIn(itsPortal, "new-Harbour-8")).toBe(true);
  await own.stop();
});

const signsIn = async (to: TestPortal, password: string): Promise<boolean> =>
  (await to.visitor().post("/login", { userName: MINIMAL_USER.userName, password })).status === 302;

/** The links of the navigation, none of which may lead to an unsupported screen. */
async function navigation(browser: Browser): Promise<string[]> {
  const page = await browser.open("/account/index");
  return [...page.markup.matchAll(/<a [^>]*href="([^"#?]+)/g)].map(([, href = ""]) => href);
}

test("what it lacks is led to no more once it is known", async () => {
  const browser = await lena();
  for (const path of unlisted) await browser.open(path);
  const links = await navigation(browser);
  for (const path of unlisted) expect(links).not.toContain(path);
  expect(links).toContain("/messageCenter/index");
});

test("what the setting names as lacking is never led to, nor asked for", async () => {
  const named = await startPortal(
    provider,
    settings(provider, { PROVIDER_LACKS: "shipment.list, quote.list" }),
  );
  const browser = await named.signedIn(MINIMAL_USER.userName, MINIMAL_USER.password);
  provider.calls.length = 0;
  const links = await navigation(browser);
  expect(links).not.toContain("/shipments/index");
  expect(links).not.toContain("/quote/index");
  expect((await browser.open("/shipments/index")).markup).toContain("Call: shipment.list");
  expect(provider.calls).not.toContain("POST /api/shipment/list");
});

test("administrators see which screens are hidden, and why", { tags: "slow" }, async () => {
  const own = await startMinimalProvider({ roles: ["admin"] });
  const itsPortal = await startPortal(own, settings(own, { PROVIDER_LACKS: "shipment.list" }));
  const admin = await itsPortal.signedIn(MINIMAL_USER.userName, MINIMAL_USER.password);
  expect((await admin.open("/account/index")).markup).toContain("/shipments/index: shipment.list");
  await own.stop();
  const other = await startPortal(provider, settings(provider, { PROVIDER_LACKS: "shipment.list" }));
  const customer = await other.signedIn(MINIMAL_USER.userName, MINIMAL_USER.password);
  expect((await customer.open("/account/index")).markup).not.toContain("shipment.list");
});

test("a picture is loaded only from the hosts that the operator allows", { tags: "slow" }, async () => {
  const own = await startMinimalProvider({ avatar: "https://pictures.example/lena.png" });
  for (const [origins, isShown] of [
    ["https://pictures.example", true],
    ["https://other.example", false],
  ] as const) {
    const itsPortal = await startPortal(own, settings(own, { AVATAR_ORIGINS: origins }));
    const page = await (await itsPortal.signedIn(MINIMAL_USER.userName, MINIMAL_USER.password)).open(
      "/account/index",
    );
    expect(page.markup.includes('src="https://pictures.example/lena.png"')).toBe(isShown);
    expect(page.headers.get("content-security-policy")).toContain(`img-src 'self' data: ${origins}`);
  }
  await own.stop();
});

describe("a provider without idempotency keys", () => {
  const send = (browser: Browser, requestId: string, text: string) =>
    browser.post("/messageCenter/index?session=501", { intent: "send", channelId: "9001", requestId, text });

  for (const [language, unsure] of [
    ["en", "a second time may do it twice"],
    ["zh", "否则可能重复执行"],
  ] as const) {
    test(`an answer that makes no sense is told as what it is, ${language}`, async () => {
      const browser = portal.visitor({ "accept-language": language });
      await browser.post("/login", { userName: MINIMAL_USER.userName, password: MINIMAL_USER.password });
      const requestId = requestIdOf(await browser.open("/messageCenter/index?session=501"));
      provider.answer("/api/message/sendMessage", "<h1>Bad gateway</h1>", 502);
      provider.calls.length = 0;
      const page = await send(browser, requestId, "Once only");
      provider.answer("/api/message/sendMessage", null);
      expect(page.status).toBe(503);
      expect(page.markup).toContain(unsure);
      expect(page.markup).not.toMatch(/not do it twice|不会重复/);
      expect(provider.calls.filter((call) => call.endsWith("/message/sendMessage"))).toHaveLength(1);
    });
  }

  test("a form that is sent again gets the result of the first", async () => {
    const browser = await lena();
    const requestId = requestIdOf(await browser.open("/messageCenter/index?session=501"));
    const text = `Pressed twice ${Date.now()}`;
    const answers = await Promise.all([send(browser, requestId, text), send(browser, requestId, text)]);
    expect([...answers, await send(browser, requestId, text)].map(({ status }) => status)).toEqual([
      302, 302, 302,
    ]);
    expect(provider.messages.filter(({ body }) => body === text)).toHaveLength(1);
  });

  test("the script that sends automatically is told not to retry", async () => {
    const browser = await lena();
    const requestId = requestIdOf(await browser.open("/messageCenter/index?session=501"));
    provider.answer("/api/message/sendMessage", "", 504);
    provider.calls.length = 0;
    const post = () =>
      browser.post("/messageCenter/message", { channelId: "9001", requestId, text: "Unsure" });
    for (const answer of [await post(), await post()]) {
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.html)).toMatchObject({ isUnsure: true });
    }
    provider.answer("/api/message/sendMessage", null);
    expect(provider.calls.filter((call) => call.endsWith("/message/sendMessage"))).toHaveLength(1);
  });
});
