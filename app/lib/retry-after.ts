/**
 * How long a `Retry-After` asks to wait, in seconds from now: it is a number of seconds or an HTTP date.
 * @returns null without a wait: none was asked for, it is over, or what was sent is neither
 */
export function retryAfterSeconds(header: string | null): number | null {
  if (!header) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return seconds > 0 ? seconds : null;
}
