import { en } from "./en/index.ts";
import { zh } from "./zh/index.ts";

/** All texts, for the server only: a browser loads the namespaces of its page, one chunk each. */
export const resources = { en, zh };
