import type { AccountState } from "#app/contract/code.ts";
import type { UnavailableReason } from "#app/upstream/error.ts";

/** Why a page's session has ended; 'otherPerson' is detected by the portal itself. */
export type SessionFault = AccountState | "otherPerson";

export type TypedField = [name: string, value: string];

/** Data of an error boundary: the cases of the error catalogue (product 8) that replace a page. */
export type Trouble =
  /** `words`: the provider's text, for an unknown code. */
  (
    | { kind: "accountState"; state: SessionFault; minutes: number | null; words?: string | null }
    /** `call`: name of the call in the contract, when the provider has to be fixed. */
    | { kind: "unavailable"; reason: UnavailableReason; call?: string }
    /** `message`: the provider's text; may be empty. */
    | { kind: "refused"; message: string }
    /** The provider limits calls. `seconds`: until it takes them again, if it said so; `message` may be empty. */
    | { kind: "busy"; message: string; seconds: number | null }
    /** The rate limit of an address was exceeded. */
    | { kind: "tooMany"; seconds: number }
    /** 'getInfo: roles must be a non-null array!' (product 5.8). */
    | { kind: "rolesMissing" }
    /** A fault of the portal itself, which is logged. */
    | { kind: "unknown" }
  ) & {
    /**
     * Fields of the posted form, to be sent again; without passwords. Absent when there are only files, which
     * are lost.
     */
    typed?: TypedField[];
    /** The start of the request's id, by which the log tells what happened. */
    requestId?: string;
    /** Shown before sending again, if that may do it twice. */
    typedNote?: string;
  };

/** Whether a boundary's error is one of ours. */
export function isTrouble(value: unknown): value is Trouble {
  return typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string";
}
