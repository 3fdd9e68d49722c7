import { useText } from "#app/locales/use-text.ts";

/** The first link of every page: past the header, for the keyboard. Out of sight until it has the focus. */
export function SkipLink() {
  const { t } = useText();
  return (
    <a href="#content" className="skip">
      {`${t("skip")} `}
    </a>
  );
}
