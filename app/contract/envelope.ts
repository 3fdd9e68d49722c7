import { z } from "zod";

/** Product 3.2: every answer carries these three. `data` is checked by the endpoint's own shape. */
export const envelope = z.object({
  code: z.number().int(),
  message: z.string(),
  data: z.unknown().optional(),
});
export type Envelope = z.infer<typeof envelope>;

/**
 * Faults of single fields, as the `data` of a refused write: the field's path in the request (`cargo.0.weight`)
 * and a text in the language of the request.
 */
export const fieldFaults = z.object({
  fields: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type FieldFaults = z.infer<typeof fieldFaults>;
