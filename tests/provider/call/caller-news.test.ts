import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signIn } from "#app/contract/auth.ts";
import {
  CALLER_TAG_HEADER,
  NEWS_WANTED_HEADER,
  UNREAD_MESSAGES_HEADER,
  UNREAD_NEWS_HEADER,
  WAITING_HEADER,
} from "#app/contract/caller-news.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { teamList, unreadCount } from "#app/contract/message.ts";
import { shipmentDetail, shipmentList } from "#app/contract/shipment.ts";
import { getUser, updateUser } from "#app/contract/user.ts";
import { makeCompany, makePerson, makeRole, makeSession, type Person } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";

let provider: TestProvider;
let person: Person;
let token: string;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider?.stop());
beforeEach(async () => {
  person = await makePerson(provider.db, await makeCompany(provider.db));
  token = await makeSession(provider.db, person.id);
});

const asked = { [NEWS_WANTED_HEADER]: "1" };

async function newsOf(endpoint: Endpoint, input: object = {}, headers: Record<string, string> = asked) {
  const answer = await provider.call(endpoint, input as never, { token, headers });
  return {
    code: answer.code,
    tag: answer.headers.get(CALLER_TAG_HEADER),
    news: answer.headers.get(UNREAD_NEWS_HEADER),
    unread: answer.headers.get(UNREAD_MESSAGES_HEADER),
  };
}

test("every read tells the same tag, which the user's own answer has, and the unread messages", async () => {
  const user = await newsOf(getUser);
  expect(user).toEqual({ code: 200, tag: expect.stringMatching(/^[\w-]{43}$/), news: "0", unread: "0" });
  expect(await newsOf(getUser)).toEqual(user);
  expect(await newsOf(shipmentList, { pageNum: 1, pageSize: 25 })).toEqual(user);
  expect(await newsOf(teamList)).toEqual(user);
});

test("an answer tells nothing that was not asked for, nor to a write, nor with a refusal", async () => {
  const none = { tag: null, news: null, unread: null };
  expect(await newsOf(getUser, {}, {})).toEqual({ code: 200, ...none });
  expect(await newsOf(updateUser, { name: "Pat Other" })).toEqual({ code: 200, ...none });
  expect(await newsOf(signIn, { userName: "nobody", password: "nothing" })).toMatchObject(none);
  const unknown = await newsOf(shipmentDetail, { id: "999999" });
  expect(unknown.code).not.toBe(200);
  expect(unknown).toMatchObject(none);
});

test("somebody without messages is told a tag only", async () => {
  const role = await makeRole(provider.db, ["SHIPMENTS"]);
  await provider.db.updateTable("app_user").set({ role_id: role }).where("id", "=", person.id).execute();
  expect(await newsOf(getUser)).toEqual({ code: 200, tag: expect.any(String), news: "0", unread: null });
  expect((await provider.call(unreadCount, {}, { token })).code).toBe(403);
});

test("what waits is told of the own company and of the menus that one has", async () => {
  const late = { status: "TRANSIT", delay_due_at: new Date(Date.now() - 60_000) } as const;
  const number = () => `W${crypto.randomUUID()}`;
  const waiting = async (token: string) =>
    (await provider.call(getUser, {}, { token, headers: asked })).headers.get(WAITING_HEADER);
  expect(await waiting(token)).toBe("");
  await makeShipment(provider.db, person.companyId, { house_number: number(), ...late });
  await makeShipment(provider.db, person.companyId, { house_number: number(), ...late, status: "COMPLETED" });
  await makeShipment(provider.db, await makeCompany(provider.db), { house_number: number(), ...late });
  expect(await waiting(token)).toBe("SHIPMENTS=1");
  const forwarder = await makeCompany(provider.db, [], { is_forwarder: true });
  const desk = await makePerson(provider.db, forwarder, { role: "desk" });
  expect(await waiting(await makeSession(provider.db, desk.id))).toBe("");
  const role_id = await makeRole(provider.db, ["QUOTES"]);
  await provider.db.updateTable("app_user").set({ role_id }).where("id", "=", person.id).execute();
  expect(await waiting(token)).toBe("");
});

const changes: Record<string, () => Promise<unknown>> = {
  "the name": () => provider.call(updateUser, { name: "Pat Renamed" }, { token }),
  "the role": async () => {
    const role = await makeRole(provider.db, ["SHIPMENTS", "MessageCenter"]);
    await provider.db.updateTable("app_user").set({ role_id: role }).where("id", "=", person.id).execute();
  },
  "a button of the role": () =>
    provider.db
      .deleteFrom("role_menu")
      .where(
        "role_id",
        "in",
        provider.db.selectFrom("app_user").select("role_id").where("id", "=", person.id),
      )
      .where("menu_id", "in", provider.db.selectFrom("menu").select("id").where("name", "=", "BOOKSHIPMENT"))
      .execute(),
  "a resource of the company": () =>
    provider.db
      .insertInto("company_access")
      .values({ company_id: person.companyId, res_code: "SHIPMENT_CHARGES" })
      .execute(),
  "the company's name": () =>
    provider.db
      .updateTable("company")
      .set({ name: "Another name" })
      .where("id", "=", person.companyId)
      .execute(),
  "a second factor that the company requires": () =>
    provider.db
      .updateTable("company")
      .set({ requires_second_factor: true })
      .where("id", "=", person.companyId)
      .execute(),
};
for (const [what, change] of Object.entries(changes))
  test(`the tag differs after a change of ${what}`, async () => {
    const before = await newsOf(getUser);
    await change();
    const after = await newsOf(getUser);
    expect(after.tag).toMatch(/^[\w-]{43}$/);
    expect(after.tag).not.toBe(before.tag);
  });
