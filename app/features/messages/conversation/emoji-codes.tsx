import { emojiByName, emojiCode, emojiNames } from "#app/lib/emoji-code.ts";
import { useText } from "#app/locales/use-text.ts";

/** Without scripts, codes are typed or copied. */
export default function EmojiCodes() {
  const { t } = useText("messages");
  return (
    <details>
      <summary className="py-2 text-link underline">{t("composer.emoji")}</summary>
      <p className="text-quiet">{t("composer.emojiText")}</p>
      <ul className="flex flex-wrap gap-x-4">
        {emojiNames.map((name) => (
          <li key={name}>
            {emojiByName[name]} {emojiCode(name)}
          </li>
        ))}
      </ul>
    </details>
  );
}
