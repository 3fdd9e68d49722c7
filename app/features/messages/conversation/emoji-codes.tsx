import { emojiByName, emojiCode, emojiNames } from "#app/lib/emoji-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Collapsible } from "#app/ui/collapsible.tsx";

/** Without scripts, codes are typed or copied. */
export default function EmojiCodes() {
  const { t } = useText("messages");
  return (
    <Collapsible summary={t("composer.emoji")}>
      <p className="text-quiet">{t("composer.emojiText")}</p>
      <ul className="flex flex-wrap gap-x-4">
        {emojiNames.map((name) => (
          <li key={name}>
            {emojiByName[name]} {emojiCode(name)}
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}
