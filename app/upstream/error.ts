import type { FieldFaults } from "#app/contract/envelope.ts";

/** Errors of calls to the provider: one class for each case of the error catalogue (product 8). */

/** Body code 403: a page leads to /404, and a form says it and keeps what was typed. */
export class UpstreamForbidden extends Error {
  override name = "UpstreamForbidden";
}

/** Body code above 8000: shows the relogin alert. `minutes` with the state 'locked'. */
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

/**
 * Any other code, with the provider's own text in the user's language, and faults of single fields if it
 * names them.
 */
export class UpstreamRefused extends Error {
  override name = "UpstreamRefused";
  /** From the answer, if it said so. */
  retryAfterSeconds: number | null = null;
  readonly code: number;
  readonly fields: FieldFaults["fields"];
  /** Details as the call's contract defines them, for example the conflicting version; unchecked. */
  readonly data: unknown;
  /** Name of the call in the contract. */
  readonly call: string;
  /** The call names one record, which may be what the provider does not find. */
  readonly isOfRecord: boolean;
  constructor(
    { call, isOfRecord }: Pick<UpstreamRefused, "call" | "isOfRecord">,
    code: number,
    message: string,
    fields: FieldFaults["fields"] = [],
    data: unknown = null,
  ) {
    super(message);
    this.call = call;
    this.isOfRecord = isOfRecord;
    this.code = code;
    this.fields = fields;
    this.data = data;
  }
}

/**
 * `lacking`: the provider has no such call. `timeout`: no answer in time, after the retries. `unreachable`:
 * no connection, so nothing was done. `lost`: the connection broke, or a proxy answered. `malformed`: the
 * answer breaks the contract.
 */
export type UnavailableReason = "timeout" | "unreachable" | "lost" | "malformed" | "lacking";

/** No usable answer. Except with `unreachable` and `lacking` it is unknown whether the call was done. */
export class UpstreamUnavailable extends Error {
  override name = "UpstreamUnavailable";
  /** From a proxy or the provider, if it said so. */
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
