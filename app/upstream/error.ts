import type { FieldFaults } from "#app/contract/envelope.ts";

/** Why a call to the provider brought no data. One class a case of the error catalogue (product 8). */

/** Body code 403: the page goes to /404. */
export class UpstreamForbidden extends Error {
  override name = "UpstreamForbidden";
}

/** Body code above 8000: the relogin alert. `minutes` with the state 'locked'. */
export class UpstreamAccountState extends Error {
  override name = "UpstreamAccountState";
  readonly code: number;
  readonly minutes: number | null;
  constructor(code: number, message: string, minutes: number | null = null) {
    super(message);
    this.code = code;
    this.minutes = minutes;
  }
}

/** Any other code: the provider's own words, in the user's language, and faults of single fields where it names them. */
export class UpstreamRefused extends Error {
  override name = "UpstreamRefused";
  /** How long to wait, where the answer said so. */
  retryAfterSeconds: number | null = null;
  readonly code: number;
  readonly fields: FieldFaults["fields"];
  /** What stands in the way, as the contract of the call says; unchecked. */
  readonly data: unknown;
  constructor(code: number, message: string, fields: FieldFaults["fields"] = [], data: unknown = null) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.data = data;
  }
}

/**
 * `lacking`: the provider knows no such call. `timeout`: none in time, after the retries. `unreachable`: no connection, so nothing was done. `lost`: the connection
 * broke, or a proxy answered in the provider's place. `malformed`: not what the contract says.
 */
export type UnavailableReason = "timeout" | "unreachable" | "lost" | "malformed" | "lacking";

/** No usable answer. Except with `unreachable` and `lacking` nobody knows whether the call was done. */
export class UpstreamUnavailable extends Error {
  override name = "UpstreamUnavailable";
  /** How long to wait, where a proxy or the provider said so. */
  retryAfterSeconds: number | null = null;
  readonly reason: UnavailableReason;
  /** Name of the call in the contract. */
  readonly call: string;
  constructor(reason: UnavailableReason, call: string, detail: string, options?: ErrorOptions) {
    super(`${call}: ${detail}`, options);
    this.reason = reason;
    this.call = call;
  }
}

/** A write that was done, and whose answer does not say more: what is missing is asked for, or done without. */
export class UpstreamDone extends Error {
  override name = "UpstreamDone";
}
