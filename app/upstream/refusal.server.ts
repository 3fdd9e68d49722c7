import { z } from "zod";
import { CODE_FORBIDDEN, CODE_NOT_FOUND, CODE_TOO_MANY, isAccountStateCode } from "#app/contract/code.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { type Envelope, fieldFaults } from "#app/contract/envelope.ts";
import { UpstreamAccountState, UpstreamForbidden, UpstreamRefused } from "./error.ts";
import { unavailable } from "./unavailable.server.ts";

/**
 * Many providers report a missing session by HTTP 401. It is none of our codes, so the provider's own text is
 * shown.
 */
export const HTTP_UNAUTHORIZED = 401;

/** Statuses of a server without such an address. */
export const lackingStatuses: ReadonlySet<number> = new Set([404, 405, 501]);

/** A provider that limits calls says so by the code of the envelope, by the status, or by both. */
export function busy(endpoint: Endpoint, message = ""): UpstreamRefused {
  return new UpstreamRefused({ call: endpoint.name, isOfRecord: false }, CODE_TOO_MANY, message);
}

/** The error of an envelope whose code is not that of success. */
export function refusalOf(
  endpoint: Endpoint,
  status: number,
  { code, message, data }: Envelope,
  isOfRecord: boolean,
): Error {
  if (code === CODE_FORBIDDEN) return new UpstreamForbidden(message);
  // With CODE_NOT_FOUND the missing thing may be the record of the given id instead of the call.
  if (lackingStatuses.has(code) && (code !== CODE_NOT_FOUND || (status === code && !isOfRecord)))
    return unavailable(endpoint, "lacking", `code ${code}, status ${status}`);
  if (isAccountStateCode(code)) {
    const { minutes } = (data ?? {}) as { minutes?: unknown };
    return new UpstreamAccountState(code, message, codeIn(minutes));
  }
  if (status === CODE_TOO_MANY) return busy(endpoint, message);
  if (code === HTTP_UNAUTHORIZED && endpoint.access !== "public")
    return new UpstreamAccountState(HTTP_UNAUTHORIZED, message);
  const faults = fieldFaults.safeParse(data);
  const fields = faults.success ? faults.data.fields : [];
  return new UpstreamRefused({ call: endpoint.name, isOfRecord }, code, message, fields, data);
}

/** A whole number that may be given as text. */
export function codeIn(sentCode: unknown): number | null {
  const code = typeof sentCode === "string" && /^\d{1,9}$/.test(sentCode) ? Number(sentCode) : sentCode;
  return typeof code === "number" && Number.isInteger(code) ? code : null;
}

/** Fields that name one record: its id, the secret of a link, a code of a report, the subject of a conversation. */
const RECORD_FIELD = /id$|token$|^(?:code|keep|b)$/i;

/** Whether the input names the record that the call is about. An id by which a list is only narrowed does not. */
export function isOfRecord({ request, response }: Endpoint, input: unknown): boolean {
  const isList = response instanceof z.ZodObject && "rows" in response.shape;
  const shape: Record<string, z.ZodType> = request instanceof z.ZodObject ? request.shape : {};
  const isNeeded = (name: string) => shape[name]?.safeParse(undefined).success !== true;
  return Object.entries((input ?? {}) as Record<string, unknown>).some(
    ([name, value]) =>
      RECORD_FIELD.test(name) &&
      value !== undefined &&
      value !== null &&
      value !== "" &&
      (!isList || isNeeded(name)),
  );
}
