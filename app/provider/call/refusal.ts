import type { MessageKey } from "../texts/message.ts";

/**
 * Ends a call with a body code other than 200; the text is looked up in the caller's language. The
 * transaction of a write is rolled back, and its idempotency key can be used again.
 */
export class Refusal extends Error {
  readonly code: number;
  readonly messageKey: MessageKey;
  readonly values: Record<string, string | number>;
  readonly data: unknown;
  /** Commits what the call has written so far: a failed sign-in is counted although the call is refused. */
  readonly keepsChanges: boolean;
  /** HTTP status for clients that look at nothing else. Without it, 200 unless the code implies a status. */
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
