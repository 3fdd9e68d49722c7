import { env } from "#app/config/env.server.ts";
import { type ClockChoice, clockChoices } from "#app/contract/user.ts";
import type { Session } from "./session.server.ts";

const MAX_AGE_S = 365 * 24 * 60 * 60;

/** The time zone setting stored in this browser, if it is the same person's. */
export function rememberedClock(request: Request, { ownerMark }: Session): ClockChoice | null {
  const cookies = request.headers.get("cookie") ?? "";
  const [, choice, owner] = /(?:^|;\s*)clock=(\w+)\.([\w-]*)(?:;|$)/.exec(cookies) ?? [];
  return owner === ownerMark ? (clockChoices.find((known) => known === choice) ?? null) : null;
}

/**
 * The Set-Cookie value that stores the setting: for visitors, and for users whose provider does not store it.
 */
export function rememberClock(choice: ClockChoice, { ownerMark }: Session): string {
  const parts = [
    `clock=${choice}.${ownerMark}`,
    "Path=/",
    `Max-Age=${MAX_AGE_S}`,
    "SameSite=Lax",
    "HttpOnly",
  ];
  return (env.isBehindTls ? [...parts, "Secure"] : parts).join("; ");
}
