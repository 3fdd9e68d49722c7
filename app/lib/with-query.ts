/** Adds query parameters to a path; null and undefined are left out. */
export function withQuery(path: string, fields: Record<string, string | null | undefined>): string {
  const given = Object.entries(fields).filter(([, value]) => value);
  const search = new URLSearchParams(given as [string, string][]).toString();
  return search ? `${path}?${search}` : path;
}
