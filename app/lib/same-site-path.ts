const LONGEST_PATH = 2048;
const DECODE_ROUNDS = 3;
// A placeholder origin for parsing; `.invalid` never resolves.
const BASE = "https://portal.invalid";

/**
 * A safe redirect target on this site: a path that starts with one slash as browsers read it, with query and
 * fragment, percent-encoded for a header. Anything else gives the fallback.
 */
export function sameSitePath(value: unknown, fallback: string): string {
  if (typeof value !== "string" || value.length > LONGEST_PATH) return fallback;
  // Browsers drop tabs and line ends and read a backslash as a slash: "/\t/host" is another site.
  if (!value.startsWith("/") || value.startsWith("//") || /[\\\p{Cc}\p{Cs}]/u.test(value)) return fallback;
  const url = URL.parse(value, BASE);
  if (url?.origin !== BASE || !isPlainPath(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}

/** Whether the path stays on this host even when a proxy decodes it once or more often. */
function isPlainPath(pathname: string): boolean {
  try {
    decodeURI(pathname);
  } catch {
    return false;
  }
  let path = pathname;
  for (let round = 0; round <= DECODE_ROUNDS; round++) {
    if (path.startsWith("//") || /[\\\p{Cc}]/u.test(path)) return false;
    const decoded = path.replace(/%[0-7][0-9a-f]/gi, (code) =>
      String.fromCharCode(Number.parseInt(code.slice(1), 16)),
    );
    if (decoded === path) return true;
    path = decoded;
  }
  return false;
}
