import * as registration from "#app/contract/registration.ts";
import type { Needs } from "../call/needs.ts";
import { handle, handlePublic, type Route } from "../call/route.ts";
import { register } from "./ask.ts";
import { registerConfirm, registerValidate } from "./confirm.ts";
import { decideRegistration, listRegistrations } from "./decide.ts";

const decide = { reach: "act", desk: true } as const satisfies Needs;

/** Accounts for new companies (product 2.1): asked for by anybody, decided by the forwarder's desk. */
export const registrationRoutes: Route[] = [
  // Longer than a password is hashed, so that the duration does not tell whether the address has an account.
  handlePublic(registration.register, register, { callsPerMinute: 10, answersAfterMs: 400 }),
  handlePublic(registration.registerValidate, registerValidate, { callsPerMinute: 30 }),
  handlePublic(registration.registerConfirm, registerConfirm, { callsPerMinute: 30 }),
  handle(registration.registrationList, decide, (input, { db }) => listRegistrations(input, db)),
  handle(registration.registrationDecide, decide, (input, context) =>
    decideRegistration(input, context.caller.userName, context),
  ),
];
