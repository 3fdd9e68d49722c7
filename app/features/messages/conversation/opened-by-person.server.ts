/**
 * Whether a person opens the page with this request, so that its messages count as read. Not for prefetching
 * browsers, which show nothing; not for requests from other sites without a click; and not for script
 * requests, which may be for a hidden tab: the script marks messages itself.
 */
export function isOpenedByPerson({ method, url, headers }: Request): boolean {
  if (method !== "GET" || new URL(url).pathname.endsWith(".data")) return false;
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? headers.get("x-moz") ?? "";
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  const destination = headers.get("sec-fetch-dest");
  if (destination !== null && destination !== "document") return false;
  return headers.get("sec-fetch-site") !== "cross-site" || headers.get("sec-fetch-user") === "?1";
}
