import { z } from "zod";
import { signIn } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { noFields, nothing, wireDateTime, wireId } from "./wire.ts";

/** Where the identity provider sends the browser back to, in the portal. */
export const COMPANY_RETURN_PATH = "/login/company/return";
/** Where the identity provider reports sessions that have ended there. */
export const COMPANY_LOGOUT_PATH = "/login/company/backChannel";
/** The longest list of claim values of one role. */
export const ROLE_VALUES_LENGTH = 1_000;

const ticket = z.string().min(1).max(200);

/** Where the browser goes. `ticket` stays in the browser that asked, and comes with its answer. */
const errand = z.object({ authorizationUrl: z.url(), host: z.string(), ticket: z.string() });

/** What the identity provider answers in the address, and the ticket of the browser that it came with. */
const answered = z.object({
  ticket,
  code: z.string().max(8_000).optional(),
  state: z.string().max(500).optional(),
  iss: z.string().max(1_000).optional(),
  error: z.string().max(200).optional(),
});

export const companyStart = endpoint({
  name: "auth.companyStart",
  summary: "Begin a sign-in by a company's identity provider, found by e-mail domain or the company's link",
  neededBy: ["/login/company"],
  path: "/auth/companyStart",
  access: "public",
  body: "json",
  request: z.object({ email: z.string().trim().max(254), company: z.string().max(100) }).partial(),
  response: errand,
  retries: 0,
});

export const companyFinish = endpoint({
  name: "auth.companyFinish",
  summary: "Sign in with the answer of the identity provider, once",
  neededBy: ["/login/company"],
  path: "/auth/companyFinish",
  access: "public",
  body: "json",
  request: answered,
  response: signIn.response,
  retries: 0,
});

export const companyProveStart = endpoint({
  name: "portalUser.companyProveStart",
  summary: "Begin a proof of who calls by the company's identity provider, which asks for it anew",
  usedBy: ["/account/confirm"],
  path: "/portalUser/companyProveStart",
  body: "none",
  request: noFields,
  response: errand,
  retries: 0,
});

export const companyProve = endpoint({
  name: "portalUser.companyProve",
  summary: "Prove in this session who calls, by the answer of the identity provider",
  usedBy: ["/account/confirm"],
  path: "/portalUser/companyProve",
  body: "json",
  request: answered,
  response: nothing,
  retries: 0,
});

export const companySignOut = endpoint({
  name: "auth.companySignOut",
  summary: "A ticket for the page that ends the session at the identity provider too; null: it offers none",
  neededBy: ["/login/company/out"],
  path: "/auth/companySignOut",
  body: "none",
  request: noFields,
  response: z.object({ ticket: z.string() }).nullable(),
  timeoutMs: 5_000,
  retries: 0,
});

export const companySignOutAddress = endpoint({
  name: "auth.companySignOutAddress",
  summary: "The address of a ticket for signing out at the identity provider",
  neededBy: ["/login/company/out"],
  path: "/auth/companySignOutAddress",
  access: "public",
  request: z.object({ ticket }),
  response: z.object({ address: z.url(), host: z.string() }),
});

export const companyLoggedOut = endpoint({
  name: "auth.companyLoggedOut",
  summary: "A logout token of an identity provider (OpenID Connect Back-Channel Logout)",
  neededBy: ["/login/company/backChannel"],
  path: "/auth/companyLoggedOut",
  access: "public",
  request: z.object({ logout_token: z.string().min(1).max(20_000) }),
  response: nothing,
  retries: 0,
});

const claim = z.string().trim().max(100);
const roleValues = z.object({ roleId: wireId, values: z.string().trim().max(ROLE_VALUES_LENGTH) });

const settings = {
  issuer: z.string().trim().max(500).pipe(z.url()),
  clientId: z.string().trim().min(1).max(300),
  /** Claim and value that have to be there; both empty: none. */
  tenantClaim: claim,
  tenantValue: claim,
  /** Claims taken over at each sign-in; empty: the account keeps its own. */
  nameClaim: claim,
  roleClaim: claim,
  /** Values of the claim that give a role, separated by commas. The first role that fits counts. */
  roleValues: z.array(roleValues).max(50),
  defaultRoleId: wireId,
  /** People of the company's domains without an account get one. */
  makesAccounts: z.boolean(),
};

const domain = z.object({
  id: wireId,
  name: z.string(),
  /** The record that proves it: name and content. */
  recordName: z.string(),
  recordText: z.string(),
  mailSentAt: wireDateTime.nullable(),
  provedAt: wireDateTime.nullable(),
  provedBy: z.enum(["DNS", "MAIL"]).nullable(),
});
export type CompanyDomain = z.output<typeof domain>;

