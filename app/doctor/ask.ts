import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { getCACertificates } from "node:tls";
import type { OtherClock } from "./machine.ts";

export interface HttpAnswer {
  status: number;
  /** At most 256 kB of it. */
  body: string;
  /** How far the header `Date`, which has whole seconds, is ahead, ms; undefined without one. */
  aheadMs: number | undefined;
}

const WITHIN_MS = 6_000;
const BODY_BYTES = 256 * 1024;

/** Authorities that browsers of this machine trust, an operator's own among them. */
export function trustedAuthorities(): string[] {
  return [...new Set([...getCACertificates("default"), ...getCACertificates("system")])];
}

/** Asks a server of the operator by GET. @throws the error of the connection */
export function ask(url: string): Promise<HttpAnswer> {
  const isSecure = url.startsWith("https:");
  const from = Date.now();
  return new Promise((resolve, reject) => {
    const take = (answer: IncomingMessage) => {
      const until = Date.now();
      let body = "";
      answer.setEncoding("utf8").on("data", (text: string) => {
        if (body.length < BODY_BYTES) body += text;
      });
      answer.once("error", reject).once("end", () => {
        // The header's second began up to one before it was written.
        const serverTime = Date.parse(answer.headers.date ?? "") + 500;
        const aheadMs = Number.isNaN(serverTime) ? undefined : serverTime - (from + until) / 2;
        resolve({ status: answer.statusCode ?? 0, body, aheadMs });
      });
    };
    const outgoing = isSecure
      ? secureRequest(url, { ca: trustedAuthorities(), agent: false }, take)
      : plainRequest(url, { agent: false }, take);
    outgoing.once("error", reject);
    const tooLate = Object.assign(new Error("no answer"), { code: "ETIMEDOUT" });
    outgoing.setTimeout(WITHIN_MS, () => outgoing.destroy(tooLate)).end();
  });
}

/** The clock of a server that was asked; null where it did not answer, or without a date. */
export async function clockOf(answer: Promise<HttpAnswer>, whose: string): Promise<OtherClock | null> {
  const { aheadMs } = await answer.catch(() => ({ aheadMs: undefined }));
  return aheadMs === undefined ? null : { whose, aheadMs };
}
