import type { z } from "zod";
import { trouble } from "#app/access/answer.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { CODE_EMAIL_NOT_ATTACHED, CODE_RESET_LINK_INVALID } from "#app/contract/code.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";

const TOKEN_MAX = 200;

/** The token of a link in a mail; null where the address has none that could be one. */
export function tokenIn(url: URL): string | null {
  const token = url.searchParams.get("token") ?? "";
  return token && token.length <= TOKEN_MAX ? token : null;
}

/**
 * Reads what a link in a mail is for, by a call that changes nothing: programs open links too, so only the form of its
 * page uses it. `fault` is why it cannot be used.
 */
export async function readLink<Res extends z.ZodType>(
  visit: Visit,
  url: URL,
  validate: Endpoint<z.ZodType<unknown, { token: string }>, Res>,
): Promise<{ token: string; about: z.output<Res> } | { fault: "unusable" | "notAttached" }> {
  const token = tokenIn(url);
  if (!token) return { fault: "unusable" };
  const result = await visit.readOrRefusal(validate, { token });
  if (result.isDone) return { token, about: result.data };
  if (result.fault.code === CODE_EMAIL_NOT_ATTACHED) return { fault: "notAttached" };
  if (result.fault.code === CODE_RESET_LINK_INVALID) return { fault: "unusable" };
  throw trouble({ kind: "refused", message: result.fault.message }, 502);
}
