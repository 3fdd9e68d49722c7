import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteUser } from "#app/contract/member.ts";
import {
  shareDocument,
  shareList,
  shareMake,
  shareOpen,
  shareRenew,
  shareRevoke,
  shareStart,
  shareView,
} from "#app/contract/share.ts";
import { hashToken } from "#app/provider/call/caller.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment, tellEvents } from "#tests/support/shipments.ts";
import { customer, desk, type Somebody, somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
let dana: Somebody;
let clerk: Somebody;
let viewer: Somebody;
let rival: Somebody;
let now = new Date();
let own: { id: string; documentId: string };
let theirs: { id: string; documentId: string };

beforeAll(async () => {
  provider = await startProvider({ now: () => now, publicUrl: "https://portal.test" });
  dana = await customer(provider, ["MEMBER_MANAGE", "SHIPMENT_CHARGES"]);
  rival = await customer(provider, ["MEMBER_MANAGE"]);
  clerk = await somebody(provider, dana.companyId, { role: "operator", name: "Secret Clerk" });
  viewer = await somebody(provider, dana.companyId, { role: "viewer" });
  own = await makeShipment(provider.db, dana.companyId, {
    house_number: "FLSHARED1",
    master_number: "SECRETMASTER",
    booking_number: "SECRETBOOKING",
    poNumbers: ["SECRETORDER"],
  });
  await makeShipment(provider.db, dana.companyId, { house_number: "FLOTHER1", containers: [] });
  theirs = await makeShipment(provider.db, rival.companyId, { house_number: "FLRIVAL1" });
  await tellEvents(provider.db, "FLSHARED1", [
    { code: "LOAD", day: -9, place: "CNSHA", container: "CSQU3054383" },
    { code: "DEPA", day: -9, place: "CNSHA", delayReasonCode: "STR" },
  ]);
});
afterAll(() => provider?.stop());

const given = { houseNumbers: ["FLSHARED1"], label: "For Bob", showsParties: false, showsDocuments: false };
const tokenOf = (url: string) => new URL(url).searchParams.get("token")!;

async function make(who: Somebody, more: Partial<typeof given> & { days?: number } = {}) {
  const made = await provider.call(shareMake, { ...given, ...more }, { token: who.token });
  expect(made.message).toBe("OK");
  return { ...made.data, token: tokenOf(made.data.url) };
}
const view = (token: string) => provider.call(shareView, { token });
const listed = async (who: Somebody, id: string) =>
  (await provider.call(shareList, { id }, { token: who.token })).data.rows[0];
const pdf = (token: string, documentId: string) =>
  fetch(`${provider.trackingUrl}${shareDocument.path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, documentId }),
  });

describe("a link", () => {
  test("has a token of 256 bits, of which only the hash is stored", async () => {
    const made = await make(clerk);
    expect(made.url).toMatch(/^https:\/\/portal\.test\/shared\?token=[\w-]{43}$/);
    const row = await provider.db
      .selectFrom("share_link")
      .selectAll()
      .where("id", "=", made.id)
      .executeTakeFirstOrThrow();
    expect(row.token_hash).toEqual(hashToken(made.token));
    const kept = await provider.db.selectFrom("idempotency_key").select("answer").execute();
    expect(JSON.stringify([row, kept])).not.toContain(made.token);
  });

  test("shows route, milestones and containers, and leaves out all that was not chosen", async () => {
    const { token } = await make(clerk);
    const { data } = await view(token);
    expect(data.shipments).toHaveLength(1);
    expect(data.shipments[0]).toMatchObject({
      houseNumber: "FLSHARED1",
      containerNumbers: ["CSQU3054383"],
      parties: null,
      documents: null,
    });
    const text = JSON.stringify(data);
    expect(text).not.toMatch(/secret|1234\.5|FLOTHER1|FLRIVAL1|For Bob|STR|house bill/i);
    expect((await (await pdf(token, own.documentId)).json()).code).toBe(404);
  });

  test("shows parties and documents when they were chosen, but never a commercial invoice", async () => {
    const invoice = await provider.db
      .insertInto("shipment_document")
      .values({
        shipment_id: own.id,
        document_type: "COMMERCIAL_INVOICE",
        number: "CI-1",
        issued_on: "2026-11-03",
        file_name: "prices.pdf",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { token } = await make(clerk, { showsParties: true, showsDocuments: true });
    const shipment = (await view(token)).data.shipments[0]!;
    expect(shipment.parties).toEqual({
      shipper: "Shenzhen Secret Factory",
      consignee: "Hamburg Secret Buyer",
    });
    expect(shipment.documents!.map(({ id }) => id)).toEqual([own.documentId]);
    const file = await pdf(token, own.documentId);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect((await (await pdf(token, invoice.id)).json()).code).toBe(404);
    expect((await (await pdf(token, theirs.documentId)).json()).code).toBe(404);
  });

  test("is over alike after its end, when it was renewed and when it was revoked", async () => {
    const ended = await make(clerk, { days: 1 });
    const renewed = await make(clerk);
    const revoked = await make(clerk, { showsParties: true, showsDocuments: true });
    const again = await provider.call(shareRenew, { id: renewed.id }, { token: clerk.token });
    await provider.call(shareRevoke, { id: revoked.id }, { token: clerk.token });
    now = new Date(now.getTime() + 86_400_000);
    const strange = await view("x".repeat(43));
    for (const { token } of [ended, renewed, revoked]) {
      expect(await view(token)).toMatchObject({ code: 404, message: strange.message, data: null });
      expect((await provider.call(shareOpen, { token, isCounted: true })).code).toBe(404);
      expect((await (await pdf(token, own.documentId)).json()).data).toBeNull();
    }
    expect((await view(tokenOf(again.data.url))).data.shipments).toHaveLength(1);
    expect((await listed(clerk, ended.id))!.state).toBe("EXPIRED");
    // What has ended can be renewed, what was revoked cannot.
    expect((await provider.call(shareRenew, { id: ended.id }, { token: clerk.token })).code).toBe(200);
    expect((await provider.call(shareRenew, { id: revoked.id }, { token: clerk.token })).code).toBe(404);
  });

  test("counts each press that the portal calls the first of its browser", async () => {
    const { id, token } = await make(clerk);
    for (const isCounted of [true, false, true]) await provider.call(shareOpen, { token, isCounted });
    await view(token);
    expect(await listed(clerk, id)).toMatchObject({ seenCount: 2, lastSeenAt: expect.any(String) });
  });
});

describe("making a link", () => {
  test.each([
    [{ houseNumbers: ["FLRIVAL1", "FLSHARED1"] }, "houseNumbers", "FLRIVAL1"],
    [{ houseNumbers: ["FLNONE"] }, "houseNumbers", "FLNONE"],
    [{ showsDocuments: true }, "showsParties", "parties"],
  ])("is refused at the field: %o", async (more, path, text) => {
    const answer = await provider.call(shareMake, { ...given, ...more }, { token: dana.token });
    expect(answer.code).toBe(400);
    expect(answer.data).toEqual({ fields: [{ path, message: expect.stringContaining(text) }] });
  });

  test("with documents takes the right to download them", async () => {
    const wanted = { ...given, showsParties: true, showsDocuments: true };
    expect((await provider.call(shareMake, wanted, { token: viewer.token })).code).toBe(400);
    expect((await provider.call(shareMake, given, { token: viewer.token })).code).toBe(200);
  });

  test("starts with the shipments of the caller only", async () => {
    const { data } = await provider.call(shareStart, { ids: [theirs.id, own.id] }, { token: dana.token });
    expect(data.houseNumbers).toEqual(["FLSHARED1"]);
  });
});

describe("whose link it is", () => {
  test("the own ones are listed, for an administrator those of the company", async () => {
    const { id } = await make(clerk);
    expect(await listed(viewer, id)).toBeUndefined();
    expect(await listed(rival, id)).toBeUndefined();
    expect((await listed(dana, id))!.ownerName).toBe("Secret Clerk");
    for (const other of [viewer, rival])
      expect((await provider.call(shareRevoke, { id }, { token: other.token })).code).toBe(404);
    expect((await provider.call(shareRevoke, { id }, { token: dana.token })).code).toBe(200);
    const kinds = await provider.db
      .selectFrom("security_event")
      .select("kind")
      .where("kind", "like", "share.%")
      .where("user_id", "=", dana.id)
      .execute();
    expect(kinds).toEqual([{ kind: "share.revoked" }]);
  });

  test("goes to an administrator when its maker is removed, and works on", async () => {
    const leaver = await somebody(provider, dana.companyId, { role: "operator" });
    const { id, token } = await make(leaver);
    const removed = await provider.call(
      deleteUser,
      { id: leaver.id, accountName: leaver.userName },
      { token: dana.token },
    );
    expect(removed.code).toBe(200);
    const row = await provider.db
      .selectFrom("share_link")
      .select("owner_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.owner_id).toBe(dana.id);
    expect((await view(token)).data.shipments).toHaveLength(1);
  });

  test("of the forwarder shows the customer's shipment that was chosen", async () => {
    const { token } = await make(await desk(provider));
    expect((await view(token)).data.shipments[0]!.houseNumber).toBe("FLSHARED1");
  });
});
