import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getUser } from "#app/contract/user.ts";
import { formIn } from "#tests/support/form-in.ts";
import { makeCompany, makePerson, makeSession, PASSWORD, roleId } from "#tests/support/people.ts";
import { type Browser, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

/** A company's administrator in a browser, and a colleague. */
async function company(language: "en" | "zh" = "en") {
  const companyId = await makeCompany(provider.db);
  const admin = await makePerson(provider.db, companyId, { language_preference: language });
  const colleague = await makePerson(provider.db, companyId, { name: "Cole Colleague", role: "viewer" });
  const { id: departmentId } = await provider.db
    .insertInto("department")
    .values({ company_id: companyId, name: "Imports" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return {
    companyId,
    admin,
    colleague,
    departmentId,
    browser: await portal.signedIn(admin.userName, PASSWORD),
  };
}

async function send(browser: Browser, path: string, fields: Record<string, string> = {}) {
  const requestId = requestIdOf(await browser.get(path));
  return browser.post(path, { requestId, ...fields });
}

async function pathMailedTo(recipient: string): Promise<string> {
  const { body } = await provider.db
    .selectFrom("mail_outbox")
    .select("body")
    .where("recipient", "=", recipient)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const url = new URL(/https?:\S+/.exec(body)?.[0] ?? "");
  return url.pathname + url.search;
}

const page = (name: string, id: string) => `/account/member${name}?id=${id}`;

describe("an administrator", () => {
  for (const [language, invited, state, done] of [
    ["en", "The invitation is on its way", "Invited", "Your password has been reset"],
    ["zh", "邀请已发送", "已邀请", "密码已重置，请登录"],
  ] as const) {
    const choose = { en: "Choose your password", zh: "设置您的密码" }[language];
    test(`invites a member, who sets a password by the link that mail scanners cannot spend, ${language}`, async () => {
      const { browser, departmentId } = await company(language);
      const fields = {
        userName: `guest.${language}`,
        name: "Gus Guest",
        email: `guest-${language}@example.com`,
        roleId: await roleId(provider.db, "booker"),
        departmentId,
      };
      const sent = await send(browser, "/account/memberAdd", fields);
      expect(sent.status).toBe(302);
      const detail = await browser.get(sent.location!);
      expect(detail.markup).toContain(invited);
      expect(detail.markup).toContain(state);
      expect(detail.markup).toContain("Imports");

      const path = await pathMailedTo(fields.email);
      const guest = portal.visitor({ "accept-language": language });
      for (const method of ["GET", "HEAD", "GET"])
        expect((await guest.send(path, { method })).status).toBe(200);
      const form = await guest.get(path);
      expect(form.markup).toContain(choose);
      // There is no password yet that would be reset.
      expect(form.markup).toContain('type="hidden" name="isConfirmed" value="yes"');
      const token = new URL(path, "http://x").searchParams.get("token")!;
      const chosen = { requestId: requestIdOf(form), token, userName: fields.userName };
      const set = await guest.post("/resetPassword", {
        ...chosen,
        password: "green-Harbour-43",
        repeat: "green-Harbour-43",
        isConfirmed: "yes",
      });
      expect([set.status, set.location]).toEqual([302, "/login"]);
      expect((await guest.get("/login")).markup).toContain(done);
      await portal.signedIn(fields.userName, "green-Harbour-43");
    });
  }

  test("reads that a text is too long, and a user name with other signs is refused", async () => {
    const { browser } = await company();
    const answer = await send(browser, "/account/memberAdd", {
      userName: "<b>ada</b>",
      name: "x".repeat(101),
      email: `${"a".repeat(250)}@example.com`,
    });
    expect(answer.markup).toMatch(/id="member-userName-error"[^>]*>4 to 16 letters, digits, or \. _ - @/);
    expect(answer.markup).toMatch(/id="member-name-error"[^>]*>This should not exceed 100 characters/);
    expect(answer.markup).toMatch(/id="member-email-error"[^>]*>This should not exceed 254 characters/);
  });

  test("gets an invitation back with what was typed and the faults at their fields", async () => {
    const { browser, colleague } = await company();
    const answer = await send(browser, "/account/memberAdd", {
      userName: "a b",
      name: "",
      email: "nobody@",
      roleId: "",
      departmentId: "",
    });
    expect(answer.status).toBe(400);
    expect(answer.markup).toContain('value="nobody@"');
    for (const field of ["userName", "name", "email", "roleId"])
      expect(answer.markup).toMatch(new RegExp(`id="member-${field}-error"`));
    const taken = await send(browser, "/account/memberAdd", {
      userName: colleague.userName,
      name: "N",
      email: "n@example.com",
      roleId: await roleId(provider.db, "viewer"),
      departmentId: "",
    });
    expect(taken.markup).toMatch(/id="member-userName-error"[^>]*>This account name already exists</);
  });

  test("sends an invitation again, and withdraws it", async () => {
    const { browser } = await company();
    const email = "again@example.com";
    const sent = await send(browser, "/account/memberAdd", {
      userName: "again.guest",
      name: "Gus Guest",
      email,
      departmentId: "",
      roleId: await roleId(provider.db, "viewer"),
    });
    const first = await pathMailedTo(email);
    expect((await send(browser, sent.location!)).status).toBe(302);
    const second = await pathMailedTo(email);
    const guest = portal.visitor();
    expect((await guest.get(first)).markup).toContain("This link cannot be used");
    expect((await guest.get(second)).markup).toContain("again.guest");
    const remove = sent.location!.replace("memberDetail", "memberRemove");
    expect((await browser.get(remove)).markup).toContain("Withdraw the invitation of Gus Guest?");
    expect(await send(browser, remove)).toMatchObject({ status: 302, location: "/account/members" });
    expect((await browser.get("/account/members")).markup).toContain("The invitation has been withdrawn");
    expect((await guest.get(second)).location).toBe("/forgotPassword?notAttached");
  });

  test("changes role and state of a member, whose session ends at once", async () => {
    const { browser, colleague, departmentId } = await company();
    const session = await makeSession(provider.db, colleague.id);
    const fields = { name: "Cole Renamed", email: colleague.email, departmentId, status: "ACTIVE" };
    const edit = page("Edit", colleague.id);
    const begun = formIn(await browser.get(edit), "member").begun!;
    const saved = await send(browser, edit, {
      ...fields,
      begun,
      roleId: await roleId(provider.db, "finance"),
    });
    expect([saved.status, saved.location]).toEqual([302, page("Detail", colleague.id)]);
    expect((await browser.get(saved.location!)).markup).toMatch(/Cole Renamed[\s\S]*Finance/);
    expect((await provider.call(getUser, {}, { token: session })).code).toBe(8001);
    await send(browser, edit, { ...formIn(await browser.get(edit), "member"), status: "DISABLED" });
    expect((await browser.get("/account/members?status=DISABLED")).markup).toContain(colleague.userName);
  });

  test("an old page turns nothing back that another administrator has changed", async () => {
    const { browser, colleague, admin } = await company();
    const edit = page("Edit", colleague.id);
    const old = formIn(await browser.get(edit), "member");
    const other = await portal.signedIn(admin.userName, PASSWORD);
    const finance = await roleId(provider.db, "finance");
    const first = await other.post(edit, {
      ...formIn(await other.get(edit), "member"),
      status: "DISABLED",
      roleId: finance,
      email: "other@example.com",
    });
    expect(first.location).toBe(page("Detail", colleague.id));
    const second = await browser.post(edit, { ...old, name: "Cole Renamed" });
    expect(second.location).toBe(page("Detail", colleague.id));
    const stored = await provider.db
      .selectFrom("app_user")
      .select(["name", "status", "role_id"])
      .where("id", "=", colleague.id)
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ name: "Cole Renamed", status: "DISABLED", role_id: finance });
  });

  test("two administrators who change the same field: the second sees both values and chooses", async () => {
    const { browser, colleague, admin } = await company("zh");
    const edit = page("Edit", colleague.id);
    const old = formIn(await browser.get(edit), "member");
    const other = await portal.signedIn(admin.userName, PASSWORD);
    await other.post(edit, { ...formIn(await other.get(edit), "member"), name: "First", status: "DISABLED" });
    const refused = await browser.post(edit, { ...old, name: "Second" });
    expect(refused.status).toBe(409);
    expect(refused.markup).toMatch(/您打开此页后，内容已被修改[\s\S]*姓名[\s\S]*Second[\s\S]*First/);
    const again = formIn(refused, "member");
    expect(again).toMatchObject({ name: "Second", status: "DISABLED" });
    expect((await browser.post(edit, again)).location).toBe(page("Detail", colleague.id));
    const stored = await provider.db
      .selectFrom("app_user")
      .select(["name", "status"])
      .where("id", "=", colleague.id)
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ name: "Second", status: "DISABLED" });
  });

  test("deletes a member by typing the user name, and nobody by another name", async () => {
    const { browser, colleague } = await company();
    const path = page("Remove", colleague.id);
    expect((await browser.get(path)).markup).toContain("Confirm to delete the user?");
    const wrong = await send(browser, path, { accountName: "somebody" });
    expect(wrong.status).toBe(400);
    expect(wrong.markup).toContain('value="somebody"');
    expect(wrong.markup).toContain("This is not the account name of the user");
    const done = await send(browser, path, { accountName: colleague.userName });
    expect([done.status, done.location]).toEqual([302, "/account/members"]);
    expect((await browser.get("/account/members")).markup).not.toContain(colleague.userName);
    expect((await browser.get(page("Detail", colleague.id))).location).toBe("/404");
  });

  test("makes a one-time link by a press, the same again when the form is sent twice", async () => {
    const { browser, colleague } = await company();
    const path = page("Reset", colleague.id);
    const shown = await browser.get(path);
    expect(shown.markup).toContain("Confirm to reset the password?");
    expect(shown.markup).not.toContain("token=");
    const requestId = requestIdOf(shown);
    const links = await Promise.all(
      [1, 2].map(async () => /token=([\w-]{43})/.exec((await browser.post(path, { requestId })).markup)?.[1]),
    );
    expect(links[0]).toBeDefined();
    expect(links[1]).toBe(links[0]);
  });

  test("is offered no change of the own role, and is not deleted by themselves", async () => {
    const { browser, admin } = await company();
    const edit = await browser.get(page("Edit", admin.id));
    expect(edit.markup).toContain("This is your own account");
    expect(edit.markup).not.toContain('<select id="member-roleId"');
    const forged = await send(browser, page("Edit", admin.id), {
      name: "X",
      email: admin.email,
      departmentId: "",
      roleId: await roleId(provider.db, "viewer"),
    });
    expect(forged.location).not.toBe(page("Detail", admin.id));
    expect((await browser.get(page("Remove", admin.id))).location).toBe(page("Detail", admin.id));
    expect((await browser.get("/account/members")).markup).toContain(admin.userName);
  });

  test("takes the filtered list as a spreadsheet, which the activity tells of", async () => {
    const { browser, colleague } = await company();
    const requestId = requestIdOf(await browser.get("/account/members"));
    const file = await browser.post("/account/memberExport?keyword=cole", { requestId });
    expect(file.status).toBe(200);
    expect(file.headers.get("content-disposition")).toMatch(
      /attachment; filename="members-\d{4}-\d{2}-\d{2}\.xlsx"/,
    );
    expect((await browser.get("/account/activity?status=export")).markup).toContain("Exported the members");
    expect((await browser.get("/account/memberExport?status=DISABLED")).location).toBe(
      "/account/members?status=DISABLED",
    );
    const viewer = await portal.signedIn(colleague.userName, PASSWORD);
    const id = requestIdOf(await viewer.get("/account/index"));
    expect((await viewer.post("/account/memberExport", { requestId: id })).location).toBe("/404");
  });

  test("sees what roles may do, and who did what, filtered by kind and person", async () => {
    const { browser, admin, colleague } = await company();
    const roles = (await browser.get("/account/roles")).markup;
    expect(roles).toMatch(/Manage members[\s\S]*?✓[\s\S]*?–/);
    const heads = [...roles.matchAll(/<th[^>]*scope="col"[^>]*>([^<]*)/g)].map(([, name]) => name!.trim());
    const row = /<tr>\s*<th[^>]*>Change the address book[\s\S]*?<\/tr>/.exec(roles)![0];
    const held = [...row.matchAll(/aria-hidden="true">(.)</g)].map(([, mark]) => mark === "✓");
    // A booking clerk has no menu of the address book, and changes it all the same.
    expect(held[heads.slice(1).indexOf("Booking clerk")]).toBe(true);
    expect(held[heads.slice(1).indexOf("Viewer")]).toBe(false);
    await portal.signedIn(colleague.userName, PASSWORD);
    await send(browser, page("Reset", colleague.id));
    const all = (await browser.get("/account/activity")).markup;
    expect(all).toMatch(/Made a link to reset the password[\s\S]*Member: Cole Colleague[\s\S]*Signed in/);
    const rights = (await browser.get("/account/activity?status=rights")).markup;
    expect(rights).not.toContain("Signed in");
    const own = (await browser.get(`/account/activity?person=${admin.id}&status=signIn`)).markup;
    expect(own.match(/Signed in/g)).toHaveLength(1);
    const past = (await browser.get("/account/activity?to=2020-01-01")).markup;
    expect(past).toContain("Nothing fits");
    const nonsense = await browser.get("/account/activity?to=never&person=%00&status=x&page=-1");
    expect(nonsense.status).toBe(200);
  });
});

