import type { Server } from "node:http";

/**
 * For a server that is being closed: ends each connection as its last answer is sent, since one that is kept alive would
 * hold the end up, and after `limitMs` cuts all that are left.
 */
export function endConnections(server: Server, limitMs: number): void {
  const ending = setInterval(() => server.closeIdleConnections(), 50).unref();
  const limit = setTimeout(() => server.closeAllConnections(), limitMs).unref();
  server.once("close", () => {
    clearInterval(ending);
    clearTimeout(limit);
  });
}
