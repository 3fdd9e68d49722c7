import { lookup as resolve } from "node:dns/promises";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

const TIME_MS = 8_000;
const MOST_BYTES = 512 * 1024;

/** The address is none that the provider may call, or its answer none that is taken. */
export class OutboundError extends Error {
  readonly reason: "address" | "redirect" | "size";
  constructor(reason: OutboundError["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/** What is asked: a part of what `fetch` takes, as openid-client and jose hand it over. */
interface Asked {
  method?: string;
  headers?: HeadersInit;
  body?: unknown;
  signal?: AbortSignal;
}

/** @param privateHosts hosts that the operator allows, inside the network and without TLS too */
export function isAllowedAddress(url: URL, privateHosts: readonly string[]): boolean {
  if (privateHosts.includes(url.hostname) || privateHosts.includes(url.host))
    return /^https?:$/.test(url.protocol);
  return url.protocol === "https:" && url.username === "" && url.password === "";
}

/**
 * A fetch for addresses that customers or staff name: only over TLS, only to addresses of the public internet, and connected to
 * the very address that was checked, so that a name cannot mean another one a moment later. It follows no redirects.
 */
export function fetchOutside(
  privateHosts: readonly string[],
  { timeMs = TIME_MS, mostBytes = MOST_BYTES } = {},
) {
  return async (address: string | URL, asked: Asked = {}): Promise<Response> => {
    const url = new URL(address);
    if (!isAllowedAddress(url, privateHosts)) throw new OutboundError("address");
    const isPrivate = privateHosts.includes(url.hostname) || privateHosts.includes(url.host);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (!isPrivate && isIP(host) && !isPublic(host)) throw new OutboundError("address");
    const signal = AbortSignal.any([
      AbortSignal.timeout(timeMs),
      ...(asked.signal instanceof AbortSignal ? [asked.signal] : []),
    ]);
    const answer = await send(url, asked, signal, isPrivate ? undefined : publicLookup);
    const status = answer.statusCode ?? 500;
    const body = await bodyOf(answer, mostBytes);
    const headers = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
      (values ?? []).map((value): [string, string] => [name, value]),
    );
    // A redirect would lead past the check, so it is no answer.
    if (status >= 300 && status < 400 && status !== 304) throw new OutboundError("redirect");
    const isBare = status === 204 || status === 304 || status < 200;
    return new Response(isBare ? null : body, { status: status < 200 ? 502 : status, headers });
  };
}

function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === "unicast";
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { all: true, verbatim: true }).then(
    (found) => {
      // One private address among several is enough: the connection could go to it.
      const [first] = found;
      if (!first || !found.every(({ address }) => isPublic(address)))
        callback(new OutboundError("address"), "", 0);
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    },
    (error) => callback(error, "", 0),
  );
};

function send(
  url: URL,
  { method = "GET", headers, body }: Asked,
  signal: AbortSignal,
  lookup: LookupFunction | undefined,
): Promise<IncomingMessage> {
  const text = body === undefined || body === null ? null : String(body);
  const given = Object.fromEntries(new Headers(headers));
  delete given["accept-encoding"];
  if (text !== null) given["content-length"] = String(Buffer.byteLength(text));
  return new Promise((done, fail) => {
    const request = url.protocol === "https:" ? requestTls : requestPlain;
    // Without an agent no connection outlives the call that it was checked for.
    const call = request(url, { method, headers: given, signal, lookup, agent: false }, done);
    call.on("error", fail);
    call.end(text ?? undefined);
  });
}

async function bodyOf(answer: IncomingMessage, mostBytes: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer) {
    bytes += part.length;
    if (bytes > mostBytes) {
      answer.destroy();
      throw new OutboundError("size");
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
