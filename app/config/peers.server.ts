import cluster from "node:cluster";
import type { FromRelay, ToRelay } from "./peer-message.ts";
import { type Claim, type End, Outcomes } from "./peer-outcomes.ts";

/**
 * What the processes of one portal (`PORTAL_PROCESSES`) know in common. A portal of one process is no worker of a
 * cluster: nothing is sent then, and claims are its own.
 */
const { worker } = cluster;

const topics = new Map<string, (value: never) => void>();
const waiting = new Map<number, (claim: Claim) => void>();
const own = new Outcomes<null>();
let lastId = 0;

function send(message: ToRelay): void {
  if (worker?.isConnected()) worker.send(message);
}

worker?.on("message", (message: FromRelay) => {
  if (message?.peers === "tell") topics.get(message.topic)?.(message.value as never);
  if (message?.peers !== "claimed") return;
  const { id, claim } = message;
  if (!claim.isFirst && "error" in claim.end) claim.end.error = new Error(String(claim.end.error));
  waiting.get(id)?.(claim);
  waiting.delete(id);
});

/**
 * Something that one process learns and all shall know.
 * @param take is called in the others
 * @returns tells them a value that JSON can hold
 */
export function peerTopic<Value>(topic: string, take: (value: Value) => void): (value: Value) => void {
  topics.set(topic, take);
  return (value) => send({ peers: "tell", topic, value });
}

/** `Outcomes.claim`, over all processes. */
export async function claimWork(key: string): Promise<Claim> {
  if (!worker) return own.claim(key, null);
  lastId++;
  return new Promise((resolve) => {
    waiting.set(lastId, resolve);
    send({ peers: "claim", id: lastId, key });
  });
}

/** `Outcomes.settle`, over all processes: the outcome has to be one that JSON can hold. */
export function settleWork(key: string, end: End, isKept: boolean): void {
  if (!worker) own.settle(key, end, isKept);
  else send({ peers: "settle", key, end: "error" in end ? { error: String(end.error) } : end, isKept });
}
