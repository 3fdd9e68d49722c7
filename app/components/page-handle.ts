/** What a route module's `handle` may say. */
export interface PageHandle {
  /** Namespaces of texts that the page uses beside `shell` and `errors`. */
  texts?: string[];
  /** The page carries no framework script: public pages are read once, often over a weak link. */
  isScriptFree?: boolean;
  /** Comes back as it was left (product 2.4). */
  isKept?: boolean;
}
