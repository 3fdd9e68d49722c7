import { href } from "react-router";
import { pageOwnerHeaders } from "#app/access/page-owner.ts";
import { withQuery } from "#app/lib/with-query.ts";
import type { SuggestedPlace } from "./place-field.server.ts";

const TYPING_MS = 150;
/** One letter begins hundreds of names. */
const TEXT_MIN = 2;

const askPortal = async (text: string, signal: AbortSignal): Promise<SuggestedPlace[]> => {
  const answer = await fetch(withQuery(href("/place/suggest"), { text }), {
    headers: pageOwnerHeaders(),
    signal,
  });
  if (!answer.ok) throw new Error("no answer");
  return (await answer.json()) as SuggestedPlace[];
};

/**
 * Looks up places while they are typed: waits for a pause, gives up what is outdated, and asks for a text once.
 * Suggestions are optional, so that a failure leaves the field as it is.
 */
export class PlaceLookup {
  readonly #ask: typeof askPortal;
  #last: { text: string; answer: Promise<SuggestedPlace[] | null> } | null = null;
  #under = new AbortController();

  constructor(ask = askPortal) {
    this.#ask = ask;
  }

  /** Places for the text; null when another text has been typed since, or there is no answer. */
  async suggest(typed: string): Promise<SuggestedPlace[] | null> {
    const text = typed.trim();
    if (text.length < TEXT_MIN) return null;
    if (this.#last?.text !== text) {
      this.stop();
      this.#under = new AbortController();
      this.#last = { text, answer: this.#answer(text, this.#under.signal) };
    }
    const { answer } = this.#last;
    const places = await answer;
    return this.#last?.text === text ? places : null;
  }

  /**
   * The only place whose code the text is, or whose name in the other language; null for any other text. A name
   * as the reader's language has it stays as it was typed.
   */
  async placeOf(typed: string): Promise<string | null> {
    const exact = (await this.suggest(typed))?.filter(({ isExact }) => isExact) ?? [];
    const name = exact.length === 1 ? exact[0]?.name : undefined;
    if (!name || name.toLowerCase().startsWith(typed.trim().toLowerCase())) return null;
    return name;
  }

  stop(): void {
    this.#under.abort();
    this.#last = null;
  }

  async #answer(text: string, signal: AbortSignal): Promise<SuggestedPlace[] | null> {
    await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
    if (signal.aborted) return null;
    return this.#ask(text, signal).catch(() => {
      // Asked again when the field is left.
      if (this.#last?.text === text) this.#last = null;
      return null;
    });
  }
}
