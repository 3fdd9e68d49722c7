import type { IncomingMessage } from "node:http";

/**
 * Discards what was not read of a request that is answered, as of an upload that is refused. Its bytes would otherwise block
 * the connection, and the next request over it would wait until it is cut.
 */
export function discardUnread(request: IncomingMessage): void {
  request.unpipe();
  request.removeAllListeners("data");
  request.resume();
}
