import type { MessageKey } from "../texts/message.ts";

/**
 * Ends a call with a body code other than 200; the message is looked up in the caller's language. What a write has done
 * is undone, and its idempotency key is free again.
 */
export class Refusal extends Error {
  readonly code: number;
  readonly messageKey: MessageKey;
  readonly values: Record<string, string | number>;
  readonly data: unknown;
  /** What the write has done so far stays all the same: a counted failure must outlive the refusal that it led to. */
  readonly keepsChanges: boolean;
  /** The HTTP status, for calls of programs that look at nothing else; 200 unless the code has one of its own. */
  readonly status: number | undefined;
  constructor(
    code: number,
    messageKey: MessageKey,
    options: {
      values?: Record<string, string | number>;
      data?: unknown;
      keepsChanges?: boolean;
      status?: number;
    } = {},
  ) {
    super(messageKey);
    this.code = code;
    this.messageKey = messageKey;
    this.values = options.values ?? {};
    this.data = options.data ?? null;
    this.keepsChanges = options.keepsChanges ?? false;
    this.status = options.status;
  }
}
