import { describe, expect, test } from "vitest";
import { z } from "zod";
import { CODE_FACTOR_DUE, CODE_PROOF_NEEDED, CODE_SEEN_ONLY } from "#app/contract/code.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { PROOF_MINUTES } from "#app/contract/second-factor.ts";
import type { Caller, CallerSession } from "#app/provider/call/context.ts";
import {
  isDesk,
  managesMembers,
  type Needs,
  refuseOthers,
  refuseSeen,
  refuseUnproved,
} from "#app/provider/call/needs.ts";
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

function routeOf(needs: Omit<Needs, "reach">, more: Partial<Endpoint> = {}) {
  const endpoint = {
    path: "/shipment/export",
    access: "user",
    request: z.any(),
    answer: z.any(),
    ...more,
  } as unknown as Endpoint;
  return handle(endpoint, { reach: "read", ...needs }, async () => null);
}

function isLetIn(needs: Omit<Needs, "reach">, who: Caller = caller, access: Endpoint["access"] = "user") {
  try {
    refuseOthers(routeOf(needs, { access }), who);
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

test("a program is refused in other words: what its maker may do has changed", () => {
  const refuse = (program: Caller["program"]) => () =>
    refuseOthers(routeOf({ role: "admin" }), { ...caller, program });
  expect(refuse(null)).toThrow(expect.objectContaining({ messageKey: "forbidden" }));
  expect(refuse({} as Caller["program"])).toThrow(expect.objectContaining({ messageKey: "makerLacksRight" }));
});

test("members are managed by administrators of a company that may", () => {
  const roles = ["admin"];
  const resourceCodes = ["MEMBER_MANAGE"];
  expect(managesMembers({ ...caller, roles, resourceCodes })).toBe(true);
  expect(managesMembers({ ...caller, roles })).toBe(false);
  expect(managesMembers({ ...caller, resourceCodes })).toBe(false);
});

const NOW = new Date("2026-11-26T12:00:00Z");
const session: CallerSession = {
  id: "5",
  lastUsedAt: NOW,
  provedAt: null,
  hasFactor: false,
  isFactorRequiredByOperator: false,
  isFactorDue: false,
  seenBy: null,
};
/** The code with which `refuse` refuses, or null. */
function codeOf(refuse: () => void): number | null {
  try {
    refuse();
    return null;
  } catch (error) {
    return (error as { code: number }).code;
  }
}

describe("a proof of who calls", () => {
  const proof = (needs: Omit<Needs, "reach">, state: Partial<CallerSession> | null) =>
    codeOf(() =>
      refuseUnproved(routeOf(needs), { ...caller, session: state && { ...session, ...state } }, NOW),
    );
  const ago = (ms: number) => ({ provedAt: new Date(NOW.getTime() - ms) });
  const LONGEST = PROOF_MINUTES * 60_000;

  test("is asked for where the call needs one, until one was given lately", () => {
    expect(proof({}, {})).toBeNull();
    expect(proof({ proof: "always" }, {})).toBe(CODE_PROOF_NEEDED);
    expect(proof({ proof: "always" }, ago(LONGEST - 1))).toBeNull();
    expect(proof({ proof: "always" }, ago(LONGEST))).toBe(CODE_PROOF_NEEDED);
  });

  test("is asked of those with a second factor where the call says so", () => {
    expect(proof({ proof: "withFactor" }, {})).toBeNull();
    expect(proof({ proof: "withFactor" }, { hasFactor: true })).toBe(CODE_PROOF_NEEDED);
    expect(proof({}, { hasFactor: true })).toBeNull();
  });

  test("is asked of nobody without a session, which a program has not", () => {
    expect(proof({ proof: "always" }, null)).toBeNull();
  });

  test("comes after the second factor that is still due", () => {
    expect(proof({}, { isFactorDue: true })).toBe(CODE_FACTOR_DUE);
    expect(proof({ proof: "always" }, { isFactorDue: true })).toBe(CODE_FACTOR_DUE);
    expect(proof({ beforeFactor: true }, { isFactorDue: true })).toBeNull();
  });
});

test("a public call asks for no proof", () => {
  const { needs: _, ...route } = routeOf({});
  expect(codeOf(() => refuseUnproved({ ...route, needs: null }, { ...caller, session }, NOW))).toBeNull();
});

describe("who sees the portal as another person does", () => {
  const seenBy = { userId: "9", userName: "ann", name: "Ann" };
  const seen = (route: ReturnType<typeof routeOf>, who: Partial<CallerSession> | null = { seenBy }) =>
    codeOf(() => refuseSeen(route, { ...caller, session: who && { ...session, ...who } }));

  test("reads what that person reads", () => expect(seen(routeOf({}))).toBeNull());

  test("changes nothing, and sends no files", () => {
    expect(seen(routeOf({}, { isWrite: true }))).toBe(CODE_SEEN_ONLY);
    expect(seen(routeOf({}, { body: "multipart" }))).toBe(CODE_SEEN_ONLY);
    expect(seen(routeOf({ seen: "also" }, { isWrite: true }))).toBeNull();
  });

  test("takes no file of a whole list, and reads nothing that is that person's alone", () => {
    const list = { name: "shipment", make: async () => Promise.reject() } as never;
    expect(seen({ ...routeOf({}), list })).toBe(CODE_SEEN_ONLY);
    expect(seen(routeOf({ proof: "always" }))).toBe(CODE_SEEN_ONLY);
    expect(seen(routeOf({ seen: "never" }))).toBe(CODE_SEEN_ONLY);
  });

  test("is not meant by a session of that person, nor by a program", () => {
    expect(seen(routeOf({ seen: "never" }, { isWrite: true }), {})).toBeNull();
    expect(seen(routeOf({ seen: "never" }, { isWrite: true }), null)).toBeNull();
  });
});
