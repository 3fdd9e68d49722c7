import { z } from "zod";

/** What a save adds to the version that it names, so that it is brought together with what others have saved. */
export const savedFrom = {
  /** Names the open form: its own save before is no other's, though its answer was lost. */
  editor: z.string().max(100).nullish(),
  /** The version that the form was typed over, where `version` is one that it is to take the place of; 0 for none. */
  base: z.number().int().min(0).nullish(),
};

/** What a 409 adds to the version that stands in the way. */
export const conflictFields = {
  /** It was the caller who saved, in another window. */
  isOwn: z.boolean().default(false),
  /** What both have changed, by path: a field, a party, a row, or a list whose length differs. */
  fields: z.array(z.string()).default([]),
};
