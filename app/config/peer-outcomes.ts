/** How work ended: with a value, or with an error, which other processes know as text. */
export type End = { outcome: unknown } | { error: unknown };

/** To do the work, or how it ended for whoever asked first. */
export type Claim = { isFirst: true } | { isFirst: false; end: End };

interface Entry<Owner> {
  at: number;
  owner: Owner;
  isSettled: boolean;
  end: PromiseWithResolvers<End>;
}

const REMEMBERED_MS = 10 * 60_000;
const MOST = 5_000;

/** Who does which work, by its key, and how it ended, for ten minutes. */
export class Outcomes<Owner> {
  #entries = new Map<string, Entry<Owner>>();

  /** The first to ask under a key has to settle it; later ones wait for that. */
  async claim(key: string, owner: Owner): Promise<Claim> {
    const known = this.#entries.get(key);
    if (known && Date.now() - known.at < REMEMBERED_MS)
      return { isFirst: false, end: await known.end.promise };
    this.#entries.delete(key);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size >= MOST && oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(key, { at: Date.now(), owner, isSettled: false, end: Promise.withResolvers() });
    return { isFirst: true };
  }

  /** @param isKept false: those who wait get the end, and the next to ask begins anew */
  settle(key: string, end: End, isKept: boolean): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    entry.isSettled = true;
    entry.end.resolve(end);
    if (!isKept) this.#entries.delete(key);
  }

  /** The owner is no more: whether its unsettled work was done, nobody knows. */
  leave(owner: Owner): void {
    for (const [key, entry] of this.#entries)
      if (entry.owner === owner && !entry.isSettled)
        this.settle(key, { error: "The process that did it has ended" }, false);
  }
}
