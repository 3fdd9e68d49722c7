import { claimWork, settleWork } from "#app/config/peers.server.ts";

/**
 * For providers without idempotency keys (`PROVIDER_IDEMPOTENT=off`): a repeated form (double click, reload,
 * or a script that lost the answer) gets the outcome of the first, whichever process of the portal takes it, as long
 * as that is remembered (`config/peer-outcomes.ts`).
 * @param work whose outcome JSON can hold
 * @param isOver false: the outcome is forgotten, so that it can be retried
 */
export async function once<T>(
  key: string,
  work: () => Promise<T>,
  isOver: (outcome: T) => boolean,
): Promise<T> {
  const claim = await claimWork(key);
  if (!claim.isFirst) {
    if ("error" in claim.end) throw claim.end.error;
    return claim.end.outcome as T;
  }
  try {
    const outcome = await work();
    settleWork(key, { outcome }, isOver(outcome));
    return outcome;
  } catch (error) {
    settleWork(key, { error }, false);
    throw error;
  }
}
