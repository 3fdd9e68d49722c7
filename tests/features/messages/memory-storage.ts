/** The browser's storage, shared by the tabs of a test; `isFull` makes it reject new entries. */
export class MemoryStorage implements Storage {
  #items = new Map<string, string>();
  isFull = false;

  get length(): number {
    return this.#items.size;
  }
  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    if (this.isFull) throw new DOMException("full", "QuotaExceededError");
    this.#items.set(key, value);
  }
  removeItem(key: string): void {
    this.#items.delete(key);
  }
  clear(): void {
    this.#items.clear();
  }
}
