import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { queuedExport, zonedFileRequest } from "./list-file.ts";
import { absentIs, essential, expected } from "./reading.ts";
import { noFields, nothing, pageOf, pageRequest, wireDateTime, wireId } from "./wire.ts";

/** States of an account (product 4.5). */
export const memberStatuses = ["ACTIVE", "AWAITING_CONFIRMATION", "AWAITING_APPROVAL", "DISABLED"] as const;
export type MemberStatus = (typeof memberStatuses)[number];
export const memberSortKeys = ["created", "userName", "name", "lastSignIn"] as const;

export const member = z.object({
  userId: essential(wireId),
  userName: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  roleId: wireId,
  roleName: z.string(),
  departmentId: wireId.nullable(),
  departmentName: z.string().nullable(),
  status: z.enum(memberStatuses),
  createdAt: wireDateTime,
  lastSignInAt: wireDateTime.nullable(),
  /** End of the latest invitation of a member who has not set a password yet; null for all others. */
  invitedUntil: wireDateTime.nullable(),
  /** Grows with each change of the member. */
  version: absentIs(z.number().int().nullable(), null),
});
export type Member = z.infer<typeof member>;

const memberFilter = {
  keyword: z.string().max(100).optional(),
  status: z.enum(memberStatuses).optional(),
  sort: z.enum(memberSortKeys).default("userName"),
  direction: z.enum(["asc", "desc"]).default("asc"),
};

export const accountUserList = endpoint({
  name: "portalUser.accountUserList",
  summary: "Members of the caller's company, with counts by status (needs MEMBER_MANAGE)",
  neededBy: ["/account/factorReset", "/account/members"],
  path: "/portalUser/accountUserList",
  request: z.object({
    ...pageRequest,
    ...memberFilter,
    /** This member only. */
    userId: wireId.optional(),
  }),
  response: pageOf(member).extend({
    counts: absentIs(z.record(z.enum(memberStatuses), z.number().int()), {} as never),
  }),
});

export const memberExport = endpoint({
  name: "portalUser.exportUsers",
  summary: "The filtered members as a spreadsheet or CSV file, streamed; times in the zone",
  usedBy: ["/account/members"],
  path: "/portalUser/exportUsers",
  body: "json",
  answer: "file",
  retries: 0,
  request: z.object({ ...memberFilter, ...zonedFileRequest }),
  response: queuedExport,
});

export const fontRoleList = endpoint({
  name: "role.fontRoleList",
  summary: "Roles that a member of the caller's company can be given, and what each may do",
  neededBy: ["/account/members"],
  path: "/role/fontRoleList",
  body: "none",
  request: noFields,
  response: z.array(
    z.object({
      id: essential(wireId),
      code: z.string(),
      name: z.string(),
      /** Names of menus and buttons, and paths of calls (product 6.2-6.4). */
      rights: expected(z.array(z.string())),
    }),
  ),
});

export const fontDeptList = endpoint({
  name: "dept.fontDeptList",
  summary: "Departments of the caller's company as a flat list",
  usedBy: ["/account/members"],
  path: "/dept/fontDeptList",
  body: "none",
  request: noFields,
  response: z.array(z.object({ id: essential(wireId), pId: wireId.nullable(), name: z.string() })),
});

/** Product 5.4: 4 to 16 characters. */
export const accountName = z.string().trim().min(4).max(16);

const memberFields = {
  name: z.string().trim().min(1).max(100),
  email: z.email().max(254),
  roleId: wireId,
  departmentId: wireId.nullable().default(null),
};

export const addUser = endpoint({
  name: "portalUser.addUser",
  summary: "Add a member; a link to set the first password goes to the address",
  usedBy: ["/account/members"],
  path: "/portalUser/addUser",
  body: "json",
  isWrite: true,
  request: z.object({ userName: accountName, ...memberFields }),
  response: z.object({ userId: wireId }),
});

export const inviteAgain = endpoint({
  name: "portalUser.inviteAgain",
  summary: "Mail another link to a member who has not set a password yet; earlier links end",
  usedBy: ["/account/members"],
  path: "/portalUser/inviteAgain",
  body: "json",
  isWrite: true,
  request: z.object({ userId: wireId }),
  response: nothing,
});

export const editUser = endpoint({
  name: "portalUser.editUser",
  summary: "Change a member; another role or state ends the member's sessions",
  usedBy: ["/account/members"],
  path: "/portalUser/editUser",
  body: "json",
  isWrite: true,
  request: z.object({
    userId: wireId,
    ...memberFields,
    status: z.enum(["ACTIVE", "DISABLED"]).optional(),
    /** The version that is changed: another one is refused with 409. */
    version: z.number().int().nullish(),
  }),
  response: nothing,
});

export const deleteUser = endpoint({
  name: "portalUser.deleteUser",
  summary: "Delete a member, or withdraw an invitation; the account name typed confirms it",
  usedBy: ["/account/members"],
  path: "/portalUser/deleteUser/{id}",
  isWrite: true,
  request: z.object({ id: wireId, accountName: z.string().max(200) }),
  response: nothing,
});

export const getResetPwd = endpoint({
  name: "portalUser.getResetPwd",
  summary: "The one-time reset link of a member, for an administrator (needs MEMBER_MANAGE)",
  usedBy: ["/account/members"],
  path: "/portalUser/getResetPwd",
  body: "json",
  isWrite: true,
  request: z.object({ userId: wireId }),
  response: z.object({ url: essential(z.string()), expiresAt: wireDateTime.nullable() }),
});

/** What an entry of the activity is about. */
export const activityKinds = ["signIn", "account", "rights", "export", "freight", "refused"] as const;

const activityPerson = z.object({
  userId: wireId,
  /** Null for a person whose account was deleted. */
  userName: z.string().nullable(),
  name: z.string().nullable(),
});

export const activityEntry = z.object({
  id: z.string(),
  at: wireDateTime,
  kind: z.enum(activityKinds),
  /** `signIn.done`, `member.changed`, `quote.accepted`, ...: named in the locales. */
  action: z.string(),
  /** Who did it. Null when that is not known. Of the forwarder's staff the name alone is told. */
  person: activityPerson.extend({ isForwarder: absentIs(z.boolean(), false) }).nullable(),
  /** Whose account it was done to, when it is another one. */
  member: activityPerson.nullable(),
  clientAddress: z.string().nullable(),
  /** A quote or booking; of a document its shipment; for the forwarder's people a customer's company. */
  subject: z
    .object({ kind: z.enum(["quote", "booking", "document", "company"]), id: wireId, number: z.string() })
    .nullable(),
  /** Roles and states before and after, as shown to people. */
  changes: z.array(
    z.object({
      name: z.enum(["role", "status"]),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

export const activityList = endpoint({
  name: "portalUser.activityList",
  summary: "Who of the caller's company did what and when, newest first (needs MEMBER_MANAGE)",
  usedBy: ["/account/members"],
  path: "/portalUser/activityList",
  request: z.object({
    ...pageRequest,
    userId: wireId.optional(),
    kind: z.enum(activityKinds).optional(),
    /** From this time, and before that one. */
    from: wireDateTime.optional(),
    until: wireDateTime.optional(),
  }),
  response: pageOf(activityEntry),
});
