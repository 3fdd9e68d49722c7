import pLimit, { type LimitFunction } from "p-limit";

const turns = new Map<string, LimitFunction>();

/**
 * Runs work of the same name one after another within this process. Others of the name wait without holding a database
 * connection, so that a crowd of them cannot take the whole pool; between processes a row lock does the same.
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

/** All places are taken and too many wait for one. */
export class CrowdedError extends Error {}

/** Lets so much work run at once, and so much wait; @throws CrowdedError to what comes beyond that. */
export function limitTo(places: number, waitingPlaces: number) {
  const limit = pLimit(places);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= places + waitingPlaces) throw new CrowdedError();
    return limit(work);
  };
}
