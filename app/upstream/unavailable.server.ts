import { log } from "#app/config/log.server.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import {
  type UnavailableReason,
  UpstreamAccountState,
  UpstreamForbidden,
  UpstreamRefused,
  UpstreamUnavailable,
} from "./error.ts";
import { noteLacking } from "./lacking.server.ts";

export const isUpstreamError = (error: unknown) =>
  [UpstreamAccountState, UpstreamForbidden, UpstreamRefused, UpstreamUnavailable].some(
    (known) => error instanceof known,
  );

/** Logged here, because the text that people see names neither call nor cause. */
export function unavailable(
  endpoint: Endpoint,
  reason: UnavailableReason,
  detail: string,
  cause?: unknown,
): UpstreamUnavailable {
  if (reason === "lacking") noteLacking(endpoint.name);
  else log.warn({ call: endpoint.name, reason, detail }, "provider");
  return new UpstreamUnavailable(reason, endpoint.name, detail, { cause });
}
