import { createInstance, type i18n, type ReadCallback } from "i18next";
import { initReactI18next } from "react-i18next";
import { fallbackLanguage } from "./translation.ts";

// Without the texts that only loaders and actions use: each file is named in a script that every page loads.
const chunks = import.meta.glob<{ default: object }>([
  "./en/*.ts",
  "./zh/*.ts",
  "!**/{addresses,analytics,billing,bookings,calendar,cut-offs,dashboard,deliveries,documents,emissions,exports,external,free-time,log,members,milestones,offline,price-line,quotes,refusals,schedule,sharing,shipment-map,shipments,tracking}.ts",
]);

/** Loads one namespace of one language as a chunk; the language never changes while a page is open. */
const backend = {
  type: "backend" as const,
  init() {},
  read(language: string, namespace: string, done: ReadCallback) {
    const load = chunks[`./${language}/${namespace}.ts`];
    if (!load) return done(new Error(`no texts ${language}/${namespace}`), null);
    load().then(
      (module) => done(null, module.default as Record<string, never>),
      (error: Error) => done(error, true),
    );
  },
};

/** The browser's instance, in the language of the page, with the page's namespaces loaded. */
export async function startI18n(language: string, namespaces: string[]): Promise<i18n> {
  const instance = createInstance();
  await instance
    .use(initReactI18next)
    .use(backend)
    .init({
      lng: language,
      fallbackLng: language === fallbackLanguage ? false : language,
      supportedLngs: [language],
      load: "currentOnly",
      defaultNS: "shell",
      ns: namespaces,
      interpolation: { escapeValue: false },
    });
  return instance;
}
