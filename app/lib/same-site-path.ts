const LONGEST_PATH = 2048;
const DECODE_ROUNDS = 3;
// Only its own origin is asked of it: it can be reached by no address.
const BASE = "https://portal.invalid";

/**
 * A redirect's target that stays on this site: a path that begins with one slash, as the browser will read it, with
 * query and fragment, percent-encoded for a header. Anything else gives the fallback.
 */
export function sameSitePath(value: unknown, fallback: string): string {
  if (typeof value !== "string" || value.length > LONGEST_PATH) return fallback;
  // Browsers drop tabs and line ends and read a backslash as a slash: "/\t/host" is another site.
  if (!value.startsWith("/") || value.startsWith("//") || /[\\\p{Cc}\p{Cs}]/u.test(value)) return fallback;
  const url = URL.parse(value, BASE);
  if (url?.origin !== BASE || !isPlainPath(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}

/** Whether no proxy that decodes a path, once or more often, can make another host of it. */
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
