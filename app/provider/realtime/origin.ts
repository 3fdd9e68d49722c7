import type { OriginRules } from "../config.ts";

/** Clients other than browsers send no origin: for those the ticket alone decides. */
export function isOriginAllowed(
  { origin, host }: { origin?: string; host?: string },
  { listed, isOwnHostEnough }: OriginRules,
): boolean {
  if (origin === undefined) return true;
  if (listed.includes(origin)) return true;
  return isOwnHostEnough && URL.canParse(origin) && new URL(origin).hostname === hostNameOf(host);
}

function hostNameOf(host: string | undefined): string | null {
  const address = `http://${host}`;
  return host && URL.canParse(address) ? new URL(address).hostname : null;
}
