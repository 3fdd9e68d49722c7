import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { CODE_INVALID } from "#app/contract/code.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import type { FieldFaults } from "#app/contract/envelope.ts";
import type { Language } from "#app/contract/user.ts";
import { storable } from "../db/storable.ts";
import { type MessageKey, message } from "../texts/message.ts";
import { Refusal } from "./refusal.ts";

/**
 * Reads the request's fields from body or query and from the path, and checks them by the endpoint's schema.
 */
export function readInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  language: Language,
  uploadFields?: Record<string, string>,
): unknown {
  const fields = uploadFields ?? gather(endpoint, request);
  const parsed = endpoint.request.safeParse(storable(fields), { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new Refusal(CODE_INVALID, "invalid", { data: faultsOf(parsed.error, language) });
}

function gather(endpoint: Endpoint, request: FastifyRequest): unknown {
  const path = request.params as Record<string, string>;
  const sent = endpoint.takesText && typeof request.body === "string" ? { text: request.body } : request.body;
  const fields = endpoint.body === "query" ? request.query : endpoint.body === "none" ? {} : (sent ?? {});
  const inAddress = Object.entries(request.query as Record<string, unknown>).flatMap(([name, value]) =>
    endpoint.inAddress.includes(name) ? [[name, /^\d+$/.test(String(value)) ? Number(value) : value]] : [],
  );
  if (Object.keys(path).length + inAddress.length === 0) return fields;
  // Ids and names in the URL override the body: a client written from product 7 alone may send them there
  // only.
  return { ...(fields as object), ...Object.fromEntries(inAddress), ...path };
}

/** Field texts for faults whose schema gives none (product 5.4). */
function faultsOf(error: z.ZodError, language: Language): FieldFaults {
  const seen = new Set<string>();
  const fields = [];
  for (const issue of error.issues) {
    const path = issue.path.map(String).join(".");
    if (seen.has(path)) continue;
    seen.add(path);
    const [key, values] = faultOf(issue);
    fields.push({ path, message: message(key, language, values) });
  }
  return { fields };
}

function faultOf(issue: z.core.$ZodIssue): [MessageKey, Record<string, string>?] {
  if (issue.input === undefined || issue.input === null || issue.input === "") return ["cannotBeEmpty"];
  const isText = "origin" in issue && issue.origin === "string";
  switch (issue.code) {
    case "too_small":
      return [isText ? "tooShort" : "tooSmall", { minimum: String(issue.minimum) }];
    case "too_big":
      return [isText ? "tooLong" : "tooBig", { maximum: String(issue.maximum) }];
    case "invalid_format":
      return [issue.format === "email" ? "emailFormatError" : "formatError"];
    case "custom":
      return issue.params?.rule === "limit"
        ? ["aboveZeroUpTo", { maximum: String(issue.params.max) }]
        : ["formatError"];
    default:
      return ["formatError"];
  }
}
