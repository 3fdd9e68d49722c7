import { useEffect, useRef, useState } from "react";
import { emojiByName, emojiNames } from "#app/lib/emoji-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { gridStep } from "./compose.ts";

const COLUMNS = 8;

/** The emoji as a grid: one tab stop, arrow keys inside, Escape closes. A chunk of its own. */
export default function EmojiPicker({ onPick, onClose }: { onPick(emoji: string): void; onClose(): void }) {
  const { t } = useText("message-live");
  const [at, setAt] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focused cell follows the cursor
  useEffect(() => {
    grid.current?.querySelector<HTMLButtonElement>("button[tabindex='0']")?.focus();
  }, [at]);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
      return;
    }
    const next = gridStep(event.key, at, COLUMNS, emojiNames.length);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
  };
  return (
    <div
      ref={grid}
      role="toolbar"
      aria-label={t("emoji.list")}
      onKeyDown={onKeyDown}
      className="grid max-h-60 w-fit grid-cols-8 overflow-y-auto rounded-md border border-line bg-card p-1 raised"
    >
      {emojiNames.map((name, index) => (
        <button
          key={name}
          type="button"
          tabIndex={index === at ? 0 : -1}
          onClick={() => {
            setAt(index);
            onPick(emojiByName[name]);
          }}
          className="grid size-9 cursor-pointer place-items-center rounded-sm text-lg hover:bg-muted"
        >
          {emojiByName[name]}
        </button>
      ))}
    </div>
  );
}
