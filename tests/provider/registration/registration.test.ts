import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "#app/contract/auth.ts";
import { accountUserList } from "#app/contract/member.ts";
import {
  register,
  registerConfirm,
  registerValidate,
  registrationDecide,
  registrationList,
} from "#app/contract/registration.ts";
import { getUser } from "#app/contract/user.ts";
import { purge } from "#app/provider/jobs/purge.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

const DAY_MS = 86_400_000;

let provider: TestProvider;
let now = () => new Date();
let desk: string;
let deskEmail: string;
let signInDesk: () => Promise<string>;
beforeAll(async () => {
  provider = await startProvider({ now: () => now(), publicUrl: "https://freight.example" });
  const forwarder = await makeCompany(provider.db, [], { is_forwarder: true });
  const clerk = await makePerson(provider.db, forwarder, { role: "desk" });
  deskEmail = clerk.email;
  signInDesk = () => makeSession(provider.db, clerk.id, new Date(Date.now() + 30 * DAY_MS));
  desk = await signInDesk();
});
afterAll(() => provider?.stop());

let count = 0;
function application(given: object = {}) {
  count += 1;
  return {
    companyName: "Lampworks GmbH",
    name: "Lena Lamp",
    email: `lena-${count}@lampworks.example`,
    userName: `lena.${count}x`,
    password: PASSWORD,
    countryCode: "DE",
    phone: "+49 40 123456",
    ...given,
  };
}

const mailsTo = (recipient: string) =>
  provider.db
    .selectFrom("mail_outbox")
    .selectAll()
    .where("recipient", "=", recipient)
    .orderBy("id")
    .execute();
async function tokenTo(email: string): Promise<string> {
  const mail = (await mailsTo(email)).at(-1);
  return /registerConfirm\?token=([\w-]{43})\s/.exec(mail?.body ?? "")?.[1] ?? "";
}
const enter = (userName: string) => provider.call(signIn, { userName, password: PASSWORD });
const decide = (given: { id: string; isApproved: boolean; reason?: string }, token = desk) =>
  provider.call(registrationDecide, given, { token });

async function confirmed(given: object = {}) {
  const asked = application(given);
  expect((await provider.call(register, asked)).code).toBe(200);
  expect((await provider.call(registerConfirm, { token: await tokenTo(asked.email) })).code).toBe(200);
  const { rows } = (await provider.call(registrationList, {}, { token: desk })).data;
  return { ...asked, id: rows.find(({ email }) => email === asked.email)!.id };
}

test("a company asks, confirms its address, is approved, and its administrator signs in and manages members", async () => {
  const asked = application();
  expect(await provider.call(register, asked, { language: "zh" })).toMatchObject({ code: 200, data: null });
  expect((await enter(asked.userName)).code).toBe(1001);
  const token = await tokenTo(asked.email);
  expect((await mailsTo(asked.email))[0]?.subject).toBe("请确认您的邮箱地址");
  // Looking at the link changes nothing, however often.
  for (let looks = 0; looks < 3; looks++)
    expect((await provider.call(registerValidate, { token })).data).toEqual({
      companyName: "Lampworks GmbH",
      email: asked.email,
      userName: asked.userName,
      isNameTaken: false,
    });
  expect((await enter(asked.userName)).code).toBe(1001);
  expect((await provider.call(registerConfirm, { token })).code).toBe(200);
  expect((await provider.call(registerConfirm, { token })).code).toBe(1101);
  expect((await enter(asked.userName)).code).toBe(8004);

  const { rows } = (await provider.call(registrationList, {}, { token: desk })).data;
  const row = rows.find(({ email }) => email === asked.email)!;
  expect(row).toMatchObject({ companyName: "Lampworks GmbH", countryCode: "DE", phone: "+49 40 123456" });
  const told = (await mailsTo(deskEmail)).at(-1);
  expect([told?.subject, told?.body.includes("Lampworks GmbH")]).toEqual([
    "A company asks for an account",
    true,
  ]);
  expect((await decide({ id: row.id, isApproved: true })).code).toBe(200);
  expect((await decide({ id: row.id, isApproved: false })).code).toBe(409);
  expect((await mailsTo(asked.email)).at(-1)?.subject).toBe("您的账户已开通");
  const { token: session } = (await enter(asked.userName)).data;
  const me = (await provider.call(getUser, {}, { token: session })).data;
  expect(me).toMatchObject({ roles: ["admin"], companyInfo: { name: "Lampworks GmbH", isForwarder: false } });
  expect((await provider.call(accountUserList, {}, { token: session })).data.total).toBe(1);
});

test("a declined company is told why in its language, and nothing of its account is left", async () => {
  const { id, email, userName } = await confirmed();
  const { companies } = (
    await sql<{ companies: number }>`select count(*)::int as companies from company`.execute(provider.db)
  ).rows[0]!;
  expect((await decide({ id, isApproved: false, reason: "We do not serve this country" })).code).toBe(200);
  const mail = (await mailsTo(email)).at(-1)!;
  expect(mail.subject).toBe("Your request for an account");
  expect(mail.body).toContain("We do not serve this country");
  expect((await enter(userName)).code).toBe(1001);
  const left = await sql<{ companies: number }>`select count(*)::int as companies from company`.execute(
    provider.db,
  );
  expect(left.rows[0]?.companies).toBe(companies - 1);
});

