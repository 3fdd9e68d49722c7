import { href } from "react-router";
import { pageOwnerHeaders } from "#app/access/page-owner.ts";
import { withQuery } from "#app/lib/with-query.ts";

/** Names of the provinces of a country as typed; null without an answer, since they are suggestions only. */
export async function lookUpRegions(country: string, signal: AbortSignal): Promise<string[] | null> {
  try {
    const address = withQuery(href("/account/addressRegions"), { country });
    const answer = await fetch(address, { headers: pageOwnerHeaders(), signal });
    return answer.ok ? ((await answer.json()) as { names: string[] }).names : null;
  } catch {
    return null;
  }
}
