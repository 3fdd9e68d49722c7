import { cleanup, render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach } from "vitest";
import type { DisplayLanguage } from "#app/lib/date-time.ts";
import { textsOf } from "#app/locales/i18n.server.ts";
import { TextContext } from "#app/locales/use-text.ts";

afterEach(cleanup);

/**
 * Renders a page with this content by React into a document (`@vitest-environment jsdom`), with its texts and a
 * router.
 */
export function renderPage(content: React.ReactNode, language: DisplayLanguage = "en") {
  const router = createMemoryRouter([{ path: "/", element: content, action: () => null }]);
  return render(
    <TextContext value={textsOf(language)}>
      <RouterProvider router={router} />
    </TextContext>,
  );
}
