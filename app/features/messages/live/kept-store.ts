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
  const attempt = <T>(work: (webStorage: Storage) => T, otherwise: T): T => {
    try {
      return storage ? work(storage) : otherwise;
    } catch {
      return otherwise;
    }
  };
  return {
    keys: () => [
      ...new Set([
        ...attempt(
          (webStorage) => Array.from({ length: webStorage.length }, (_, at) => webStorage.key(at) ?? ""),
          [],
        ),
        ...memory.keys(),
      ]),
    ],
    get: (key) => memory.get(key) ?? attempt((webStorage) => webStorage.getItem(key), null),
    set(key, value) {
      const isKept = attempt((webStorage) => {
        webStorage.setItem(key, value);
        return true;
      }, false);
      if (isKept) memory.delete(key);
      else memory.set(key, value);
    },
    delete(key) {
      memory.delete(key);
      attempt((webStorage) => webStorage.removeItem(key), undefined);
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
