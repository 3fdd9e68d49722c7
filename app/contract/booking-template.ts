import { z } from "zod";
import { bookingContent } from "./booking.ts";
import { endpoint } from "./endpoint.ts";
import { LIMITS } from "./freight-code.ts";
import { absentIs } from "./reading.ts";
import { conflictFields, savedFrom } from "./save.ts";
import { cursorPageOf, cursorRequest, nothing, wireDateTime, wireId } from "./wire.ts";

export const templateRow = z.object({
  id: wireId,
  name: z.string(),
  createdAt: wireDateTime,
  transportMode: z.string(),
});

export const templateList = endpoint({
  name: "booking.templateList",
  summary: "My templates: those of the caller's company",
  neededBy: ["/booking/template"],
  path: "/booking/templateList",
  request: z.object({ ...cursorRequest }),
  response: cursorPageOf(templateRow),
});

export const templateDetail = endpoint({
  name: "booking.templateDetail",
  summary: "One template",
  usedBy: ["/booking/template"],
  path: "/booking/templateDetail",
  request: z.object({ id: wireId }),
  response: z.object({
    id: wireId,
    name: z.string(),
    version: absentIs(z.number().int(), 0),
    content: bookingContent,
  }),
});

export const templateSave = endpoint({
  name: "booking.templateSave",
  summary: "Save a template, new (`id` null) or known",
  usedBy: ["/booking/template"],
  path: "/booking/templateSave",
  body: "json",
  isWrite: true,
  request: z.object({
    id: wireId.nullable(),
    version: z.number().int().nullable(),
    ...savedFrom,
    /** Identifies a template without an id, as `draftKey` does a draft. */
    formKey: z.string().max(100).nullish(),
    name: z.string().trim().min(1).max(LIMITS.templateName),
    content: bookingContent,
  }),
  response: z.object({
    id: wireId,
    /** Changes of another person were merged with the sent content. */
    isMerged: z.boolean().default(false),
  }),
});

/** Data of a template's 409: the stored version. */
export const templateConflict = z.object({
  conflict: z.object({
    id: wireId,
    version: z.number().int(),
    name: z.string(),
    content: bookingContent,
    updatedBy: z.string(),
    ...conflictFields,
  }),
});

export const templateRemove = endpoint({
  name: "booking.templateRemove",
  summary: "Remove a template",
  usedBy: ["/booking/template"],
  path: "/booking/templateRemove",
  isWrite: true,
  request: z.object({ id: wireId }),
  response: nothing,
});
