import type { ActionFunctionArgs } from "react-router";
import { href } from "react-router";
import { type Needs, requireUser, type SignedIn } from "#app/access/guard.server.ts";
import { isTrouble } from "#app/access/trouble.ts";
import { CODE_FORBIDDEN } from "#app/contract/code.ts";
import { messageNeeds } from "./permission.ts";

/**
 * For URLs that a script reads: the page's guard, with JSON answers. An ended session, or one of another
 * person than the page's, is 401 with its `state`; a missing right is 403; a provider that does not answer is
 * 503. `fault` is in the person's language.
 */
export async function dataAnswer(
  args: Pick<ActionFunctionArgs, "context" | "url" | "request">,
  work: (signedIn: SignedIn) => Promise<Response>,
  needs: Needs = messageNeeds,
): Promise<Response> {
  try {
    return await work(await requireUser(args, needs));
  } catch (error) {
    const answer = answerOf(error);
    if (!answer) throw error;
    return answer;
  }
}

export const faultAnswer = (fault: string, status: number): Response => Response.json({ fault }, { status });

function answerOf(error: unknown): Response | null {
  if (error instanceof Response) {
    const to = error.headers.get("location") ?? "";
    return faultAnswer("", to.startsWith(href("/home")) ? 401 : 403);
  }
  const { data, init } = error as { data?: unknown; init?: { status?: number } | null };
  if (!isTrouble(data)) return null;
  if (data.kind === "accountState") return Response.json({ fault: "", state: data.state }, { status: 401 });
  if (data.kind !== "refused") return faultAnswer("", 503);
  const status = init?.status ?? 400;
  return faultAnswer(data.message, status === 503 || status === CODE_FORBIDDEN ? status : 400);
}
