const AGAIN_AFTER_MS = 2_000;

/** Loads a script chunk. A failed load is retried once; then null. */
export function loadChunk<T>(load: () => Promise<T>): Promise<T | null> {
  const again = () => new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS)).then(load);
  return load()
    .catch(again)
    .catch(() => null);
}
