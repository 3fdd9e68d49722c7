import { z } from "zod";
import { buttonCodes, grantedCalls, menuNames } from "./access.ts";
import { endpoint } from "./endpoint.ts";
import { essential } from "./reading.ts";
import { nothing, wireId } from "./wire.ts";

/** Roles of one customer company, which the forwarder's desk makes and changes. */

/** Everything that such a role can hold: menus, buttons, and paths of calls. */
export const customerRights = [...menuNames, ...buttonCodes, ...grantedCalls] as const;
export type CustomerRight = (typeof customerRights)[number];

export const ROLE_NAME_MAX = 60;

const role = z.object({
  id: essential(wireId),
  /** One of all companies: it is copied here, and changed by the operator only. */
  isShared: z.boolean(),
  isAdministrator: z.boolean(),
  name: z.string(),
  nameZh: z.string(),
  version: z.number().int(),
  rights: z.array(z.enum(customerRights)),
  /** People of this company who have the role. */
  members: z.number().int(),
});
export type CustomerRole = z.infer<typeof role>;

const company = z.object({ id: wireId, name: z.string(), isClosed: z.boolean() });

export const customerRoles = endpoint({
  name: "customer.roles",
  summary: "The roles that members of a customer company can have: those of all companies, then its own",
  neededBy: ["/freightForwarder/customerRoles"],
  path: "/customer/roles",
  access: "staff",
  request: z.object({ companyId: wireId }),
  response: z.object({ company, roles: z.array(role) }),
});

export const customerRole = endpoint({
  name: "customer.role",
  summary: "One role of a customer company's own",
  neededBy: ["/freightForwarder/customerRole"],
  path: "/customer/role",
  access: "staff",
  request: z.object({ id: wireId }),
  response: z.object({ company, role }),
});

const name = z
  .string()
  .trim()
  .min(1)
  .max(ROLE_NAME_MAX)
  .regex(/^\P{Cc}*$/u);

export const customerRoleMake = endpoint({
  name: "customer.roleMake",
  summary: "Make a role of a customer company's own, as a copy of another",
  usedBy: ["/freightForwarder/customerRoles"],
  path: "/customer/roleMake",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({ companyId: wireId, fromId: wireId, name, nameZh: name }),
  response: z.object({ id: wireId }),
});

export const customerRoleSave = endpoint({
  name: "customer.roleSave",
  summary:
    "Rename a customer company's own role and say what it holds; it counts from the next call of its people",
  usedBy: ["/freightForwarder/customerRole"],
  path: "/customer/roleSave",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    id: wireId,
    version: z.number().int(),
    name,
    nameZh: name,
    rights: z.array(z.enum(customerRights)).max(customerRights.length),
  }),
  response: nothing,
});

export const customerRoleRemove = endpoint({
  name: "customer.roleRemove",
  summary: "Remove a customer company's own role that nobody has",
  usedBy: ["/freightForwarder/customerRole"],
  path: "/customer/roleRemove",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({ id: wireId, version: z.number().int() }),
  response: nothing,
});
