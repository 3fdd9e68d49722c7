import { env } from "#app/config/env.server.ts";
import { log } from "#app/config/log.server.ts";
import { peerTopic } from "#app/config/peers.server.ts";

/** After this time the call is tried again, because a provider may have been updated. */
const REMEMBERED_MS = 10 * 60_000;

/** Calls that the provider answered as unknown, with the time until which that is remembered. */
const lackingUntil = new Map<string, number>();

/** Told to all processes, or links would come and go with the one that makes the page. */
const tellPeers = peerTopic("lacking", ({ name, isLacking }: { name: string; isLacking: boolean }) => {
  if (isLacking) lackingUntil.set(name, Date.now() + REMEMBERED_MS);
  else lackingUntil.delete(name);
});

/** Whether the operator has listed the call in PROVIDER_LACKS: it is never made. */
export function isNamedLacking(name: string): boolean {
  return env.PROVIDER_LACKS.includes(name);
}

/** Whether the provider lacks the call: by the operator's setting, or by a recent answer. */
export function isLacking(name: string): boolean {
  return isNamedLacking(name) || (lackingUntil.get(name) ?? 0) > Date.now();
}

export function noteLacking(name: string): void {
  if (isNamedLacking(name)) return;
  if (!isLacking(name)) {
    log.warn(
      { call: name },
      "The provider does not have this call: screens that need it are hidden for 10 minutes",
    );
    tellPeers({ name, isLacking: true });
  }
  lackingUntil.set(name, Date.now() + REMEMBERED_MS);
}

/** Forgets that a call was lacking, because it has answered. */
export function forgetLacking(name: string): void {
  if (lackingUntil.size > 0 && lackingUntil.delete(name)) tellPeers({ name, isLacking: false });
}
