import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { vi } from "vitest";
import type { TestProvider } from "./provider.ts";

/** Another provider on the same database. Its modules are its own, so that it shares no memory with the first, as in another process. */
export async function secondProvider(provider: TestProvider): Promise<FastifyInstance> {
  vi.resetModules();
  const { createServer } = await import("#app/provider/http/server.ts");
  return createServer({
    secretKeys: ["a key of the tests only and of nothing else"],
    database: provider.db,
    target: provider.database.connection,
    files: provider.files,
    config: {
      publicUrl: "https://portal.example.com",
      isRateLimited: false,
      trustedProxies: [],
      socketOrigins: { listed: [], isOwnHostEnough: true },
    },
    log: pino({ level: "silent" }),
  });
}
