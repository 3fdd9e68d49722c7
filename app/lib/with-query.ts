/** Adds query parameters to a path; null and undefined are left out. */
export function withQuery(path: string, fields: Record<string, string | null | undefined>): string {
  const filled = Object.entries(fields).filter(([, value]) => value);
  const search = new URLSearchParams(filled as [string, string][]).toString();
  return search ? `${path}?${search}` : path;
}
