const MOST = 4_096;

/**
 * How far a standby is behind in time, from places in the log: the server's own times of replay say nothing while nothing is
 * written.
 */
export class ReplayClock {
  /** Where the primary stood, and when; in order, without what is replayed. */
  #marks: { lsn: bigint; at: number }[] = [];
  #replayed = 0n;

  written(lsn: bigint, at: number): void {
    if (lsn <= (this.#marks.at(-1)?.lsn ?? this.#replayed)) return;
    this.#marks.push({ lsn, at });
    // The first is the one that counts.
    if (this.#marks.length > MOST) this.#marks = this.#marks.filter((_, index) => index % 2 === 0);
  }

  replayed(lsn: bigint): void {
    this.#replayed = lsn;
    this.#marks = this.#marks.filter((mark) => mark.lsn > lsn);
  }

  /** Milliseconds since the primary had written the first that is not replayed; 0 without any. */
  lagMs(now: number): number {
    const [first] = this.#marks;
    return first ? Math.max(0, now - first.at) : 0;
  }
}
