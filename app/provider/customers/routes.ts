import * as customer from "#app/contract/customer.ts";
import * as member from "#app/contract/customer-member.ts";
import * as role from "#app/contract/customer-role.ts";
import type { Needs } from "../call/needs.ts";
import { handle, handleRead, type Route } from "../call/route.ts";
import { closeCustomer, makeCustomer, saveAccess, saveCustomer } from "./change.ts";
import { changeDepartment } from "./departments.ts";
import { customers, readCustomer } from "./list.ts";
import {
  addCustomerMember,
  listCustomerMembers,
  mailCustomerMember,
  readCustomerMember,
  readPlaces,
  removeCustomerMember,
  saveCustomerMember,
} from "./members.ts";
import { listCustomerRoles, makeRole, readCustomerRole, removeRole, saveRole } from "./roles.ts";

const read = { reach: "read", desk: true } as const satisfies Needs;
/** As for a company's own administrators: an open session alone is not enough for those who have a second factor. */
const act = { reach: "act", desk: true, proof: "withFactor" } as const satisfies Needs;

/** Customer companies, their members and their roles, at the forwarder's desk. */
export const customerRoutes: Route[] = [
  handleRead(customer.customerList, read, customers.page),
  handle(customer.customerDetail, read, readCustomer),
  handle(customer.customerMake, act, makeCustomer),
  handle(customer.customerSave, act, saveCustomer),
  handle(customer.customerClose, act, closeCustomer),
  handle(customer.customerAccess, act, saveAccess),
  handle(customer.customerDepartment, act, changeDepartment),
  handle(member.customerMembers, read, listCustomerMembers),
  handle(member.customerPlaces, read, readPlaces),
  handle(member.customerMember, read, readCustomerMember),
  handle(member.customerMemberAdd, act, addCustomerMember),
  handle(member.customerMemberSave, act, saveCustomerMember),
  handle(member.customerMemberRemove, act, removeCustomerMember),
  handle(member.customerMemberMail, act, mailCustomerMember),
  handle(role.customerRoles, read, listCustomerRoles),
  handle(role.customerRole, read, readCustomerRole),
  handle(role.customerRoleMake, act, makeRole),
  handle(role.customerRoleSave, act, saveRole),
  handle(role.customerRoleRemove, act, removeRole),
];
