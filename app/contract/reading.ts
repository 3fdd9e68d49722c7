import type { z } from "zod";

/**
 * Marks on schemas for reading a provider that was built from product 7 alone. Our own provider has to match
 * the schema exactly; `#app/upstream/tolerant-reading.ts` reads others by schema and marks.
 */
interface Mark {
  /** Value used when the field is absent or cannot be read. */
  absent?: unknown;
  /** Other names of the field (product 3). */
  aliases?: readonly string[];
  /** Without it the surrounding object cannot be read. */
  isEssential?: boolean;
  /** The portal's own logic depends on the code: an unknown one counts as absent. */
  isClosed?: boolean;
  /** Converts another form of the value to that of the schema. */
  from?: (value: unknown) => unknown;
}

const marks = new WeakMap<z.ZodType, Mark>();

/** The mark of a schema, if it has one. */
export function markOf(shape: z.ZodType): Mark | undefined {
  return marks.get(shape);
}

function marked<S extends z.ZodType>(shape: S, mark: Mark): S {
  const own = shape.clone() as S;
  marks.set(own, { ...marks.get(shape), ...mark });
  return own;
}

/** Our provider has to send the field; another may leave it out. The type forces views to handle null. */
export function expected<S extends z.ZodType>(shape: S): OrNull<S> {
  return marked(shape, { absent: null }) as never;
}

type OrNull<S extends z.ZodType> = z.ZodType<z.output<S> | null, z.input<S> | null>;

/** For fields whose absence has a safe meaning: no further rows, nothing unread. */
export function absentIs<S extends z.ZodType>(shape: S, absent: z.output<S>): S {
  return marked(shape, { absent });
}

export function essential<S extends z.ZodType>(shape: S): S {
  return marked(shape, { isEssential: true });
}

export function alsoCalled<S extends z.ZodType>(shape: S, ...aliases: string[]): S {
  return marked(shape, { aliases });
}

/** @param from converts what was received to input of the schema */
export function broughtFrom<S extends z.ZodType>(shape: S, from: (value: unknown) => unknown): S {
  return marked(shape, { from });
}

export function closed<S extends z.ZodType>(shape: S): S {
  return marked(shape, { isClosed: true });
}
