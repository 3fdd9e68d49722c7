import { appendFileSync, existsSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { once } from "#app/access/once.server.ts";
import { peerTopic } from "#app/config/peers.server.ts";
import { perMinute } from "#app/config/shared-limit.server.ts";
import { endConnections } from "#app/lib/end-connections.ts";

/** A small program for `launcher/portal-cluster.ts`, which has what the processes of a portal have in common. */

const heard: string[] = [];
let requestCount = 0;
const tell = peerTopic("test", (value: string) => heard.push(value));
const limit = perMinute("test", 3);

const answers: Record<string, (of: string) => Promise<unknown> | unknown> = {
  "/pid": () => process.pid,
  "/tell": (text) => tell(text),
  "/heard": () => heard,
  "/limit": (key) =>
    limit.consume(key).then(
      () => "passed",
      () => "refused",
    ),
  /** Work that leaves a line in the file, and ends when there is one beside it. */
  "/once": (file) => {
    requestCount++;
    const work = async () => {
      appendFileSync(file, "begun\n");
      while (!existsSync(`${file}.end`)) await sleep(20);
      return { doneBy: process.pid };
    };
    return once(file, work, () => true);
  },
  "/asked": () => requestCount,
};

const server = createServer(async ({ url = "" }, response) => {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const answer = Promise.resolve(answers[pathname]?.(searchParams.get("of") ?? ""));
  response.end(JSON.stringify((await answer.catch((error) => ({ error: error.message }))) ?? null));
});
// Each connection leads to the same process for as long as a test takes.
server.keepAliveTimeout = 600_000;
server.listen(Number(process.env.PORT), "127.0.0.1");
process.once("SIGTERM", () => {
  server.close();
  endConnections(server, 60_000);
});
