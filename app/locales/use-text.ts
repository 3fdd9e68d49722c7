import { useContext } from "react";
import { I18nContext, useTranslation } from "react-i18next";
import { fixedText } from "./fixed-text.ts";

/**
 * On the server all texts are loaded and never change: no subscription and no wrapper per component is
 * needed.
 */
function useFixedText(given?: string | readonly string[]) {
  const { i18n } = useContext(I18nContext);
  const namespace = typeof given === "string" ? given : given?.[0];
  return { t: fixedText(i18n, namespace), i18n, ready: true };
}

/**
 * react-i18next's `useTranslation`, which on the server costs a page of many rows more than everything else.
 * In the browser it is used as it is, and loads missing namespaces.
 */
export const useText = (import.meta.env.SSR ? useFixedText : useTranslation) as typeof useTranslation;
