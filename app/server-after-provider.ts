import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * The portal of a start that makes the database meanwhile: all of it is loaded, and it listens as soon as the provider
 * does, so that nobody meets a portal without one. After that first time a portal that is started again does not wait.
 */
export * from "./server.ts";

const { API_URL, WAITS_FOR_PROVIDER } = process.env;
const { hostname, port } = new URL(API_URL ?? "");
while (WAITS_FOR_PROVIDER === "on" && !(await answers())) await sleep(50);

async function answers(): Promise<boolean> {
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
