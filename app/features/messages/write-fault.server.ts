import type { WriteFault } from "#app/access/write-fault.server.ts";
import { CODE_CONFLICT, CODE_FORBIDDEN, CODE_TOO_MANY } from "#app/contract/code.ts";

/** Distinguishes faults that a script retries (429, 503) from those that it must not repeat. */
export function statusOf({ kind, code }: WriteFault): number {
  if (kind === "unavailable") return 503;
  return code === CODE_CONFLICT || code === CODE_FORBIDDEN || code === CODE_TOO_MANY ? code : 400;
}

/** The provider's text about a field, or about the whole. */
export const faultText = ({ fields, message }: WriteFault): string => fields[0]?.message ?? message;
