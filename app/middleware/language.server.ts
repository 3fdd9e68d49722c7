import { createContext } from "react-router";
import { createI18nextMiddleware } from "remix-i18next";
import { Session } from "#app/access/session.server.ts";
import type { Language } from "#app/contract/user.ts";
import { preferredLanguage } from "#app/locales/preference.ts";
import { fallbackLanguage, languages } from "#app/locales/translation.ts";

/** The session of the request, read once. */
export const sessionContext = createContext<Session>();

const [languageMiddleware, languageIn] = createI18nextMiddleware({
  detection: {
    supportedLanguages: [...languages],
    fallbackLanguage,
    order: ["custom"],
    findLocale: async ({ request, context }) => {
      const session = await Session.of(request);
      context.set(sessionContext, session);
      return session.language ?? preferredLanguage(request.headers.get("accept-language"));
    },
  },
});

/** Determines the language of a request: the session's, else the browser's (product 1.3). */
export { languageMiddleware };
export const languageOf = (context: Parameters<typeof languageIn>[0]): Language =>
  languageIn(context) as Language;
