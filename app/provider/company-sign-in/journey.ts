import * as oidc from "openid-client";
import type { z } from "zod";
import { CODE_SIGN_IN_REFUSED } from "#app/contract/code.ts";
import { COMPANY_RETURN_PATH, type companyFinish, type companyStart } from "#app/contract/company-sign-in.ts";
import type { CallContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { OutboundError } from "../outside/fetch-outside.ts";
import type { MessageKey } from "../texts/message.ts";
import { beginErrand, takeErrand } from "./errand.ts";
import { type CompanySignIn, identityProviderOf } from "./identity-provider.ts";

type Answered = z.output<typeof companyFinish.request>;

/** What an identity provider says of somebody, checked. */
export interface Stated {
  claims: Record<string, unknown>;
  subject: string;
  sid: string | null;
  idToken: string;
}

/** What the answer is checked against. */
interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
  issuer: string;
  clientId: string;
}

export const returnAddress = ({ publicUrl }: Pick<CallContext, "publicUrl">) =>
  publicUrl + COMPANY_RETURN_PATH;

/**
 * Prepares the way to the identity provider.
 * @param tokenHash the session that has to be proved, for which the person shows anew who they are; null: a sign-in
 * @throws Refusal CODE_SIGN_IN_REFUSED
 */
export async function setOut(
  settings: CompanySignIn,
  context: CallContext,
  { tokenHash, hint }: { tokenHash: Buffer | null; hint: string | null },
): Promise<z.input<typeof companyStart.response>> {
  const { config } = await identityProviderOf(settings, context).catch((error) => refuse(error, context));
  const errand: PendingSignIn = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    issuer: settings.issuer,
    clientId: settings.client_id,
  };
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: returnAddress(context),
    scope: "openid email profile",
    state: errand.state,
    nonce: errand.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(errand.verifier),
    code_challenge_method: "S256",
    ...(hint ? { login_hint: hint } : {}),
    ...(tokenHash ? { prompt: "login", max_age: "0" } : {}),
  });
  const ticket = await beginErrand(context, {
    companyId: settings.company_id,
    purpose: tokenHash ? "prove" : "signIn",
    tokenHash,
    content: errand,
  });
  return { authorizationUrl: address.href, host: address.host, ticket };
}

/**
 * Checks the answer of the identity provider, and fetches what it says of the person. The ticket is spent by it.
 * @throws Refusal CODE_SIGN_IN_REFUSED
 */
export async function comeBack(
  answered: Answered,
  context: CallContext,
  tokenHash: Buffer | null,
): Promise<{ settings: CompanySignIn; stated: Stated }> {
  const { db, now, secrets } = context;
  const { companyId, content: errand } = await takeErrand<PendingSignIn>(db, answered.ticket, {
    purpose: tokenHash ? "prove" : "signIn",
    tokenHash,
    now,
    secrets,
  });
  const settings = await db
    .selectFrom("company_sign_in")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("is_on", "=", true)
    .executeTakeFirst();
  // The answer is to another question than these settings would ask.
  if (settings?.issuer !== errand.issuer || settings.client_id !== errand.clientId)
    throw new Refusal(CODE_SIGN_IN_REFUSED, "companyLate");
  try {
    return { settings, stated: await exchange(settings, answered, errand, context, tokenHash !== null) };
  } catch (error) {
    return refuse(error, context);
  }
}

async function exchange(
  settings: CompanySignIn,
  { code, state, iss, error }: Answered,
  errand: PendingSignIn,
  context: CallContext,
  isProof: boolean,
): Promise<Stated> {
  const { config, metadata } = await identityProviderOf(settings, context);
  const address = new URL(returnAddress(context));
  for (const [name, value] of Object.entries({ code, state, iss, error }))
    if (value !== undefined) address.searchParams.set(name, value);
  const tokens = await oidc.authorizationCodeGrant(config, address, {
    expectedState: errand.state,
    expectedNonce: errand.nonce,
    pkceCodeVerifier: errand.verifier,
    idTokenExpected: true,
    ...(isProof ? { maxAge: 0 } : {}),
  });
  const own = tokens.claims();
  if (!own || !tokens.id_token) throw new Refusal(CODE_SIGN_IN_REFUSED, "companyWrongAnswer");
  const wanted = ["email", settings.name_claim, settings.role_claim, settings.tenant_claim];
  const isShort = wanted.some((name) => name !== null && own[name] === undefined);
  // Some providers keep claims for this call; it answers for the same subject, or fails.
  const more =
    isShort && metadata.userinfo_endpoint
      ? await oidc.fetchUserInfo(config, tokens.access_token, own.sub)
      : {};
  return {
    claims: { ...more, ...own },
    subject: own.sub,
    sid: typeof own.sid === "string" ? own.sid : null,
    idToken: tokens.id_token,
  };
}

/** Errors of openid-client by their code: what the person, or their administrator, can do about it. */
const TEXTS: Record<string, MessageKey> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: "companyClock",
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: "companyWrongAnswer",
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: "companyWrongIssuer",
  OAUTH_INVALID_RESPONSE: "companyWrongAnswer",
  OAUTH_INVALID_SERVER_METADATA: "companyUnreachable",
  OAUTH_MISSING_SERVER_METADATA: "companyUnreachable",
  OAUTH_RESPONSE_IS_NOT_CONFORM: "companyUnreachable",
  OAUTH_RESPONSE_IS_NOT_JSON: "companyUnreachable",
  OAUTH_PARSE_ERROR: "companyUnreachable",
  OAUTH_TIMEOUT: "companyUnreachable",
  OAUTH_RESPONSE_BODY_ERROR: "companyRefused",
};

/** The text for what went wrong between us and an identity provider. */
export function faultOf(error: unknown): MessageKey {
  const { code, error: answer, cause } = error as { code?: string; error?: string; cause?: unknown };
  if (answer === "access_denied") return "companyDenied";
  if (code === "OAUTH_AUTHORIZATION_RESPONSE_ERROR") return "companyRefused";
  const outbound = [error, cause].find((each) => each instanceof OutboundError);
  if (outbound)
    return (outbound as OutboundError).reason === "address" ? "companyAddress" : "companyUnreachable";
  return TEXTS[code ?? ""] ?? "companyUnreachable";
}

function refuse(error: unknown, { log }: CallContext): never {
  if (error instanceof Refusal) throw error;
  const key = faultOf(error);
  // Without the error itself, which may hold tokens and names.
  const { code, message: text } = error as { code?: string; message?: string };
  log.warn({ fault: key, code, text }, "A company's identity provider gave no usable answer");
  throw new Refusal(CODE_SIGN_IN_REFUSED, key);
}
