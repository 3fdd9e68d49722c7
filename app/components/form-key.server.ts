import { redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";

/**
 * A form that makes something new carries its key in its address, so that the way back to it, and a second submit,
 * meet what it has made.
 */
const A_KEY = /^[\w-]{8,100}$/;

/** What a form has made before. */
export interface MadeBefore {
  id: string;
  name: string;
}

/** The key in the address; without one the address with a key is gone to, but for a page that answers a posted form. */
export async function formKeyIn(visit: Visit, url: URL): Promise<string> {
  const key = postedFormKey(url.searchParams);
  if (key) return key;
  if (await visit.typed()) return freshKey(visit);
  const keyed = new URLSearchParams(url.searchParams);
  keyed.set("key", freshKey(visit));
  throw redirect(`${url.pathname}?${keyed}`);
}

/** Of a posted form, whose address may have been typed by hand. */
export function postedFormKey(search: URLSearchParams): string | null {
  const key = search.get("key") ?? "";
  return A_KEY.test(key) ? key : null;
}

/** Names an open form: two windows of one address are two. */
export function freshKey(visit: Visit): string {
  return visit.requestId().split(".")[0] ?? "";
}