test("a known and an unknown address get the same answer, and a mail each; the known one gets no link to confirm", async () => {
  const known = await makePerson(provider.db, await makeCompany(provider.db));
  const answers = [];
  for (const email of [known.email.toUpperCase(), "never-seen@example.com"]) {
    const { status, code, message, data } = await provider.call(register, application({ email }));
    answers.push({ status, code, message, data });
  }
  expect(answers[0]).toEqual(answers[1]);
  const [told] = await mailsTo(known.email.toUpperCase());
  expect(told?.subject).toBe("This address has an account already");
  expect(told?.body).not.toMatch(/registerConfirm|Lampworks/);
  expect((await mailsTo("never-seen@example.com"))[0]?.body).not.toContain("Lampworks");
});

test("a taken account name is told only after the address is confirmed, and another is chosen there", async () => {
  const taken = await makePerson(provider.db, await makeCompany(provider.db), { user_name: "Taken.By.Them" });
  const asked = application({ userName: "taken.by.them" });
  expect((await provider.call(register, asked)).code).toBe(200);
  const token = await tokenTo(asked.email);
  expect((await provider.call(registerValidate, { token })).data.isNameTaken).toBe(true);
  expect(await provider.call(registerConfirm, { token })).toMatchObject({
    code: 409,
    data: { fields: [{ path: "userName", message: "This account name already exists" }] },
  });
  expect((await provider.call(registerConfirm, { token, userName: "a b" })).code).toBe(400);
  expect((await provider.call(registerConfirm, { token, userName: "not.taken.yet" })).code).toBe(200);
  expect((await enter("not.taken.yet")).code).toBe(8004);
  expect(taken.userName).toBeDefined();
});

test("of two registrations with one address or one name, confirmed at once, one account is made", async () => {
  const email = "twice@example.com";
  const tokens: string[] = [];
  for (const userName of ["twice.one", "twice.two"]) {
    await provider.call(register, application({ email, userName }));
    tokens.push(await tokenTo(email));
  }
  const answers = await Promise.all(tokens.map((token) => provider.call(registerConfirm, { token })));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([1101, 200]);
  const named = [application({ userName: "same.name" }), application({ userName: "Same.Name" })];
  for (const each of named) await provider.call(register, each);
  const both = await Promise.all(
    named.map(async (each) => provider.call(registerConfirm, { token: await tokenTo(each.email) })),
  );
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
});

test("faults are told at their fields before anything is stored or mailed", { tags: "slow" }, async () => {
  const faults: [object, string][] = [
    [{ userName: "a b c d" }, "userName"],
    [{ userName: "abc" }, "userName"],
    [{ email: "nobody@" }, "email"],
    [{ countryCode: "QQ" }, "countryCode"],
    [{ phone: "12" }, "phone"],
    [{ password: "weak" }, "password"],
    [{ companyName: " " }, "companyName"],
  ];
  for (const [given, path] of faults) {
    const asked = application(given);
    const { code, data } = await provider.call(register, asked);
    expect([path, code === 200]).toEqual([path, false]);
    expect(data).toMatchObject({ fields: [{ path }] });
    expect(await mailsTo(asked.email)).toEqual([]);
  }
});

test("an address gets five mails an hour, and the same answer after that", { tags: "slow" }, async () => {
  const email = "flooded@example.com";
  const answers = [];
  for (let each = 0; each < 7; each++)
    answers.push((await provider.call(register, application({ email }))).code);
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await mailsTo(email)).toHaveLength(5);
});

test("a link ends after 72 hours; what was never confirmed or long decided is purged", async () => {
  const asked = application();
  await provider.call(register, asked);
  const token = await tokenTo(asked.email);
  const start = new Date();
  now = () => new Date(start.getTime() + 3 * DAY_MS + 1_000);
  expect((await provider.call(registerConfirm, { token })).code).toBe(1101);
  const open = await confirmed();
  const decided = await confirmed();
  await decide({ id: decided.id, isApproved: true });
  now = () => new Date();
  await purge(provider.db, provider.files, new Date(start.getTime() + 120 * DAY_MS));
  // The purge has ended all sessions.
  desk = await signInDesk();
  const left = await provider.db.selectFrom("registration").select("email").execute();
  const emails = left.map(({ email }) => email);
  expect([emails.includes(asked.email), emails.includes(decided.email), emails.includes(open.email)]).toEqual(
    [false, false, true],
  );
});

test("customers and the forwarder's other people do not decide", async () => {
  const { id } = await confirmed();
  const company = await makeCompany(provider.db);
  const admin = await makeSession(provider.db, (await makePerson(provider.db, company)).id);
  expect((await decide({ id, isApproved: true }, admin)).code).toBe(403);
  expect((await provider.call(registrationList, {}, { token: admin })).code).toBe(403);
});

test("the operator lists and decides on the command line", { tags: "slow" }, async () => {
  const { id, userName, email } = await confirmed();
  const command = (...given: string[]) =>
    promisify(execFile)("node", ["app/provider/cli/registration.ts", ...given], {
      env: { ...process.env, DATABASE_URL: provider.database.url, PUBLIC_URL: "https://freight.example" },
    });
  const listed = (await command("list")).stdout.trim().split("\n");
  expect(listed.map((line) => JSON.parse(line).email)).toContain(email);
  expect((await command("approve", id)).stdout).toBe(`${id} was approved\n`);
  expect((await enter(userName)).code).toBe(200);
  await expect(command("approve", id)).rejects.toMatchObject({
    stderr: `${id}: This registration is not waiting for a decision\n`,
  });
  await expect(command("perhaps", id)).rejects.toMatchObject({ code: 1 });
});
