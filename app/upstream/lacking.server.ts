import { env } from "#app/config/env.server.ts";
import { log } from "#app/config/log.server.ts";

/** A provider that is being mended may have the call again. */
const REMEMBERED_MS = 10 * 60_000;

/** Calls that the provider has answered as one that does not have them, and until when that is remembered. */
const learned = new Map<string, number>();

/** Whether the operator has said that the provider lacks the call: it is not made. */
export function isNamedLacking(name: string): boolean {
  return env.PROVIDER_LACKS.includes(name);
}

/** Whether the provider lacks the call, as far as is known: said by the operator, or by the provider not long ago. */
export function isLacking(name: string): boolean {
  return isNamedLacking(name) || (learned.get(name) ?? 0) > Date.now();
}

export function noteLacking(name: string): void {
  if (isNamedLacking(name)) return;
  if (!isLacking(name))
    log.warn({ call: name }, "The provider does not have this call: what needs it is hidden for 10 minutes");
  learned.set(name, Date.now() + REMEMBERED_MS);
}

/** It has answered: it is there. */
export function forgetLacking(name: string): void {
  if (learned.size > 0) learned.delete(name);
}
