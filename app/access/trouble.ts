import type { AccountState } from "#app/contract/code.ts";
import type { UnavailableReason } from "#app/upstream/error.ts";

/** Why the session that a page asks under is not its own any more; another person's is the portal's to notice. */
export type SessionFault = AccountState | "otherPerson";

export type TypedField = [name: string, value: string];

/** What a boundary is told: the cases of the error catalogue (product 8) that take a page. */
export type Trouble =
  /** `words`: the provider's, where its code is one that nobody knows. */
  (
    | { kind: "accountState"; state: SessionFault; minutes: number | null; words?: string | null }
    /** `call`: its name in the contract, where the provider has to be mended. */
    | { kind: "unavailable"; reason: UnavailableReason; call?: string }
    /** `message`: the provider's words; empty when it gave none. */
    | { kind: "refused"; message: string }
    /** More from one address than is answered. */
    | { kind: "tooMany"; seconds: number }
    /** 'getInfo: roles must be a non-null array!' (product 5.8). */
    | { kind: "rolesMissing" }
  ) & {
    /** The fields of the form that could not be handled, to be sent again; passwords are left out. None: files, that are gone. */
    typed?: TypedField[];
    /** What to know before it is sent again, where that may do it twice. */
    typedNote?: string;
  };

/** Whether what a boundary was given is one of ours, or something thrown by others. */
export function isTrouble(value: unknown): value is Trouble {
  return typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string";
}
