import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Kysely, sql } from "kysely";
import type { DatabaseTarget } from "../db/connection.ts";
import type { Database } from "../db/schema.ts";
import { watchDatabase } from "../db/standing.ts";

const LIVE = "/health/live";
const READY = "/health/ready";
const DATABASE_CHECK_MS = 2_000;

export interface HealthOptions {
  database: Kysely<Database>;
  target: DatabaseTarget;
  /** Is aborted when the process is told to stop. */
  leaving: AbortSignal | undefined;
}

/** Whether the route is one that machines ask every second or so. */
export function isProbe(route: string | undefined): boolean {
  return route === LIVE || route === READY;
}

/**
 * Adds what load balancers and supervisors ask (app/decisions/running-the-product.md): `/health/live`, whether the
 * process answers, and `/health/ready`, whether calls shall be sent to it; and `/health`, which asks the database for
 * everybody. Bodies name no host and no error.
 */
export function addHealth(app: FastifyInstance, { database, target, leaving }: HealthOptions): void {
  const watch = watchDatabase(target);
  app.addHook("onClose", () => watch.close());
  app.get("/health", (request, reply) => answerHealth(database, request, reply));
  // A process that lags is alive, and would be killed for its load; ready it is not, since its calls are refused.
  app.get(LIVE, { config: { pressureHandler: () => undefined } }, async () => ({ status: "live" }));
  app.get(READY, { config: { pressureHandler: refuseForLoad } }, async (_request, reply) => {
    const standing = leaving?.aborted ? "stopping" : await watch.look();
    return reply.code(standing === "ready" ? 200 : 503).send({ status: standing });
  });
}

function refuseForLoad(_request: FastifyRequest, reply: FastifyReply) {
  reply.code(503);
  return { status: "overloaded" };
}

async function answerHealth(
  database: Kysely<Database>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const isReady = await Promise.race([
    sql`select 1`.execute(database).then(
      () => true,
      (error) => {
        request.log.warn({ err: error }, "The database does not answer");
        return false;
      },
    ),
    sleep(DATABASE_CHECK_MS, false, { ref: false }),
  ]);
  return reply.code(isReady ? 200 : 503).send({ status: isReady ? "ok" : "unavailable" });
}
