/** Which transactions a statement of the database saw, from the text of its `pg_current_snapshot()`. */
export class Snapshot {
  readonly #oldestOpen: bigint;
  readonly #next: bigint;
  readonly #open: ReadonlySet<string>;

  constructor(text: string) {
    const [oldestOpen = "", next = "", open = ""] = text.split(":");
    this.#oldestOpen = BigInt(oldestOpen);
    this.#next = BigInt(next);
    this.#open = new Set(open.split(","));
  }

  /** @param xid of a transaction that has committed by now */
  sees(xid: string): boolean {
    const number = BigInt(xid);
    return number < this.#oldestOpen || (number < this.#next && !this.#open.has(xid));
  }
}
