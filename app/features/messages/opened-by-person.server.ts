/**
 * Whether a person opens the page with this request. A browser that fetches ahead has shown nobody anything, another site
 * must not change what is unread without a click, and what a script fetches it may fetch for a tab that nobody looks
 * at: the script marks by itself.
 */
export function isOpenedByPerson({ method, url, headers }: Request): boolean {
  if (method !== "GET" || new URL(url).pathname.endsWith(".data")) return false;
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? headers.get("x-moz") ?? "";
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  const destination = headers.get("sec-fetch-dest");
  if (destination !== null && destination !== "document") return false;
  return headers.get("sec-fetch-site") !== "cross-site" || headers.get("sec-fetch-user") === "?1";
}
