/**
 * For providers without idempotency keys (`PROVIDER_IDEMPOTENT=off`): a repeated form (double click, reload,
 * or a script that lost the answer) gets the outcome of the first, as long as this process remembers it.
 */
const REMEMBERED_MS = 10 * 60_000;
const MOST = 5_000;

const outcomes = new Map<string, { at: number; outcome: Promise<unknown> }>();

/**
 * Runs the work once per key. An outcome for which `isOver` is false is forgotten, so that it can be retried.
 */
export function once<T>(key: string, work: () => Promise<T>, isOver: (outcome: T) => boolean): Promise<T> {
  const known = outcomes.get(key);
  if (known && Date.now() - known.at < REMEMBERED_MS) return known.outcome as Promise<T>;
  outcomes.delete(key);
  if (outcomes.size >= MOST) outcomes.delete(outcomes.keys().next().value as string);
  const outcome = work();
  outcomes.set(key, { at: Date.now(), outcome });
  const forget = () => {
    if (outcomes.get(key)?.outcome === outcome) outcomes.delete(key);
  };
  outcome.then((result) => isOver(result) || forget(), forget);
  return outcome;
}
