import { z } from "zod";

const name = z.string().trim().min(1).max(40);
const common = {
  /** The route is /external/{path}. */
  path: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  title: z.strictObject({ en: name, zh: name }),
  /** The menu that opens the page. */
  menu: z.string().regex(/^[A-Z]+$/),
};
const page = z.strictObject({
  ...common,
  address: z.url({ protocol: /^https?$/ }).refine((text) => {
    const { username, password } = new URL(text);
    return username === "" && password === "";
  }),
});

/** A file of the provider's that opens in a window (product 7.6): an address below the provider's `{api}`. */
const providerWindow = z.strictObject({
  ...common,
  address: z.string().regex(/^(\/[\w-][\w.-]*)+$/),
  /** Whether the provider wants the session's token in the query. */
  token: z.boolean(),
});
export type ProviderWindow = z.output<typeof providerWindow>;

/** An external page inside the portal, as the operator configures it (product 2.4). */
export type EmbeddedPage = z.output<typeof page>;

/** A setting that is a JSON list; empty by default. */
const listOf = <Entry extends { path: string }>(entry: z.ZodType<Entry>, example: string) =>
  z
    .string()
    .default("[]")
    .transform((text, context): Entry[] => {
      try {
        const given = z.array(entry).max(20).parse(JSON.parse(text));
        if (new Set(given.map(({ path }) => path)).size === given.length) return given;
      } catch {
        // Said below.
      }
      context.addIssue({ code: "custom", message: `must be JSON such as ${example}` });
      return z.NEVER;
    });

/** The setting EMBEDDED_PAGES. */
export const embeddedPages = listOf(
  page,
  '[{"path":"rates","title":{"en":"Rates","zh":"运价"},"address":"https://rates.example/view","menu":"QUOTES"}]',
);
/** The setting PROVIDER_WINDOWS. */
export const providerWindows = listOf(
  providerWindow,
  '[{"path":"monthly","title":{"en":"Monthly report","zh":"月报"},"address":"/report/monthly","menu":"BILLING","token":true}]',
);
