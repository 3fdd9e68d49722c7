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
interface FetchOptions {
  method?: string;
  headers?: HeadersInit;
  body?: unknown;
  signal?: AbortSignal;
}

/** @param privateHosts hosts that the operator allows, inside the network and without TLS too */
export function isAllowedAddress(url: URL, privateHosts: readonly string[]): boolean {
  if (isPrivateHost(url, privateHosts)) return /^https?:$/.test(url.protocol);
  return url.protocol === "https:" && url.username === "" && url.password === "";
}

/**
 * A fetch for addresses that customers or staff name: only over TLS, only to addresses of the public internet, and connected to
 * the very address that was checked, so that a name cannot mean another one a moment later. It follows no redirects.
 * @param options without `isBodyWanted` the connection is cut after the head of the answer
 */
export function fetchOutside(
  privateHosts: readonly string[],
  { timeMs = TIME_MS, mostBytes = MOST_BYTES, isBodyWanted = true } = {},
) {
  return async (address: string | URL, init: FetchOptions = {}): Promise<Response> => {
    const url = new URL(address);
    const isPrivate = isPrivateHost(url, privateHosts);
    refuseAddress(url, privateHosts);
    const signal = AbortSignal.any([
      AbortSignal.timeout(timeMs),
      ...(init.signal instanceof AbortSignal ? [init.signal] : []),
    ]);
    const answer = await send(url, init, signal, isPrivate ? undefined : publicLookup);
    const status = answer.statusCode ?? 500;
    if (!isBodyWanted) answer.destroy();
    const body = isBodyWanted ? await bodyOf(answer, mostBytes) : null;
    const headers = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
      (values ?? []).map((value): [string, string] => [name, value]),
    );
    // A redirect would lead past the check, so it is no answer.
    if (status >= 300 && status < 400 && status !== 304) throw new OutboundError("redirect");
    const isBare = status === 204 || status === 304 || status < 200;
    return new Response(isBare ? null : body, { status: status < 200 ? 502 : status, headers });
  };
}

const isPrivateHost = ({ hostname, host }: URL, privateHosts: readonly string[]) =>
  privateHosts.includes(hostname) || privateHosts.includes(host);

/** Names are judged when they are looked up. @throws OutboundError */
function refuseAddress(url: URL, privateHosts: readonly string[]): void {
  const host = hostOf(url);
  const isHidden = !isPrivateHost(url, privateHosts) && isIP(host) !== 0 && !isPublic(host);
  if (isHidden || !isAllowedAddress(url, privateHosts)) throw new OutboundError("address");
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

/** What is given out of IPv6 is in 2000::/3; elsewhere are forms that hold an address of IPv4, such as ::127.0.0.1. */
const PUBLIC_V6 = ipaddr.IPv6.parseCIDR("2000::/3");

function isPublic(address: string): boolean {
  const read = ipaddr.process(address);
  if (read.range() !== "unicast") return false;
  return read.kind() === "ipv4" || (read as ipaddr.IPv6).match(PUBLIC_V6);
}

/**
 * What `fetchOutside` would make of an address now, without calling it. It is judged again at each call.
 * @returns `name`: nobody knows the host
 */
export async function judgeOutside(
  address: string,
  privateHosts: readonly string[],
): Promise<"ok" | "address" | "name"> {
  const url = URL.parse(address);
  if (!url || !isAllowedAddress(url, privateHosts)) return "address";
  if (isPrivateHost(url, privateHosts)) return "ok";
  const host = hostOf(url);
  if (isIP(host)) return isPublic(host) ? "ok" : "address";
  const addresses = await resolve(host, { all: true }).catch(() => []);
  if (addresses.length === 0) return "name";
  return addresses.every((each) => isPublic(each.address)) ? "ok" : "address";
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { all: true, verbatim: true }).then(
    (addresses) => {
      // One private address among several is enough: the connection could go to it.
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublic(address)))
        callback(new OutboundError("address"), "", 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    },
    (error) => callback(error, "", 0),
  );
};

function send(
  url: URL,
  { method = "GET", headers, body }: FetchOptions,
  signal: AbortSignal,
  lookup: LookupFunction | undefined,
): Promise<IncomingMessage> {
  const text = body === undefined || body === null ? null : String(body);
  const sentHeaders = Object.fromEntries(new Headers(headers));
  delete sentHeaders["accept-encoding"];
  if (text !== null) sentHeaders["content-length"] = String(Buffer.byteLength(text));
  return new Promise((done, fail) => {
    const request = url.protocol === "https:" ? requestTls : requestPlain;
    // Without an agent no connection outlives the call that it was checked for.
    const call = request(url, { method, headers: sentHeaders, signal, lookup, agent: false }, done);
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
