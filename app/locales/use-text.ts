import { useContext } from "react";
import { I18nContext, useTranslation } from "react-i18next";
import { fixedText } from "./fixed-text.ts";

/** The server's texts are all there and never change: no store to watch, no instance to wrap for each component. */
function useFixedText(given?: string | readonly string[]) {
  const { i18n } = useContext(I18nContext);
  const namespace = typeof given === "string" ? given : given?.[0];
  return { t: fixedText(i18n, namespace), i18n, ready: true };
}

/**
 * react-i18next's `useTranslation`, which costs a page of many rows more on the server than all else in it; in the
 * browser it is that, and loads what a page lacks.
 */
export const useText = (import.meta.env.SSR ? useFixedText : useTranslation) as typeof useTranslation;
