import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "./schema.ts";

const IDS_FIRST = 1_000;
const IDS_BATCH = 5_000;
const ROWS_BATCH = 1_000;

/** The list has more rows than are streamed. */
export class TooManyRows extends Error {
  override name = "TooManyRows";
}

/**
 * The ids of a list in its order at one point in time. They are read to the end at once, whatever the client's speed:
 * a million ids are 8 MB, and the connection is free soon. It resolves as soon as the first ids are there.
 */
export class ListedIds {
  readonly #parts: BigInt64Array[] = [];
  #count = 0;
  #isOver = false;
  #isCancelled = false;
  #failure: unknown;
  #wake = Promise.withResolvers<void>();

  /**
   * `selection` reads a column `id` in list order; null: there is nothing.
   * @throws TooManyRows beyond `rowsMax`, as soon as so many have been read
   */
  static async read(
    db: Kysely<Database>,
    selection: RawBuilder<unknown> | null,
    rowsMax = Number.POSITIVE_INFINITY,
  ): Promise<ListedIds> {
    const ids = new ListedIds();
    if (selection === null) {
      ids.#isOver = true;
      return ids;
    }
    void db
      .transaction()
      .execute((trx) => ids.#fetchAll(trx, selection))
      .catch((error) => {
        ids.#failure = error;
      })
      .finally(() => {
        ids.#isOver = true;
        ids.#wake.resolve();
      });
    await ids.#wake.promise;
    // A job has no limit, and starts to write at once.
    while (rowsMax !== Number.POSITIVE_INFINITY && !ids.#isOver && ids.#count <= rowsMax) {
      ids.#wake = Promise.withResolvers();
      await ids.#wake.promise;
    }
    if (ids.#failure) throw ids.#failure;
    if (ids.#count > rowsMax) {
      ids.#isCancelled = true;
      throw new TooManyRows();
    }
    return ids;
  }

  async #fetchAll(trx: Kysely<Database>, selection: RawBuilder<unknown>): Promise<void> {
    await sql`declare exported no scroll cursor for ${selection}`.execute(trx);
    let size = IDS_FIRST;
    while (!this.#isCancelled) {
      const { rows } = await sql<{ id: string }>`fetch ${sql.lit(size)} from exported`.execute(trx);
      if (rows.length > 0) this.#parts.push(BigInt64Array.from(rows, (row) => BigInt(row.id)));
      this.#count += rows.length;
      this.#wake.resolve();
      if (rows.length < size) return;
      size = IDS_BATCH;
    }
  }

  /** Stops reading when the consumer stops. */
  async *#batches(): AsyncGenerator<BigInt64Array> {
    try {
      for (let part = 0; ; part++) {
        while (part >= this.#parts.length) {
          if (this.#failure) throw this.#failure;
          if (this.#isOver) return;
          this.#wake = Promise.withResolvers();
          await this.#wake.promise;
        }
        const ids = this.#parts[part]!;
        for (let start = 0; start < ids.length; start += ROWS_BATCH)
          yield ids.subarray(start, start + ROWS_BATCH);
      }
    } finally {
      this.#isCancelled = true;
    }
  }

  /** Reads rows of the ids batch by batch, the next one while one is written. */
  async *rows<Row>(read: (ids: BigInt64Array) => Promise<Row[]>): AsyncGenerator<Row[]> {
    const batches = this.#batches();
    const readNext = () => {
      const rows = batches.next().then((next) => (next.done ? null : read(next.value)));
      // It may fail while the batch before is written: nobody waits for it yet.
      rows.catch(() => {});
      return rows;
    };
    let coming = readNext();
    try {
      for (;;) {
        const rows = await coming;
        if (rows === null) return;
        coming = readNext();
        yield rows;
      }
    } finally {
      await coming.catch(() => {});
      await batches.return(undefined);
    }
  }
}

export type ListedRowIds = BigInt64Array | readonly string[];

/** The given ids in their order, to join with; `given.place` orders. */
export const givenIds = (ids: ListedRowIds): RawBuilder<unknown> =>
  sql`unnest(${`{${ids.join(",")}}`}::bigint[]) with ordinality as given (id, place)`;
