import { env } from "#app/config/env.server.ts";
import { log } from "#app/config/log.server.ts";
import { brandOfHost, type HostBrand } from "#app/contract/brand.ts";
import { hostNameOf } from "#app/lib/host-name.ts";
import { call } from "#app/upstream/client.server.ts";
import { isLacking } from "#app/upstream/lacking.server.ts";

/** The host as the browser named it: `app/server.ts` writes it on each request, over whatever a client has sent. */
export const VISITED_HOST_HEADER = "x-visited-host";
/** The https origin of a form that came by the host name of a customer, which has to be proved. */
export const PAGE_ORIGIN_HEADER = "x-page-origin";

/** By which host name the portal is visited. */
export interface Site {
  /** The host name of a customer, as the provider knows it; null at the operator's own, and at unknown ones. */
  host: string | null;
  brand: HostBrand | null;
}
export const OPERATORS_SITE: Site = { host: null, brand: null };

const KEPT_MS = 60_000;
/** After a failure the provider is asked again soon. */
const FAILED_MS = 5_000;
/** More nonsense names than this push each other out. */
const UNKNOWN_MOST = 1_000;

const ownHost = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).hostname : null;

/** Names that a customer has. Only the provider adds to them, so nonsense cannot push them out. */
const known = new Map<string, { brand: HostBrand; until: number }>();
const unknown = new Map<string, number>();
const asking = new Map<string, Promise<HostBrand | null>>();

/** Which customer's host name the request came by. Without PUBLIC_URL, no host is known to be a customer's. */
export async function siteOf({ headers }: Request): Promise<Site> {
  if (ownHost === null) return OPERATORS_SITE;
  const host = hostNameOf(headers.get(VISITED_HOST_HEADER) ?? headers.get("host"));
  if (host === null || host === ownHost || isLacking(brandOfHost.name)) return OPERATORS_SITE;
  const brand = await brandAt(host);
  return brand ? { host, brand } : OPERATORS_SITE;
}

async function brandAt(host: string): Promise<HostBrand | null> {
  const now = Date.now();
  const cached = known.get(host);
  if (cached && cached.until > now) return cached.brand;
  if ((unknown.get(host) ?? 0) > now) return null;
  let answer = asking.get(host);
  if (!answer) {
    answer = ask(host).finally(() => asking.delete(host));
    asking.set(host, answer);
  }
  return answer;
}

async function ask(host: string): Promise<HostBrand | null> {
  try {
    const { brand } = await call(brandOfHost, { host }, { token: null, language: "en", clientAddress: null });
    if (brand) {
      known.set(host, { brand, until: Date.now() + KEPT_MS });
      unknown.delete(host);
    } else {
      known.delete(host);
      noteUnknown(host, KEPT_MS);
    }
    return brand;
  } catch (error) {
    log.warn({ err: error }, "The provider did not say whose host name this is");
    const cached = known.get(host);
    if (cached) cached.until = Date.now() + FAILED_MS;
    else noteUnknown(host, FAILED_MS);
    return cached?.brand ?? null;
  }
}

function noteUnknown(host: string, milliseconds: number): void {
  unknown.delete(host);
  unknown.set(host, Date.now() + milliseconds);
  const [oldest] = unknown.keys();
  if (unknown.size > UNKNOWN_MOST && oldest !== undefined) unknown.delete(oldest);
}

/** The origin of the portal as this visitor knows it, for printed addresses and frames. */
export function originOf({ host }: Site, url: Pick<URL, "origin">): string {
  if (host === null) return env.PUBLIC_URL ?? url.origin;
  return env.isBehindTls ? `https://${host}` : url.origin;
}
