import { z } from "zod";

/** Fields of a save, beside its version, from which it is merged with what others have saved. */
export const savedFrom = {
  /** Id of the open form, so that its own earlier save is recognized even if the answer was lost. */
  editor: z.string().max(100).nullish(),
  /** The version that the form is based on, when `version` is one that it replaces; 0 for none. */
  base: z.number().int().min(0).nullish(),
};

/** Fields of a 409, beside the stored version. */
export const conflictFields = {
  /** The stored version is the caller's own, from another window. */
  isOwn: z.boolean().default(false),
  /** Paths that both have changed: a field, a party, a row, or a list whose length differs. */
  fields: z.array(z.string()).default([]),
};
