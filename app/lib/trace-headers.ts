import { z } from "zod";

/** Headers for a collector of traces, as OpenTelemetry writes them: `name=value,name=value`, values percent-encoded. */
export const traceHeaders = z
  .string()
  .regex(/^[\w-]+=[^,\s]*(\s*,\s*[\w-]+=[^,\s]*)*$/, { error: "must be like authorization=Bearer%20TOKEN" })
  .transform((text) => Object.fromEntries(text.split(",").map(headerOf)));

function headerOf(part: string): [name: string, value: string] {
  const at = part.indexOf("=");
  const value = part.slice(at + 1).trim();
  try {
    return [part.slice(0, at).trim(), decodeURIComponent(value)];
  } catch {
    return [part.slice(0, at).trim(), value];
  }
}
