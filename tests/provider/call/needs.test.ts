import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Endpoint } from "#app/contract/endpoint.ts";
import type { Caller } from "#app/provider/call/context.ts";
import { isDesk, type Needs, refuseOthers } from "#app/provider/call/needs.ts";
import { handle } from "#app/provider/call/route.ts";

const caller: Caller = {
  userId: "1",
  userName: "pat",
  name: "Pat",
  companyId: "3",
  isForwarder: false,
  roles: ["operator"],
  menus: ["QUOTES"],
  buttons: ["REQUESTQUOTE"],
  resourceCodes: ["SHIPMENT_CHARGES"],
  resourceUrls: ["/shipment/export"],
  tokenHash: Buffer.alloc(0),
  program: null,
  session: null,
};
const staff: Caller = { ...caller, isForwarder: true, roles: ["desk"] };

function isLetIn(needs: Omit<Needs, "reach">, who: Caller = caller, access: Endpoint["access"] = "user") {
  const endpoint = {
    path: "/shipment/export",
    access,
    request: z.any(),
    answer: z.any(),
  } as unknown as Endpoint;
  try {
    refuseOthers(
      handle(endpoint, { reach: "read", ...needs }, async () => null),
      who,
    );
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 403 });
    return false;
  }
}

describe("a call lets in", () => {
  test("everybody who is signed in when it needs nothing", () => expect(isLetIn({})).toBe(true));

  test("who has one of its menus or buttons", () => {
    expect(isLetIn({ anyOf: ["BILLING", "QUOTES"] })).toBe(true);
    expect(isLetIn({ anyOf: ["BILLING", "REQUESTQUOTE"] })).toBe(true);
    expect(isLetIn({ anyOf: ["BILLING", "BOOKSHIPMENT"] })).toBe(false);
  });

  test("who has its role", () => {
    expect(isLetIn({ role: "admin" })).toBe(false);
    expect(isLetIn({ role: "admin" }, { ...caller, roles: ["operator", "admin"] })).toBe(true);
  });

  test("whose company has been given what it asks for", () => {
    expect(isLetIn({ resource: "SHIPMENT_CHARGES" })).toBe(true);
    expect(isLetIn({ resource: "MEMBER_MANAGE" })).toBe(false);
  });

  test("whose role may make it", () => {
    expect(isLetIn({ resourceUrl: true })).toBe(true);
    expect(isLetIn({ resourceUrl: true }, { ...caller, resourceUrls: ["/shipment/document"] })).toBe(false);
  });

  test("the desk and the forwarder's administrators", () => {
    expect(isLetIn({ desk: true })).toBe(false);
    expect(isLetIn({ desk: true }, staff)).toBe(true);
  });

  test("who meets all that is named, not some of it", () => {
    expect(isLetIn({ anyOf: ["QUOTES"], resource: "MEMBER_MANAGE" })).toBe(false);
    expect(isLetIn({ anyOf: ["BILLING"], resource: "SHIPMENT_CHARGES" })).toBe(false);
  });

  test("nobody but staff where it is for staff", () => {
    expect(isLetIn({}, caller, "staff")).toBe(false);
    expect(isLetIn({}, staff, "staff")).toBe(true);
  });
});

test("the desk are staff with the role desk or admin", () => {
  expect(isDesk(staff)).toBe(true);
  expect(isDesk({ ...staff, roles: ["viewer", "admin"] })).toBe(true);
  expect(isDesk({ ...staff, roles: ["viewer"] })).toBe(false);
  expect(isDesk({ ...staff, isForwarder: false })).toBe(false);
});
