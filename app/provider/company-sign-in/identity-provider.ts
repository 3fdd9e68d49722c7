import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as joseFetch } from "jose";
import type { Selectable } from "kysely";
import * as oidc from "openid-client";
import type { SecretBox } from "../call/secret-box.ts";
import type { Outside } from "../config.ts";
import type { Database } from "../db/schema.ts";
import { fetchOutside, isAllowedAddress, OutboundError } from "../outside/fetch-outside.ts";

export type CompanySignIn = Selectable<Database["company_sign_in"]>;

/** What is known of a company's identity provider at present. */
export interface IdentityProvider {
  config: oidc.Configuration;
  metadata: oidc.ServerMetadata;
  /** Its keys, for what openid-client does not check. */
  keys: JWTVerifyGetKey;
}

/** After this an issuer is asked again what it announces; a changed setting is another entry. */
const KNOWN_MS = 5 * 60_000;
const MOST_KNOWN = 200;
/** How far the clocks may differ. */
const TOLERANCE_SECONDS = 60;

const known = new Map<string, { at: number; provider: Promise<IdentityProvider> }>();

export const aboutClientSecret = (companyId: string) => `client secret of company ${companyId}`;

/** An issuer as people are known by it: with or without a slash at its end it is the same. */
export const issuerKey = (issuer: string): string => issuer.replace(/\/+$/, "");

/** The identity provider of a company's settings, as its discovery document describes it. */
export function identityProviderOf(
  settings: CompanySignIn,
  { outside, secrets }: { outside: Outside; secrets: SecretBox },
  { isFresh = false } = {},
): Promise<IdentityProvider> {
  const key = `${settings.company_id} ${settings.changed_at.getTime()} ${settings.issuer} ${settings.client_id}`;
  const cached = known.get(key);
  const now = performance.now();
  if (cached && !isFresh && now - cached.at < KNOWN_MS) return cached.provider;
  const secret = settings.client_secret;
  const opened = secret && secrets.open(secret, aboutClientSecret(settings.company_id));
  const provider = discover(settings, opened, outside.privateHosts);
  known.delete(key);
  known.set(key, { at: now, provider });
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(oldest);
  }
  // What failed is asked again at the next call.
  provider.catch(() => known.delete(key));
  return provider;
}

async function discover(
  { issuer, client_id }: CompanySignIn,
  secret: string | null,
  privateHosts: readonly string[],
): Promise<IdentityProvider> {
  const server = new URL(issuer);
  const outboundFetch = fetchOutside(privateHosts);
  if (!isAllowedAddress(server, privateHosts)) throw new OutboundError("address");
  const execute = [oidc.allowInsecureRequests];
  const options = { [oidc.customFetch]: outboundFetch as oidc.CustomFetch, timeout: 10, execute };
  // The client lets any address pass; `outboundFetch` decides which may be called.
  const configuration = await oidc.discovery(server, client_id, undefined, oidc.None(), options);
  const metadata = configuration.serverMetadata();
  for (const address of [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri]) {
    if (!address || !isAllowedAddress(new URL(address), privateHosts)) throw new OutboundError("address");
  }
  const config = new oidc.Configuration(
    { ...metadata },
    client_id,
    { [oidc.clockTolerance]: TOLERANCE_SECONDS },
    authOf(secret, metadata.token_endpoint_auth_methods_supported),
  );
  config[oidc.customFetch] = outboundFetch as oidc.CustomFetch;
  config.timeout = 10;
  oidc.allowInsecureRequests(config);
  // TLS to the token endpoint would do for OpenID Connect; behind a proxy of the company it proves less.
  oidc.enableNonRepudiationChecks(config);
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri ?? ""), {
    [joseFetch]: outboundFetch as never,
    timeoutDuration: 8_000,
  });
  return { config, metadata, keys };
}

function authOf(secret: string | null, methods: readonly string[] | undefined): oidc.ClientAuth {
  if (secret === null) return oidc.None();
  // Without an announcement it is `client_secret_basic` (OpenID Connect Discovery 1.0).
  return methods?.includes("client_secret_post")
    ? oidc.ClientSecretPost(secret)
    : oidc.ClientSecretBasic(secret);
}
