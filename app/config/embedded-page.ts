import { z } from "zod";
import { EMBEDDED_PAGES_MAX, embeddedPage, namedPage } from "#app/contract/embedded-page.ts";

/** A file of the provider's that opens in a window (product 7.6): an address below the provider's `{api}`. */
const providerWindow = z.strictObject({
  ...namedPage,
  address: z.string().regex(/^(\/[\w-][\w.-]*)+$/),
  /** Whether the provider wants the session's token in the query. */
  token: z.boolean(),
});
export type ProviderWindow = z.output<typeof providerWindow>;

/** A setting that is a JSON list; empty by default. */
const listOf = <Entry extends { path: string }>(entry: z.ZodType<Entry>, example: string) =>
  z
    .string()
    .default("[]")
    .transform((text, context): Entry[] => {
      try {
        const entries = z.array(entry).max(EMBEDDED_PAGES_MAX).parse(JSON.parse(text));
        if (new Set(entries.map(({ path }) => path)).size === entries.length) return entries;
      } catch {
        // Said below.
      }
      context.addIssue({ code: "custom", message: `must be JSON such as ${example}` });
      return z.NEVER;
    });

/** The setting EMBEDDED_PAGES. */
export const embeddedPages = listOf(
  embeddedPage,
  '[{"path":"rates","title":{"en":"Rates","zh":"运价"},"address":"https://rates.example/view","menu":"QUOTES"}]',
);
/** The setting PROVIDER_WINDOWS. */
export const providerWindows = listOf(
  providerWindow,
  '[{"path":"monthly","title":{"en":"Monthly report","zh":"月报"},"address":"/report/monthly","menu":"BILLING","token":true}]',
);
