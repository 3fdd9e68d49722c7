import type { CarrierBookingProblem } from "#app/contract/booking-carrier.ts";
import { retryAfterSeconds } from "#app/lib/retry-after.ts";
import type { Outside } from "../config.ts";
import { fetchOutside, OutboundError } from "../outside/fetch-outside.ts";

/** Longer than carriers' gateways wait for the systems behind them. */
export const ASK_MS = 20_000;
const BYTES_MAX = 256 * 1024;
const ANSWER_MAX = 1_000;
const REFERENCE_MAX = 100;
const RETRY_AFTER_MAX_S = 3_600;
/** The carrier's server says itself that it did not get to it. */
const BUSY = [408, 425, 429];

/** What came of a try. Without `problem` the carrier has the booking; `isOver` when another try makes no sense. */
export interface CarrierAnswer {
  problem: CarrierBookingProblem | null;
  isOver: boolean;
  httpStatus: number | null;
  /** What it said, in its words. */
  text: string | null;
  reference: string | null;
  retryAfterMs: number;
}

const NOTHING = { httpStatus: null, text: null, reference: null, retryAfterMs: 0 };

/** Hands a booking to a carrier; the key is the same in each try of one booking. */
export async function askCarrier(
  { message, key, timeMs = ASK_MS }: { message: string; key: string; timeMs?: number },
  { address, secret }: { address: string; secret: string | null },
  { privateHosts }: Outside,
): Promise<CarrierAnswer> {
  try {
    const answer = await fetchOutside(privateHosts, { timeMs, mostBytes: BYTES_MAX })(address, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "api-version": "2",
        "idempotency-key": key,
        ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
      },
      body: message,
    });
    return answered(answer, await answer.text());
  } catch (error) {
    if (error instanceof OutboundError) {
      const reasons = { address: "ADDRESS", redirect: "REDIRECT", size: "SIZE" } as const;
      return { ...NOTHING, problem: reasons[error.reason], isOver: true };
    }
    const isLate = ((error as Error).cause as Error | undefined)?.name === "TimeoutError";
    return { ...NOTHING, problem: isLate ? "TIMEOUT" : "UNREACHABLE", isOver: false };
  }
}

function answered({ status, headers }: Response, body: string): CarrierAnswer {
  const answer = objectOf(body);
  const named = answer.carrierBookingRequestReference ?? answer.carrierBookingReference;
  const reference = typeof named === "string" && named !== "" ? named.slice(0, REFERENCE_MAX) : null;
  const carrierAnswer = { ...NOTHING, httpStatus: status, reference };
  if (status < 300) return { ...carrierAnswer, problem: null, isOver: true };
  // It has the booking from a try whose answer was lost.
  if (status === 409 && reference !== null) return { ...carrierAnswer, problem: null, isOver: true };
  const text = storedText(wordsOf(answer) || body) || null;
  if (status < 500 && !BUSY.includes(status))
    return { ...carrierAnswer, text, problem: "REFUSED", isOver: true };
  const seconds = retryAfterSeconds(headers.get("retry-after")) ?? 0;
  const retryAfterMs = Math.min(seconds, RETRY_AFTER_MAX_S) * 1_000;
  return { ...carrierAnswer, text, problem: "BUSY", isOver: false, retryAfterMs };
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The faults of an error answer of the standard: which field, and what is wrong with it. */
function wordsOf({ errors, providerCorrelationReference: _, ...rest }: Record<string, unknown>): string {
  const lines = (Array.isArray(errors) ? errors : []).map((each) => {
    const { property, jsonPath, errorCodeText, errorCodeMessage } = objectOf(JSON.stringify(each ?? null));
    return [jsonPath ?? property, errorCodeText, errorCodeMessage]
      .filter((part) => typeof part === "string" && part !== "")
      .join(": ");
  });
  const problemText = lines.filter(Boolean).join("\n");
  return problemText || (typeof rest.message === "string" ? rest.message : "");
}

/** Without what a database or a page cannot hold. */
const storedText = (text: string) =>
  text
    .replace(/[^\P{C}\n]/gu, " ")
    .trim()
    .slice(0, ANSWER_MAX);