export const companySettings = endpoint({
  name: "company.signInSettings",
  summary: "Sign-in by the company's identity provider: settings and domains, for its administrators",
  neededBy: ["/account/companySignIn"],
  path: "/company/signInSettings",
  body: "none",
  request: noFields,
  response: z.object({
    /** Null: nothing was set up. */
    settings: z
      .object({ ...settings, hasSecret: z.boolean(), isOn: z.boolean(), link: z.string() })
      .nullable(),
    domains: z.array(domain),
    /** Addresses to enter at the identity provider. */
    returnAddress: z.string(),
    afterSignOutAddress: z.string(),
    logoutAddress: z.string(),
    roles: z.array(z.object({ id: wireId, code: z.string(), name: z.string() })),
    /** The account that keeps its password; null: everybody has one. */
    passwordAccount: z.object({ id: wireId, userName: z.string(), name: z.string() }).nullable(),
    /** Active administrators, one of whom may keep the password. */
    administrators: z.array(z.object({ id: wireId, userName: z.string(), name: z.string() })),
    /** An active administrator has signed in by these settings: passwords can be switched off. */
    isProvedByAdministrator: z.boolean(),
  }),
});

export const companySettingsSave = endpoint({
  name: "company.signInSave",
  summary: "Save the settings of the company's identity provider; needs a proof",
  usedBy: ["/account/companySignIn"],
  path: "/company/signInSave",
  body: "json",
  isWrite: true,
  /** An empty secret keeps the one that is there. */
  request: z.object({ ...settings, clientSecret: z.string().max(500), hasNoSecret: z.boolean() }),
  response: nothing,
});

export const companyCheck = endpoint({
  name: "company.signInCheck",
  summary: "Ask the company's identity provider for what it announces",
  usedBy: ["/account/companySignIn"],
  path: "/company/signInCheck",
  body: "none",
  request: noFields,
  /** What went wrong, in the caller's language; null: nothing did. */
  response: z.object({
    fault: z.string().nullable(),
    host: z.string().nullable(),
    endsSessions: z.boolean(),
    reportsLogout: z.boolean(),
  }),
  retries: 0,
});

export const companySwitch = endpoint({
  name: "company.signInSwitch",
  summary: "Switch the sign-in by the identity provider on or off, or remove its settings; needs a proof",
  usedBy: ["/account/companySignIn"],
  path: "/company/signInSwitch",
  body: "json",
  isWrite: true,
  /** Off and removed give all members their passwords back. */
  request: z.object({ to: z.enum(["on", "off", "removed"]) }),
  response: nothing,
});

export const companyPasswords = endpoint({
  name: "company.passwords",
  summary: "Switch passwords off for all members but one account, or on again (null); needs a proof",
  usedBy: ["/account/companySignIn"],
  path: "/company/passwords",
  body: "json",
  isWrite: true,
  request: z.object({ keptAccountId: wireId.nullable() }),
  response: nothing,
});

export const domainAdd = endpoint({
  name: "company.domainAdd",
  summary: "Claim a domain of e-mail addresses for the company; needs a proof",
  usedBy: ["/account/companySignIn"],
  path: "/company/domainAdd",
  body: "json",
  isWrite: true,
  request: z.object({ name: z.string().trim().min(1).max(253) }),
  response: nothing,
});

export const domainRemove = endpoint({
  name: "company.domainRemove",
  summary: "Give up a domain; with the last proved one all members get their passwords back; needs a proof",
  usedBy: ["/account/companySignIn"],
  path: "/company/domainRemove",
  body: "json",
  isWrite: true,
  request: z.object({ id: wireId }),
  response: nothing,
});

export const domainMail = endpoint({
  name: "company.domainMail",
  summary: "Mail a one-time link to the postmaster of a claimed domain; needs a proof",
  usedBy: ["/account/companySignIn"],
  path: "/company/domainMail",
  body: "json",
  isWrite: true,
  request: z.object({ id: wireId }),
  response: nothing,
});

export const domainCheck = endpoint({
  name: "company.domainCheck",
  summary: "Look for the DNS record that proves a claimed domain; needs a proof",
  usedBy: ["/account/companySignIn"],
  path: "/company/domainCheck",
  body: "json",
  request: z.object({ id: wireId }),
  response: nothing,
  retries: 0,
});

export const domainValidate = endpoint({
  name: "api.domainValidate",
  summary: "Check a postmaster's link before its page is shown; changes nothing",
  neededBy: ["/confirmDomain"],
  path: "/api/domainValidate",
  access: "public",
  request: z.object({ token: ticket }),
  response: z.object({ domain: z.string(), companyName: z.string() }),
});

export const domainConfirm = endpoint({
  name: "api.domainConfirm",
  summary: "Prove a domain by its postmaster's link, once",
  usedBy: ["/confirmDomain"],
  path: "/api/domainConfirm",
  access: "public",
  isWrite: true,
  request: z.object({ token: ticket }),
  response: nothing,
});
