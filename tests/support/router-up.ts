import type { Page } from "@playwright/test";

/**
 * Whether the page's router handles links; before that a click is the browser's own navigation. To be polled from the
 * test: the content security policy of the page forbids `eval`.
 */
export function isRouterUp(page: Pick<Page, "evaluate">): Promise<boolean> {
  return page.evaluate("Boolean(window.__reactRouterDataRouter?.state.initialized)");
}
