import { z } from "zod";
import { PASSWORD_MAX_LENGTH } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { accountName } from "./member.ts";
import { essential } from "./reading.ts";
import { nothing, pageOf, pageRequest, wireDateTime, wireId } from "./wire.ts";

export const registrationStatuses = ["UNCONFIRMED", "CONFIRMED", "APPROVED", "DECLINED"] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];

const applicant = {
  companyName: z.string().trim().min(1).max(200),
  name: z.string().trim().min(1).max(100),
  email: z.string().trim().max(254).pipe(z.email()),
  userName: accountName,
  countryCode: z.string().length(2),
  phone: z.string().trim().max(40).default(""),
};
const token = z.string().min(1).max(200);

export const register = endpoint({
  name: "api.register",
  summary: "Ask for an account of a company; the answer is the same for every address",
  neededBy: ["/account/register"],
  path: "/api/register",
  body: "json",
  access: "public",
  isWrite: true,
  request: z.object({ ...applicant, password: z.string().max(PASSWORD_MAX_LENGTH) }),
  response: nothing,
});

export const registerValidate = endpoint({
  name: "api.registerValidate",
  summary: "Check the link of a registration before its page is shown; changes nothing",
  usedBy: ["/account/register"],
  path: "/api/registerValidate",
  access: "public",
  request: z.object({ token }),
  response: z.object({
    companyName: z.string(),
    email: z.string(),
    userName: z.string(),
    /** Another account has this name by now: another has to be chosen. */
    isNameTaken: z.boolean(),
  }),
});

export const registerConfirm = endpoint({
  name: "api.registerConfirm",
  summary: "Confirm the address of a registration by its link; the forwarder decides then",
  usedBy: ["/account/register"],
  path: "/api/registerConfirm",
  access: "public",
  isWrite: true,
  request: z.object({ token, userName: accountName.optional() }),
  response: nothing,
});

export const registrationList = endpoint({
  name: "registration.list",
  summary: "Registrations, newest first, for the forwarder's desk",
  neededBy: ["/freightForwarder/accounts"],
  path: "/registration/list",
  access: "staff",
  request: z.object({ ...pageRequest, status: z.enum(registrationStatuses).default("CONFIRMED") }),
  response: pageOf(
    z.object({
      id: essential(wireId),
      status: z.enum(registrationStatuses),
      companyName: z.string(),
      name: z.string(),
      email: z.string(),
      userName: z.string(),
      countryCode: z.string(),
      phone: z.string(),
      createdAt: wireDateTime,
      confirmedAt: wireDateTime.nullable(),
    }),
  ),
});

export const registrationDecide = endpoint({
  name: "registration.decide",
  summary: "Approve or decline a confirmed registration; the applicant is told by mail",
  usedBy: ["/freightForwarder/accounts"],
  path: "/registration/decide",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    id: wireId,
    isApproved: z.boolean(),
    /** Told to the applicant when declined. */
    reason: z.string().trim().max(500).default(""),
  }),
  response: nothing,
});
