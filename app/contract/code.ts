/** Body codes of the envelope (product 8.1). */
export const CODE_SUCCESS = 200;
export const CODE_FORBIDDEN = 403;
/** Refusals of one call: the message is shown and the form stays. All are below 8000. */
export const CODE_INVALID = 400;
export const CODE_NOT_FOUND = 404;
export const CODE_CONFLICT = 409;
export const CODE_TOO_MANY = 429;
export const CODE_FAILURE = 500;
/** Wrong user name or password; the sign-in page keeps the name. */
export const CODE_SIGN_IN_REFUSED = 1001;
/** The reset link is unknown, used or expired. */
export const CODE_RESET_LINK_INVALID = 1101;
/** The reset link is valid but its address belongs to no account any more (product 5.2). */
export const CODE_EMAIL_NOT_ATTACHED = 1102;
/** The present password given with a change is wrong. */
export const CODE_PASSWORD_WRONG = 1103;
/** The new password is too simple to be saved. */
export const CODE_PASSWORD_TOO_SIMPLE = 1104;

/** The sign-in is right so far: `data.challenge` goes on to `auth.secondFactor`. */
export const CODE_SECOND_FACTOR = 1105;
/** The call takes a fresh proof of who calls: `portalUser.prove`. */
export const CODE_PROOF_NEEDED = 1106;
/** The one-time code is wrong, used or old. */
export const CODE_FACTOR_WRONG = 1107;
/** The company requires a second factor, which the caller has to set up first. */
export const CODE_FACTOR_DUE = 1108;
/** The caller only sees the portal as somebody else does (`desk.seeAs`), and asks for more than that. */
export const CODE_SEEN_ONLY = 1109;

/** Above this a code is an account state: the relogin alert is shown (product 4.4, 8.3). */
const ACCOUNT_STATE_FLOOR = 8000;

/** Account states (product 4.5): code to the key of its title and text in both languages. */
export const accountStates = {
  8001: "notLoggedIn",
  8002: "sessionExpired",
  8003: "awaitingConfirmation",
  8004: "awaitingApproval",
  8005: "locked",
  8006: "disabled",
  8007: "passwordExpired",
} as const;
export type AccountStateCode = keyof typeof accountStates;
export type AccountState = (typeof accountStates)[AccountStateCode];

export const CODE_NOT_LOGGED_IN = 8001;
export const CODE_SESSION_EXPIRED = 8002;
export const CODE_AWAITING_CONFIRMATION = 8003;
export const CODE_AWAITING_APPROVAL = 8004;
/** `data.minutes` is the remaining time. */
export const CODE_LOCKED = 8005;
export const CODE_DISABLED = 8006;

/** Whether the code is an account state, which ends the session, and not the refusal of one call. */
export function isAccountStateCode(code: number): boolean {
  return code > ACCOUNT_STATE_FLOOR;
}

/** The name of an account state; an unknown code counts as "not logged in". */
export function accountStateOf(code: number): AccountState {
  return accountStates[code as AccountStateCode] ?? "notLoggedIn";
}
