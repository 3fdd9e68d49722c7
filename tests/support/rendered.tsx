import { cleanup, render } from "@testing-library/react";
import { I18nextProvider } from "react-i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach } from "vitest";
import type { DisplayLanguage } from "#app/lib/date-time.ts";
import { i18nOf } from "#app/locales/i18n.server.ts";

afterEach(cleanup);

/**
 * Renders a page with this content by React into a document (`@vitest-environment jsdom`), with its texts and a
 * router.
 */
export function renderPage(content: React.ReactNode, language: DisplayLanguage = "en") {
  const router = createMemoryRouter([{ path: "/", element: content, action: () => null }]);
  return render(
    <I18nextProvider i18n={i18nOf(language)}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
}
