/** The token of a mailed link; null for anything that cannot be one. */
export function tokenIn(url: URL): string | null {
  const token = url.searchParams.get("token") ?? "";
  return /^[\w-]{8,200}$/.test(token) ? token : null;
}
