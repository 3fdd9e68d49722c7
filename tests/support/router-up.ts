import type { Page } from "@playwright/test";

/**
 * Whether the page's router follows links by itself; before that a click is the browser's own. To be polled from the
 * test: the policy of the page allows no evaluation in it.
 */
export function isRouterUp(page: Pick<Page, "evaluate">): Promise<boolean> {
  return page.evaluate("Boolean(window.__reactRouterDataRouter?.state.initialized)");
}
