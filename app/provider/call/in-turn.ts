import pLimit, { type LimitFunction } from "p-limit";
import { CODE_TOO_MANY } from "#app/contract/code.ts";
import { Refusal } from "./refusal.ts";

const turns = new Map<string, LimitFunction>();

/**
 * Runs tasks of the same name one after another within this process. Waiting tasks hold no database
 * connection, so that many of them cannot use up the pool. Between processes a row lock does the same.
 */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = turns.get(name) ?? pLimit(1);
  turns.set(name, turn);
  return turn(async () => {
    try {
      return await work();
    } finally {
      if (turn.pendingCount === 0) turns.delete(name);
    }
  });
}

const CROWDED_SECONDS = 10;

/** All slots are taken and the queue is full: a later try may succeed. */
export class CrowdedError extends Refusal {
  constructor() {
    super(CODE_TOO_MANY, "tooMany", { values: { seconds: CROWDED_SECONDS } });
  }
}

/** Makes a limiter: so many tasks run at once, and so many wait. @throws CrowdedError for any further task */
export function limitTo(slots: number, queueMax: number) {
  const limit = pLimit(slots);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= slots + queueMax) throw new CrowdedError();
    return limit(work);
  };
}
