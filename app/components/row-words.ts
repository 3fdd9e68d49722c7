import { useText } from "#app/locales/use-text.ts";

/** Texts of a `RowEditor` for packages or cargo lines. Texts: `freight`. */
export function useCargoRowWords() {
  const { t } = useText("freight");
  return {
    row: (number: number) => t("cargo.row", { number }),
    remove: (number: number) => t("cargo.remove", { number }),
    add: t("cargo.add"),
  };
}
