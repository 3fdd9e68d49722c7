import { href, useLocation } from "react-router";
import { languages } from "#app/locales/translation.ts";
import { useText } from "#app/locales/use-text.ts";
import { useRootData } from "./root-data.ts";

/** A button for each other language, as a form: the page is reloaded in that language. */
export function LanguageSwitch() {
  const { t } = useText();
  const { language, requestId } = useRootData();
  const location = useLocation();
  return (
    <form
      method="post"
      action={href("/language")}
      className="flex gap-1 whitespace-nowrap"
      aria-label={t("language")}
    >
      <input type="hidden" name="requestId" value={requestId} />
      <input type="hidden" name="returnTo" value={location.pathname + location.search} />
      {languages
        .filter((each) => each !== language)
        .map((each) => (
          <button
            key={each}
            type="submit"
            name="language"
            value={each}
            lang={each === "zh" ? "zh-CN" : "en"}
            className="item"
          >
            {`${t(`languageName.${each}`)} `}
          </button>
        ))}
    </form>
  );
}
