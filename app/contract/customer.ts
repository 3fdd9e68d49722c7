import { z } from "zod";
import { resourceCodes } from "./access.ts";
import { endpoint } from "./endpoint.ts";
import { accountName } from "./member.ts";
import { operationLogEntry } from "./quote.ts";
import { essential } from "./reading.ts";
import { nothing, pageOf, pageRequest, wireDateTime, wireId } from "./wire.ts";

/** Customer companies as the forwarder's desk sees and changes them. */

export const customerStates = ["OPEN", "CLOSED"] as const;
export const customerSortKeys = ["name", "code", "created", "lastSignIn"] as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: a line of a document holds none
const CONTROL = /[\u0000-\u001f\u007f]/;
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !CONTROL.test(text));

export const CUSTOMER_LIMITS = {
  name: 200,
  code: 40,
  address: 200,
  city: 100,
  state: 100,
  taxNumber: 60,
  reason: 500,
} as const;

/** What a company is called and where it is. */
export const customerFacts = {
  name: line(CUSTOMER_LIMITS.name).min(1),
  /** Unique among all companies; files of rates and free time name companies by it. */
  code: z
    .string()
    .trim()
    .max(CUSTOMER_LIMITS.code)
    .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u),
  address: line(CUSTOMER_LIMITS.address).default(""),
  city: line(CUSTOMER_LIMITS.city).default(""),
  state: line(CUSTOMER_LIMITS.state).default(""),
  /** As invoices show it. */
  taxNumber: line(CUSTOMER_LIMITS.taxNumber).default(""),
  countryCode: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable()
    .default(null),
};

export const customerRow = z.object({
  id: essential(wireId),
  code: z.string(),
  name: z.string(),
  city: z.string().nullable(),
  countryCode: z.string().nullable(),
  createdAt: wireDateTime,
  closedAt: wireDateTime.nullable(),
  members: z.number().int(),
  /** Shipments that are under way. */
  openShipments: z.number().int(),
  /** Of any of its people. */
  lastSignInAt: wireDateTime.nullable(),
});
export type CustomerRow = z.infer<typeof customerRow>;

export const customerList = endpoint({
  name: "customer.list",
  summary: "Customer companies, for the forwarder's desk; the keyword is searched in names and codes",
  neededBy: ["/freightForwarder/customers"],
  path: "/customer/list",
  access: "staff",
  request: z.object({
    ...pageRequest,
    keyword: z.string().max(100).optional(),
    state: z.enum(customerStates).optional(),
    sort: z.enum(customerSortKeys).default("name"),
    direction: z.enum(["asc", "desc"]).default("asc"),
  }),
  response: pageOf(customerRow).extend({ counts: z.record(z.enum(customerStates), z.number().int()) }),
});

export const customerDetail = endpoint({
  name: "customer.detail",
  summary:
    "A customer company with its departments, what it has been given, and the record of what was done to it",
  neededBy: ["/freightForwarder/customer"],
  path: "/customer/detail",
  access: "staff",
  request: z.object({ id: wireId }),
  response: customerRow.extend({
    version: z.number().int(),
    address: z.string().nullable(),
    state: z.string().nullable(),
    taxNumber: z.string().nullish(),
    closedReason: z.string().nullable(),
    /** Active administrators. */
    administrators: z.number().int(),
    access: z.array(z.enum(resourceCodes)),
    departments: z.array(
      z.object({ id: wireId, pId: wireId.nullable(), name: z.string(), members: z.number().int() }),
    ),
    log: z.array(operationLogEntry),
  }),
});
export type CustomerDetail = z.infer<typeof customerDetail.response>;

export const customerMake = endpoint({
  name: "customer.make",
  summary: "Make a customer company and invite its first administrator by mail",
  neededBy: ["/freightForwarder/customerAdd"],
  path: "/customer/make",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    ...customerFacts,
    userName: accountName,
    /** Name of the administrator. */
    personName: z.string().trim().min(1).max(100),
    email: z.email().max(254),
  }),
  response: z.object({ id: wireId }),
});

/** The version of the record that was shown: another one is refused. */
const seen = { id: wireId, version: z.number().int() };

export const customerSave = endpoint({
  name: "customer.save",
  summary: "Change what a customer company is called and where it is",
  usedBy: ["/freightForwarder/customer"],
  path: "/customer/save",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({ ...seen, ...customerFacts }),
  response: nothing,
});

export const customerClose = endpoint({
  name: "customer.close",
  summary: "Close a customer company, which signs all its people out, or open it again",
  usedBy: ["/freightForwarder/customer"],
  path: "/customer/close",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    ...seen,
    isClosed: z.boolean(),
    reason: z.string().trim().min(1).max(CUSTOMER_LIMITS.reason),
  }),
  response: nothing,
});

export const customerAccess = endpoint({
  name: "customer.access",
  summary: "Which resources a customer company has been given (product 6.5)",
  usedBy: ["/freightForwarder/customer"],
  path: "/customer/access",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({ ...seen, codes: z.array(z.enum(resourceCodes)).max(resourceCodes.length) }),
  response: nothing,
});

export const departmentActs = ["add", "rename", "remove"] as const;

export const customerDepartment = endpoint({
  name: "customer.department",
  summary: "Add a department to a customer company, rename it, or remove one without people",
  usedBy: ["/freightForwarder/customer"],
  path: "/customer/department",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    ...seen,
    act: z.enum(departmentActs),
    /** The department; for a new one the department above it. */
    departmentId: wireId.nullable().default(null),
    name: line(100).default(""),
  }),
  response: nothing,
});
