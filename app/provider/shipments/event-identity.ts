import { createHash } from "node:crypto";
import { STORED_EVENT_ID_MAX } from "#app/contract/event.ts";

/** Ids that would read as those of a carrier or of a party. */
const OTHERS_LIKE = /^(?:[A-Z0-9]*:|@)/;

/** A party with which events originate (Track & Trace 3.0). */
export interface EventParty {
  partyCode?: string | undefined;
  codeListProvider?: string | undefined;
  codeListName?: string | undefined;
}

/** What is the same for the same parties, in whatever order; null when none is named. */
export function partyKeyOf(parties: readonly EventParty[]): string | null {
  const keys = parties
    .filter(({ partyCode }) => partyCode)
    .map(({ partyCode = "", codeListProvider = "", codeListName = "" }) =>
      [partyCode, codeListProvider, codeListName].map(encodeURIComponent).join("/"),
    );
  return keys.length === 0 ? null : [...new Set(keys)].sort().join(",");
}

/**
 * The id of an event among all senders. Each carrier has ids of its own, and so has each party that the forwarder passes
 * events on for, so that none can repeat, correct or take back an event that another has sent.
 */
export function eventIdOf(sender: string | null, sentId: string, partyKey: string | null = null): string {
  if (sender !== null) return indexable(`${sender}:${sentId}`);
  if (partyKey !== null) return indexable(`@${partyKey}:${sentId}`);
  return indexable(OTHERS_LIKE.test(sentId) ? `:${sentId}` : sentId);
}

const HEAD_CHARACTERS = 100;

/** An entry of an index holds 2,700 bytes, and stands for two texts in some: a longer id is its beginning and a digest of all. */
function indexable(id: string): string {
  if (Buffer.byteLength(id) <= STORED_EVENT_ID_MAX) return id;
  return `${[...id].slice(0, HEAD_CHARACTERS).join("")}…${createHash("sha256").update(id).digest("base64url")}`;
}

/** Greater than any other: what is taken back stays so, whatever the times of its versions. */
export const RETRACTED_VERSION = "~";

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
