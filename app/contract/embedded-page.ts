import { z } from "zod";

const name = z.string().trim().min(1).max(40);

/** What names a page that is shown inside the portal: its route, its texts and the menu that opens it. */
export const namedPage = {
  /** The route is /external/{path}. */
  path: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  title: z.strictObject({ en: name, zh: name }),
  menu: z.string().regex(/^[A-Z]+$/),
};

/** The address of an external page: http or https, without a name and a password in it. */
const pageAddress = z.url({ protocol: /^https?$/ }).refine((text) => {
  const url = URL.parse(text);
  return url !== null && url.username === "" && url.password === "";
});

/** How many pages an operator may configure, and a company may have. */
export const EMBEDDED_PAGES_MAX = 20;

/** An external page inside the portal, of the operator's or of a company's (product 2.3). */
export const embeddedPage = z.strictObject({ ...namedPage, address: pageAddress });
export type EmbeddedPage = z.output<typeof embeddedPage>;
