import { useText } from "#app/locales/use-text.ts";

/** What a `RowEditor` of packages or cargo lines says. Texts: `freight`. */
export function useCargoRowWords() {
  const { t } = useText("freight");
  return {
    row: (number: number) => t("cargo.row", { number }),
    remove: (number: number) => t("cargo.remove", { number }),
    add: t("cargo.add"),
  };
}
