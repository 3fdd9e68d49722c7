import type { z } from "zod";

/**
 * What a shape of the contract says for whoever reads a provider that knows the calls of product 7 alone. Ours is held to the
 * shape itself; `#app/upstream/tolerant-reading.ts` makes the other reading out of shape and marks.
 */
interface Mark {
  /** Stands in for what is absent or cannot be read. */
  absent?: unknown;
  /** Further names under which the field may come (product 3). */
  aliases?: readonly string[];
  /** Without it there is nothing to show: the object around it counts as not readable. */
  isEssential?: boolean;
  /** The portal itself goes by the code: one that it does not know is none. */
  isClosed?: boolean;
  /** Brings another form of the value into that of the shape. */
  from?: (value: unknown) => unknown;
}

const marks = new WeakMap<z.ZodType, Mark>();

/** The mark of a shape, if it has one. */
export function markOf(shape: z.ZodType): Mark | undefined {
  return marks.get(shape);
}

function marked<S extends z.ZodType>(shape: S, mark: Mark): S {
  const own = shape.clone() as S;
  marks.set(own, { ...marks.get(shape), ...mark });
  return own;
}

/**
 * Ours always says it, and is held to that; of another provider it may be unknown. The type tells every view to do
 * without.
 */
export function expected<S extends z.ZodType>(shape: S): OrNull<S> {
  return marked(shape, { absent: null }) as never;
}

type OrNull<S extends z.ZodType> = z.ZodType<z.output<S> | null, z.input<S> | null>;

/** Where absence has a meaning that says nothing false: no further rows, nothing unread. */
export function absentIs<S extends z.ZodType>(shape: S, absent: z.output<S>): S {
  return marked(shape, { absent });
}

export function essential<S extends z.ZodType>(shape: S): S {
  return marked(shape, { isEssential: true });
}

export function alsoCalled<S extends z.ZodType>(shape: S, ...aliases: string[]): S {
  return marked(shape, { aliases });
}

/** @param from gets what came, and gives what is to be read by the shape */
export function broughtFrom<S extends z.ZodType>(shape: S, from: (value: unknown) => unknown): S {
  return marked(shape, { from });
}

export function closed<S extends z.ZodType>(shape: S): S {
  return marked(shape, { isClosed: true });
}
