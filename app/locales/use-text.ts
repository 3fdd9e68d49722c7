import type { TFunction } from "i18next";
import { createContext, useContext } from "react";
import type { Namespace } from "./translation.ts";
import type { TextSource } from "./words.ts";

/** The texts of the page, which both entries give. */
export const TextContext = createContext<TextSource | null>(null);

/**
 * The texts of components. `t` takes keys of the namespace, or of the first of several, and all others as
 * `namespace:key`. The page waits while words of a part that was not on it before are loaded. Nothing is subscribed
 * to changes of the language: another language is a new document.
 */
export function useText<const Given extends Namespace | readonly Namespace[] = "shell">(
  wanted?: Given,
): { t: TFunction<Given>; i18n: Pick<TextSource, "language" | "exists"> } {
  const source = useContext(TextContext);
  if (!source) throw new Error("no texts: the page is outside of TextContext");
  const namespaces: readonly Namespace[] =
    wanted === undefined ? [] : typeof wanted === "string" ? [wanted] : wanted;
  const loading = source.load(namespaces);
  // Not `use`: React 19.3 then mixes up the hooks of a component that is shown already (its error 467).
  if (loading) throw loading;
  return { t: source.textOf(namespaces[0]) as unknown as TFunction<Given>, i18n: source };
}
