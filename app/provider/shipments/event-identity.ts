import { createHash } from "node:crypto";

/** Ids that would read as those of a carrier. */
const CARRIER_LIKE = /^[A-Z0-9]*:/;

/**
 * The id of an event among all senders. Each carrier has ids of its own, so that none can repeat or correct an event
 * that another has sent.
 */
export function eventIdOf(sender: string | null, sentId: string): string {
  if (sender !== null) return `${sender}:${sentId}`;
  return CARRIER_LIKE.test(sentId) ? `:${sentId}` : sentId;
}

/**
 * The version of an event: of two with the same id the greater one counts, in whatever order they come. A later time
 * wins; of two contents with the same time always the same one does. Without a time of its own a version never wins.
 * @param at when the sender made it
 */
export function versionOf(at: string | undefined, payload: string): string {
  if (at === undefined) return "";
  const digest = createHash("sha256")
    .update(JSON.stringify(sorted(JSON.parse(payload))))
    .digest("base64url");
  return `${new Date(at).toISOString()} ${digest}`;
}

/** The same content always has the same text, whatever the order of its fields. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
