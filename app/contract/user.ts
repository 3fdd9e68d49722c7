import { z } from "zod";
import { menuItem, PASSWORD_MAX_LENGTH } from "./auth.ts";
import { companyBrand } from "./brand.ts";
import { endpoint } from "./endpoint.ts";
import { absentIs, alsoCalled, closed, essential } from "./reading.ts";
import { noFields, nothing, wireDateTime, wireId } from "./wire.ts";

export const language = closed(z.enum(["en", "zh"]));
export type Language = z.infer<typeof language>;

/**
 * The time zone setting of a person (product 9.4): local time of each place, the person's own zone, or UTC+8.
 */
export const clockChoices = ["place", "own", "utc8"] as const;
export type ClockChoice = (typeof clockChoices)[number];

/** What the portal knows of the caller (product 3.1, 3.8). */
export const portalUser = z.object({
  userId: wireId,
  userName: alsoCalled(z.string(), "username"),
  name: z.string(),
  email: z.string().nullable(),
  avatar: z.string().nullable(),
  /** Codes; `admin` passes every role gate (product 6.1). Never empty: the portal fails otherwise. */
  roles: z.array(z.string()),
  /** The role's name as shown under My Role. */
  roleName: z.string(),
  languagePreference: language.nullable(),
  /** The time zone setting (product 9.4); null until it was chosen. */
  clock: closed(z.enum(clockChoices)).nullable(),
  /** IANA name of the zone of the clock 'own'; null: the zone of the device in use. */
  timeZone: z.string().nullable(),
  menuList: z.array(menuItem),
  resourceUrls: z.array(z.string()),
  userAccessResourceVos: z.array(
    z.object({ sysMainBodyId: essential(wireId), resCode: essential(z.string()) }),
  ),
  /** `userId` is the company's id: that is what an access entry's `sysMainBodyId` is compared with (product 3.1, 6.5). */
  companyInfo: z.object({ userId: wireId, name: z.string(), isForwarder: z.boolean() }),
  organization: z.string().nullable(),
  department: z.string().nullable(),
  companyAddress: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  countryCode: z.string().nullable(),
  isPasswordUpdateDue: z.boolean(),
  /** How the portal looks for people of the company; null: as the operator has set it. */
  brand: absentIs(companyBrand.nullable(), null),
  /** News that the person has not read, for the menu. */
  unreadNews: absentIs(z.number().int(), 0),
  /** Null: the provider knows no second factor. */
  proof: z
    .object({
      hasFactor: z.boolean(),
      /** The company requires a second factor, and the caller has none: all else is refused until then. */
      isFactorDue: z.boolean(),
      /** The session began at the company's identity provider, which can prove again who the caller is. */
      isByCompany: absentIs(z.boolean(), false),
      /** When the caller last proved in this session who they are. */
      provedAt: wireDateTime.nullable(),
    })
    .nullable(),
});
export type PortalUser = z.infer<typeof portalUser>;

export const getUser = endpoint({
  name: "portalUser.getUser",
  summary: "The caller: identity, roles, menus, buttons, resources, company",
  neededBy: ["/account/index"],
  method: "GET",
  path: "/portalUser/getUser",
  body: "none",
  request: noFields,
  response: portalUser,
});

export const updateUser = endpoint({
  name: "portalUser.updateUser",
  summary: "Change the caller's own profile; fields left out stay as they are",
  usedBy: ["/account/index"],
  path: "/portalUser/updateUser",
  isWrite: true,
  request: z.object({
    name: z.string().trim().min(1).max(100).optional(),
    /** Unchanged; a new address is requested by `changeEmail`. */
    email: z.email().max(254).optional(),
    languagePreference: language.optional(),
    clock: z.enum(clockChoices).optional(),
    /** IANA name; empty: the zone of the device in use. */
    timeZone: z.string().max(64).optional(),
    companyAddress: z.string().max(300).optional(),
    city: z.string().max(100).optional(),
    state: z.string().max(100).optional(),
    countryCode: z.string().length(2).optional(),
  }),
  response: nothing,
});

export const changeEmail = endpoint({
  name: "portalUser.changeEmail",
  summary: "Ask for another address of the caller's account: a link goes to the new one, a notice to the old",
  usedBy: ["/account/index"],
  path: "/portalUser/changeEmail",
  body: "json",
  isWrite: true,
  request: z.object({
    email: z.string().trim().max(254).pipe(z.email()),
    password: z.string().max(PASSWORD_MAX_LENGTH),
  }),
  response: nothing,
});

export const validatePassword = endpoint({
  name: "portalUser.validatePassword",
  summary: "Is this the caller's present password?",
  neededBy: ["/account/password"],
  path: "/portalUser/validatePassword",
  request: z.object({ password: z.string().max(PASSWORD_MAX_LENGTH) }),
  /** A provider built from product 7 alone reports it by the code. */
  response: z.object({ isValid: absentIs(z.boolean(), true) }),
});

export const rejectUpdatePassword = endpoint({
  name: "portalUser.rejectUpdatePassword",
  summary: "'Not now' to the password reminder: ask again at the next sign-in after 7 days",
  usedBy: ["/account/password"],
  path: "/portalUser/rejectUpdatePassword",
  body: "none",
  isWrite: true,
  request: noFields,
  response: nothing,
});

export const resetPwd = endpoint({
  name: "portalUser.resetPwd",
  summary: "Change the caller's own password; ends every other session of the account",
  usedBy: ["/account/password"],
  path: "/portalUser/resetPwd",
  body: "json",
  isWrite: true,
  request: z.object({
    oldPassword: z.string().max(PASSWORD_MAX_LENGTH),
    newPassword: z.string().max(PASSWORD_MAX_LENGTH),
  }),
  response: nothing,
});
