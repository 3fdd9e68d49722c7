import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { accountUserList, addUser, editUser, fontDeptList, fontRoleList, member } from "./member.ts";
import { absentIs } from "./reading.ts";
import { nothing, wireId } from "./wire.ts";

/** Members of a customer company at the forwarder's desk, by the rules of the company's own administrators. */

const company = z.object({ id: wireId, name: z.string(), isClosed: z.boolean() });

export const customerMembers = endpoint({
  name: "customer.members",
  summary: "Members of a customer company, with counts by status",
  neededBy: ["/freightForwarder/customerMembers"],
  path: "/customer/members",
  access: "staff",
  request: accountUserList.request.extend({ companyId: wireId }),
  response: accountUserList.response.extend({ company }),
});

/** What a member of the company can be given. */
const choices = { roles: fontRoleList.response, departments: fontDeptList.response };

export const customerPlaces = endpoint({
  name: "customer.places",
  summary: "Roles and departments that a member of a customer company can be given",
  neededBy: ["/freightForwarder/customerMemberAdd"],
  path: "/customer/places",
  access: "staff",
  request: z.object({ companyId: wireId }),
  response: z.object({ company, ...choices }),
});

export const customerMember = endpoint({
  name: "customer.member",
  summary: "One member of a customer company, with the version that changes of them name",
  neededBy: ["/freightForwarder/customerMember", "/freightForwarder/customerMemberRemove"],
  path: "/customer/member",
  access: "staff",
  request: z.object({ userId: wireId }),
  response: z.object({
    company,
    member,
    version: z.number().int(),
    /** The company has no other active administrator. */
    isLastAdministrator: z.boolean(),
    ...choices,
  }),
});

export const customerMemberAdd = endpoint({
  name: "customer.memberAdd",
  summary: "Invite somebody to a customer company; a link to set the first password goes to the address",
  neededBy: ["/freightForwarder/customerMemberAdd"],
  path: "/customer/memberAdd",
  body: "json",
  access: "staff",
  isWrite: true,
  request: addUser.request.extend({ companyId: wireId }),
  response: z.object({ userId: wireId }),
});

/** The version that was shown, and whether the company may be left without an active administrator. */
const seen = {
  version: z.number().int(),
  leavesNoAdministrator: absentIs(z.boolean(), false).default(false),
};

export const customerMemberSave = endpoint({
  name: "customer.memberSave",
  summary: "Change a member of a customer company; another role or state ends the member's sessions",
  usedBy: ["/freightForwarder/customerMember"],
  path: "/customer/memberSave",
  body: "json",
  access: "staff",
  isWrite: true,
  request: editUser.request.extend(seen),
  response: nothing,
});

export const customerMemberRemove = endpoint({
  name: "customer.memberRemove",
  summary: "Delete a member of a customer company, or withdraw an invitation",
  neededBy: ["/freightForwarder/customerMemberRemove"],
  path: "/customer/memberRemove",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({ userId: wireId, accountName: z.string().max(200), ...seen }),
  response: nothing,
});

export const customerMemberMail = endpoint({
  name: "customer.memberMail",
  summary:
    "Mail a member the invitation again, or a link that resets the password; nobody at the desk sees it",
  usedBy: ["/freightForwarder/customerMember"],
  path: "/customer/memberMail",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({ userId: wireId, what: z.enum(["INVITATION", "RESET"]) }),
  response: nothing,
});
