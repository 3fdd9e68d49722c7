import type { i18n as I18n } from "i18next";
import { use } from "react";
import { I18nContext, type useTranslation } from "react-i18next";
import { fixedText } from "./fixed-text.ts";

const loading = new Map<string, Promise<void>>();

/** The page waits while words of a part that was not on it before are loaded. */
function load(i18n: I18n, namespaces: readonly string[]): Promise<void> {
  const key = namespaces.join(" ");
  const begun = loading.get(key) ?? i18n.loadNamespaces([...namespaces]);
  loading.set(key, begun);
  return begun;
}

/**
 * In place of react-i18next's `useTranslation`, which subscribes each component to changes of the language:
 * here a language is a new document. On the server it would cost a page of many rows more than everything
 * else, and in the browser a kilobyte.
 */
function useFixedText(given: string | readonly string[] = []) {
  const { i18n } = use(I18nContext);
  const namespaces = typeof given === "string" ? [given] : given;
  if (!import.meta.env.SSR && !namespaces.every((name) => i18n.hasLoadedNamespace(name)))
    use(load(i18n, namespaces));
  return { t: fixedText(i18n, namespaces[0]), i18n, ready: true };
}

export const useText = useFixedText as unknown as typeof useTranslation;
