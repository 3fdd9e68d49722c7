import { z } from "zod";
import { PASSWORD_MAX_LENGTH, signIn } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { noFields, nothing, wireDateTime, wireId } from "./wire.ts";

/** Of whom an operator may require a second factor: each group includes those before it. */
export const factorGroups = ["staff", "administrators", "all"] as const;
export type FactorGroup = (typeof factorGroups)[number];

/** Minutes for which the provider accepts a proof of who calls (`portalUser.prove`, or a sign-in). */
export const PROOF_MINUTES = 30;

/** A code of six digits from an app, or a recovery code. */
const code = z.string().trim().min(1).max(40);

/** What the refusal CODE_SECOND_FACTOR of a sign-in carries. */
export const signInChallenge = z.object({ challenge: z.string().min(1).max(200) });

export const secondFactor = endpoint({
  name: "auth.secondFactor",
  summary: "The second step of a sign-in: a one-time code or a recovery code",
  usedBy: ["/login"],
  path: "/auth/secondFactor",
  access: "public",
  request: z.object({ challenge: z.string().min(1).max(200), code }),
  response: signIn.response,
  retries: 0,
});

export const prove = endpoint({
  name: "portalUser.prove",
  summary: "Prove in this session who calls: by a code where there is a second factor, else by the password",
  neededBy: ["/account/confirm"],
  path: "/portalUser/prove",
  body: "json",
  isWrite: true,
  request: z.object({ code: code.optional(), password: z.string().max(PASSWORD_MAX_LENGTH).optional() }),
  response: nothing,
});

export const factorState = endpoint({
  name: "portalUser.factorState",
  summary: "The caller's second factor, and whether the company requires one",
  neededBy: ["/account/secondFactor"],
  path: "/portalUser/factorState",
  body: "none",
  request: noFields,
  response: z.object({
    /** Since when it is asked for; null: it is not. */
    since: wireDateTime.nullable(),
    recoveryCodesLeft: z.number().int(),
    isRequired: z.boolean(),
    /** The operator of the portal requires it of the caller, whatever the company says. */
    isRequiredByOperator: z.boolean().default(false),
    /** Whether the caller may change what the company requires. */
    mayRequire: z.boolean(),
  }),
});

export const factorStart = endpoint({
  name: "portalUser.factorStart",
  summary: "Begin to set up one-time codes: a new secret, not yet asked for; needs a proof",
  usedBy: ["/account/secondFactor"],
  path: "/portalUser/factorStart",
  body: "none",
  isWrite: true,
  request: noFields,
  /** `secret` in base32, and the same as an `otpauth:` address for a QR code. */
  response: z.object({ secret: z.string(), address: z.string() }),
});

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const factorConfirm = endpoint({
  name: "portalUser.factorConfirm",
  summary: "Finish the set-up with a code; answers the recovery codes, once",
  usedBy: ["/account/secondFactor"],
  path: "/portalUser/factorConfirm",
  body: "json",
  isWrite: true,
  request: z.object({ code }),
  response: recoveryCodes,
});

export const recoveryRenew = endpoint({
  name: "portalUser.recoveryRenew",
  summary: "New recovery codes in place of the old ones; needs a proof",
  usedBy: ["/account/secondFactor"],
  path: "/portalUser/recoveryRenew",
  body: "none",
  isWrite: true,
  request: noFields,
  response: recoveryCodes,
});

export const factorRemove = endpoint({
  name: "portalUser.factorRemove",
  summary: "Ask for no second factor any more; needs a proof, refused where the company requires one",
  usedBy: ["/account/secondFactor"],
  path: "/portalUser/factorRemove",
  body: "none",
  isWrite: true,
  request: noFields,
  response: nothing,
});

export const factorRequire = endpoint({
  name: "portalUser.factorRequire",
  summary: "Require a second factor of all members (administrators with an own one)",
  usedBy: ["/account/secondFactor"],
  path: "/portalUser/factorRequire",
  body: "json",
  isWrite: true,
  request: z.object({ isRequired: z.boolean() }),
  response: nothing,
});

export const factorReset = endpoint({
  name: "portalUser.factorReset",
  summary: "Remove another member's second factor and passkeys (administrators with an own fresh one)",
  usedBy: ["/account/factorReset"],
  path: "/portalUser/factorReset",
  body: "json",
  isWrite: true,
  request: z.object({ userId: wireId }),
  response: nothing,
});
