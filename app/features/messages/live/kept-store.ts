/** Storage for what must survive the page: `localStorage`, if it is available and has space. */
export interface KeptStore {
  keys(): string[];
  get(key: string): string | null;
  set(key: string, value: string): void;
  delete(key: string): void;
}

/** What the browser does not store (full, forbidden) is kept in memory while the page is open. */
export function keptStore(storage: Storage | undefined): KeptStore {
  const memory = new Map<string, string>();
  const attempt = <T>(work: (given: Storage) => T, otherwise: T): T => {
    try {
      return storage ? work(storage) : otherwise;
    } catch {
      return otherwise;
    }
  };
  return {
    keys: () => [
      ...new Set([
        ...attempt((given) => Array.from({ length: given.length }, (_, at) => given.key(at) ?? ""), []),
        ...memory.keys(),
      ]),
    ],
    get: (key) => memory.get(key) ?? attempt((given) => given.getItem(key), null),
    set(key, value) {
      const isKept = attempt((given) => {
        given.setItem(key, value);
        return true;
      }, false);
      if (isKept) memory.delete(key);
      else memory.set(key, value);
    },
    delete(key) {
      memory.delete(key);
      attempt((given) => given.removeItem(key), undefined);
    },
  };
}

/** The browser's storage; where even access to `localStorage` is forbidden, one in memory. */
export function browserStore(): KeptStore {
  try {
    return keptStore(window.localStorage);
  } catch {
    return keptStore(undefined);
  }
}