describe("the members' pages", () => {
  const paths = ["members", "memberAdd", "memberDetail?id=1", "memberEdit?id=1", "memberRemove?id=1"];
  const others = ["memberReset?id=1", "roles", "activity"];

  test("are for administrators of a company that manages its members, and told in the menu to them alone", async () => {
    const { colleague, browser } = await company();
    expect((await browser.get("/account/index")).markup).toContain('href="/account/members"');
    const viewer = await portal.signedIn(colleague.userName, PASSWORD);
    const bare = await makePerson(provider.db, await makeCompany(provider.db, []));
    const without = await portal.signedIn(bare.userName, PASSWORD);
    for (const person of [viewer, without]) {
      expect((await person.get("/account/index")).markup).not.toContain("/account/members");
      for (const path of [...paths, ...others])
        expect([path, (await person.get(`/account/${path}`)).location]).toEqual([path, "/404"]);
    }
  });

  test("show no member of another company", async () => {
    const { browser } = await company();
    const { colleague } = await company();
    for (const name of ["Detail", "Edit", "Remove", "Reset"])
      expect((await browser.get(page(name, colleague.id))).location).toBe("/404");
    expect((await browser.get(page("Detail", "x' or 1"))).location).toBe("/account/members");
  });
});

describe("the delivery of mails", () => {
  for (const [language, reason, lifted, bared] of [
    [
      "en",
      'Blocked since <time dateTime="2026-11-20',
      "The address gets news again",
      "Mails of news have no content from now on",
    ],
    ["zh", '自 <time dateTime="2026-11-20 ', "该地址将重新收到动态", "此后的动态邮件不含内容"],
  ] as const) {
    test(`shows refused addresses with their reason, lifts a block and ends content in mails, ${language}`, async () => {
      const { browser, colleague, companyId } = await company(language);
      const path = "/account/mailDelivery";
      expect((await browser.get("/account/members")).markup).toContain(`href="${path}"`);
      const email = `Cole.${language}@Example.com`;
      const db = provider.db;
      await db.updateTable("app_user").set({ email }).where("id", "=", colleague.id).execute();
      const at = new Date("2026-11-20T09:00:00Z");
      await db
        .insertInto("mail_address")
        .values({
          email: email.toLowerCase(),
          hard_failures: 2,
          soft_failures: 1,
          last_error: "550 <gone>",
          last_failed_at: at,
          blocked_at: at,
        })
        .execute();
      const shown = await browser.get(path);
      for (const text of [email.toLowerCase(), "Cole Colleague", "550 &lt;gone&gt;", reason])
        expect(shown.markup).toContain(text);
      expect((await send(browser, path, { lift: "somebody@else.example" })).status).toBe(400);
      expect((await send(browser, path, { lift: email.toLowerCase() })).location).toBe(path);
      const after = await browser.get(path);
      expect(after.markup).toContain(lifted);
      expect(after.markup).not.toContain(email.toLowerCase());

      const isBare = async () =>
        (
          await db
            .selectFrom("company")
            .select("is_mail_bare")
            .where("id", "=", companyId)
            .executeTakeFirstOrThrow()
        ).is_mail_bare;
      expect((await send(browser, path, { isBare: "on" })).location).toBe(path);
      expect(await isBare()).toBe(true);
      const bare = await browser.get(path);
      expect(bare.markup).toContain(bared);
      expect(bare.markup).toMatch(/<input(?=[^>]*name="isBare")[^>]*checked/);
      expect((await send(browser, path)).location).toBe(path);
      expect(await isBare()).toBe(false);
    });
  }
});
