import { REALTIME_PATH } from "#app/contract/realtime-code.ts";

/** Of the portal. */
interface RealtimeSettings {
  REALTIME_URL?: string | undefined;
  PUBLIC_URL: string | null;
  API_URL: string;
  /** PUBLIC_URL begins with https. */
  isBehindTls: boolean;
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * URL of the provider's websocket for browsers: REALTIME_URL; else, behind TLS, the customer's host name by which the
 * portal is visited, or the host of PUBLIC_URL, whose proxy forwards `/ws`; else the provider's own host. For a provider on
 * this machine it is the host name of PUBLIC_URL, and only without one the host name of the page, which is whatever a client
 * says.
 */
export function realtimeAddress(
  pageUrl: string,
  site: { host: string | null },
  settings: RealtimeSettings,
): string {
  const { REALTIME_URL, PUBLIC_URL, API_URL, isBehindTls } = settings;
  if (REALTIME_URL) return REALTIME_URL;
  if (isBehindTls && PUBLIC_URL) return `wss://${site.host ?? new URL(PUBLIC_URL).host}${REALTIME_PATH}`;
  const api = new URL(API_URL);
  const scheme = api.protocol === "https:" ? "wss" : "ws";
  const host = loopback.test(api.hostname) ? new URL(PUBLIC_URL ?? pageUrl).hostname : api.hostname;
  return `${scheme}://${host}${api.port ? `:${api.port}` : ""}${REALTIME_PATH}`;
}
