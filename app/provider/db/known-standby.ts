import type { Position } from "./primary-position.ts";

/** What it shows does not hold for longer, as it may be promoted meanwhile. */
const VALID_MS = 1_000;
/** After a wait in vain it is passed over for so long, and twice as long each time that it still is behind. */
const PASSED_OVER_MS = { first: 50, longest: 1_000 };

/** What a connection has to show. */
export interface Needed {
  position: Position;
  mark: string;
  isPooled: boolean;
}

/** What is known of the server that a connection leads to. */
export class KnownStandby {
  #mark: string | null = null;
  #replayed = 0n;
  #validUntil = 0;
  #passedOverMs = 0;
  #passedOverUntil = 0;

  /** @param mark null of a server that takes writes */
  saw(mark: string | null, replayed: bigint): void {
    this.#mark = mark;
    this.#replayed = replayed;
    this.#validUntil = performance.now() + VALID_MS;
  }

  shows({ position, mark }: Needed): boolean {
    return performance.now() < this.#validUntil && this.#mark === mark && this.#replayed >= position.lsn;
  }

  get isPassedOver(): boolean {
    return performance.now() < this.#passedOverUntil;
  }

  hadAll(): void {
    this.#passedOverMs = 0;
  }

  lacked(): void {
    const { first, longest } = PASSED_OVER_MS;
    this.#passedOverMs = Math.min(longest, this.#passedOverMs * 2 || first);
    this.#passedOverUntil = performance.now() + this.#passedOverMs;
  }
}
