import { z } from "zod";
import { signIn } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { noFields, nothing, wireDateTime, wireId } from "./wire.ts";

/** Longest name of a passkey. */
export const PASSKEY_NAME_LENGTH = 60;

/** What the browser's interface takes, as JSON (WebAuthn level 3). `ticket` goes back with the answer. */
const ceremony = z.object({ ticket: z.string(), options: z.record(z.string(), z.unknown()) });

/** The browser's answer as JSON. */
const answered = {
  ticket: z.string().min(1).max(200),
  credential: z.looseObject({
    id: z.string().max(2_000),
    type: z.literal("public-key"),
    response: z.record(z.string(), z.unknown()),
  }),
};
export const passkeyAnswer = z.object(answered);

const name = z.string().trim().min(1).max(PASSKEY_NAME_LENGTH);

export const passkeySignInOptions = endpoint({
  name: "auth.passkeyOptions",
  summary: "What a passkey has to sign for a sign-in",
  usedBy: ["/login"],
  path: "/auth/passkeyOptions",
  access: "public",
  body: "none",
  request: noFields,
  response: ceremony,
});

export const passkeySignIn = endpoint({
  name: "auth.passkey",
  summary: "Sign in by a passkey, without a password",
  usedBy: ["/login"],
  path: "/auth/passkey",
  access: "public",
  body: "json",
  request: passkeyAnswer,
  response: signIn.response,
  retries: 0,
});

export const passkeyList = endpoint({
  name: "portalUser.passkeyList",
  summary: "The caller's passkeys",
  neededBy: ["/account/passkeys"],
  path: "/portalUser/passkeyList",
  body: "none",
  request: noFields,
  response: z.object({
    passkeys: z.array(
      z.object({
        id: wireId,
        name: z.string(),
        isSynced: z.boolean(),
        createdAt: wireDateTime,
        lastUsedAt: wireDateTime.nullable(),
      }),
    ),
  }),
});

export const passkeyAddOptions = endpoint({
  name: "portalUser.passkeyAddOptions",
  summary: "What a device needs to make a passkey for the caller; needs a proof",
  usedBy: ["/account/passkeys"],
  path: "/portalUser/passkeyAddOptions",
  body: "none",
  request: noFields,
  response: ceremony,
});

export const passkeyAdd = endpoint({
  name: "portalUser.passkeyAdd",
  summary: "Keep a passkey that a device has made; needs a proof",
  usedBy: ["/account/passkeys"],
  path: "/portalUser/passkeyAdd",
  body: "json",
  isWrite: true,
  request: z.object({ ...answered, name }),
  response: nothing,
});

export const passkeyRename = endpoint({
  name: "portalUser.passkeyRename",
  summary: "Name one of the caller's passkeys",
  usedBy: ["/account/passkeys"],
  path: "/portalUser/passkeyRename",
  body: "json",
  isWrite: true,
  request: z.object({ id: wireId, name }),
  response: nothing,
});

export const passkeyRemove = endpoint({
  name: "portalUser.passkeyRemove",
  summary: "Remove one of the caller's passkeys; needs a proof, the last one another way to sign in",
  usedBy: ["/account/passkeys"],
  path: "/portalUser/passkeyRemove",
  body: "json",
  isWrite: true,
  request: z.object({ id: wireId }),
  response: nothing,
});

export const passkeyProveOptions = endpoint({
  name: "portalUser.passkeyProveOptions",
  summary: "What one of the caller's passkeys has to sign as a proof; null without a passkey",
  usedBy: ["/account/confirm"],
  path: "/portalUser/passkeyProveOptions",
  body: "none",
  request: noFields,
  response: ceremony.nullable(),
});

export const passkeyProve = endpoint({
  name: "portalUser.passkeyProve",
  summary: "Prove in this session who calls, by a passkey",
  usedBy: ["/account/confirm"],
  path: "/portalUser/passkeyProve",
  body: "json",
  isWrite: true,
  request: passkeyAnswer,
  response: nothing,
});
