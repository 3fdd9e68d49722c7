const lastOf = new Map<string, Promise<unknown>>();

/**
 * Runs work of the same name one after another within this process. Others of the name wait without holding a database
 * connection, so that a crowd of them cannot take the whole pool; between processes a row lock does the same.
 */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = lastOf.get(name);
  const mine = (async () => {
    await before?.catch(() => {});
    return work();
  })();
  lastOf.set(name, mine);
  try {
    return await mine;
  } finally {
    if (lastOf.get(name) === mine) lastOf.delete(name);
  }
}

/** All places are taken and too many wait for one. */
export class CrowdedError extends Error {}

/** Lets so much work run at once, and so much wait; @throws CrowdedError to what comes beyond that. */
export function limitTo(places: number, waitingPlaces: number) {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (taken < places) taken++;
    else if (waiting.length >= waitingPlaces) throw new CrowdedError();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else taken--;
    }
  };
}
