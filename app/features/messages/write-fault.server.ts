import type { WriteFault } from "#app/access/write-fault.server.ts";
import { CODE_CONFLICT, CODE_TOO_MANY } from "#app/contract/code.ts";

/** What a script waits and tries again after (429, 503) is told from what it must not repeat. */
export function statusOf({ kind, code }: WriteFault): number {
  if (kind === "unavailable") return 503;
  return code === CODE_CONFLICT || code === CODE_TOO_MANY ? code : 400;
}

/** Why it was not done: what the provider says of a field, or of the whole. */
export const faultText = ({ fields, message }: WriteFault): string => fields[0]?.message ?? message;
