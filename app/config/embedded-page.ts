import { z } from "zod";

const WISH =
  'must be JSON such as [{"path":"rates","title":{"en":"Rates","zh":"运价"},"address":"https://rates.example/view","menu":"QUOTES"}]';

const name = z.string().trim().min(1).max(40);
const page = z.strictObject({
  /** The route is /external/{path}. */
  path: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  title: z.strictObject({ en: name, zh: name }),
  address: z.url({ protocol: /^https?$/ }).refine((text) => {
    const { username, password } = new URL(text);
    return username === "" && password === "";
  }),
  /** The menu that opens the page. */
  menu: z.string().regex(/^[A-Z]+$/),
});

/** An external page inside the portal, as the operator configures it (product 2.4). */
export type EmbeddedPage = z.output<typeof page>;

const pages = z
  .array(page)
  .max(20)
  .refine((given) => new Set(given.map(({ path }) => path)).size === given.length);

/** The setting EMBEDDED_PAGES; none by default. */
export const embeddedPages = z
  .string()
  .default("[]")
  .transform((text, context): EmbeddedPage[] => {
    try {
      return pages.parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: "custom", message: WISH });
      return z.NEVER;
    }
  });
