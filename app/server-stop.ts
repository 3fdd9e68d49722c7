import diagnostics from "node:diagnostics_channel";
import type { RequestListener, Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "#app/config/env.server.ts";
import { endConnections } from "#app/lib/end-connections.ts";

/**
 * How the portal's process stops (app/decisions/running-the-product.md). react-router-serve closes its server at
 * SIGTERM and SIGINT; here that close is put off while others are told to ask elsewhere, and has an end.
 */

let isStopping = false;

/** Whether the process was told to stop. */
export function isLeaving(): boolean {
  return isStopping;
}

/**
 * Calls back with the framework's server, once, when it listens. Node publishes that; the framework gives no other way to
 * its server.
 */
export function whenServing(take: (server: Server) => void): void {
  const { asyncEnd } = diagnostics.tracingChannel("net.server.listen");
  const onListening = (message: unknown) => {
    const { server } = message as { server: Server };
    // To find a free port it listens with servers that take no requests.
    if (server.listenerCount("request") === 0) return;
    asyncEnd.unsubscribe(onListening);
    take(server);
  };
  asyncEnd.subscribe(onListening);
}

/** Gives the server another listener for requests, which may pass them on to the one that it had. */
export function standBefore(server: Server, make: (behind: RequestListener) => RequestListener): void {
  const [behind] = server.listeners("request") as RequestListener[];
  if (!behind) return;
  server.removeListener("request", behind);
  server.on("request", make(behind));
}

/** Puts the server's close off by `DRAIN_SECONDS`, and gives what is under way then `STOP_SECONDS`. */
export function closeInTurn(server: Server): void {
  const close = server.close.bind(server);
  server.close = (done) => {
    if (isStopping) return server;
    isStopping = true;
    sleep(env.DRAIN_SECONDS * 1000).then(() => {
      close(done);
      endConnections(server, env.STOP_SECONDS * 1000);
    });
    return server;
  };
}
