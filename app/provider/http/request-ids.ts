import type { IncomingMessage } from "node:http";
import { compile } from "@fastify/proxy-addr";
import { freshId } from "#app/lib/fresh-id.ts";
import { REQUEST_ID_HEADER, readTraceParent, TRACE_PARENT_HEADER } from "#app/lib/request-id.ts";

/** Fits into the name that the database shows of a session, and is part of its statements. */
const GIVEN_ID = /^[\w.:-]{1,50}$/;

/**
 * Which id a request has: that of the portal (its trace), or the one that another trusted program gave, or a fresh one.
 * Whoever is not trusted with the address of a client is not with an id either.
 */
export function requestIds(trusted: string[]): (request: IncomingMessage) => string {
  const isTrusted = compile(trusted);
  return ({ headers, socket }) => {
    if (!isTrusted(socket.remoteAddress ?? "", 0)) return freshId();
    const sentId = headers[REQUEST_ID_HEADER];
    return (
      readTraceParent(headers[TRACE_PARENT_HEADER])?.requestId ??
      (typeof sentId === "string" && GIVEN_ID.test(sentId) ? sentId : freshId())
    );
  };
}
