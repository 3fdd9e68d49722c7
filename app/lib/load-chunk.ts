const AGAIN_AFTER_MS = 2_000;

/** A part of the scripts that comes later. One that is lost on the way is tried again once; then null. */
export function loadChunk<T>(load: () => Promise<T>): Promise<T | null> {
  const again = () => new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS)).then(load);
  return load()
    .catch(again)
    .catch(() => null);
}
