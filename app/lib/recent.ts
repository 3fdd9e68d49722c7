/** A cache of at most `limit` entries; the least recently used one is dropped. */
export class Recent<T> {
  readonly limit: number;
  #entries = new Map<string, T>();

  constructor(limit: number) {
    if (!(limit >= 1)) throw new RangeError("The limit must be at least 1");
    this.limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  set(key: string, entry: T): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.limit) break;
      this.#entries.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
