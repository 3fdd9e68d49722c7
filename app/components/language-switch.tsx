import { href, useLocation } from "react-router";
import { languages } from "#app/locales/translation.ts";
import { useText } from "#app/locales/use-text.ts";
import { useRootData } from "./root-data.ts";

/**
 * One button per language, as a form: the page is reloaded in the other language. On a phone and in the menu
 * only the other language is shown.
 */
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
      {languages.map((each) => (
        <button
          key={each}
          type="submit"
          name="language"
          value={each}
          lang={each === "zh" ? "zh-CN" : "en"}
          aria-pressed={each === language}
          className="min-h-8 cursor-pointer rounded-sm px-2 text-xs text-quiet max-sm:aria-pressed:hidden aria-pressed:bg-muted aria-pressed:text-foreground"
        >
          {`${t(`languageName.${each}`)} `}
        </button>
      ))}
    </form>
  );
}
