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
