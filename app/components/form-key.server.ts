import { redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";

/**
 * A form that creates something has a key in its URL, so that going back to it, or submitting it twice, finds
 * what it has created.
 */
const A_KEY = /^[\w-]{8,100}$/;

/** What a form has created. */
export interface MadeBefore {
  id: string;
  name: string;
}

/**
 * The key in the URL. Without one it redirects to a URL with a key, except for a page that answers a post.
 */
export async function formKeyIn(visit: Visit, url: URL): Promise<string> {
  const key = postedFormKey(url.searchParams);
  if (key) return key;
  if (await visit.typed()) return freshKey(visit);
  const keyed = new URLSearchParams(url.searchParams);
  keyed.set("key", freshKey(visit));
  throw redirect(`${url.pathname}?${keyed}`);
}

/** The key of a posted form, whose URL may have been typed by hand. */
export function postedFormKey(search: URLSearchParams): string | null {
  const key = search.get("key") ?? "";
  return A_KEY.test(key) ? key : null;
}

/** Identifies an open form: two windows with one URL are two forms. */
export function freshKey(visit: Visit): string {
  return visit.requestId().split(".")[0] ?? "";
}
