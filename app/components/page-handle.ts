/** Options of a route module's `handle`. */
export interface PageHandle {
  /** Text namespaces of the page besides `shell` and `errors`. */
  texts?: string[];
  /** The page has no framework script: public pages are visited once, often over a slow connection. */
  isScriptFree?: boolean;
  /** The page is restored as it was left (product 2.4). */
  isKept?: boolean;
  /**
   * The page shows shipments, and is loaded again when they change: the one whose id is in its address, or any of them.
   */
  shipments?: "one" | "many";
  /** A page of the forwarder's desk that is loaded again when the inbox changes. */
  isOfDesk?: boolean;
}

/** The namespaces of a page with these handles. */
export function textsOfPage(handles: readonly (PageHandle | undefined)[]): string[] {
  return [...new Set(["shell", "errors", ...handles.flatMap((handle) => handle?.texts ?? [])])];
}
