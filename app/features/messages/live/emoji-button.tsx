import { useRef, useState } from "react";
import { loadChunk } from "#app/lib/load-chunk.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { loadEmoji } from "./use-emoji.ts";

type Picker = typeof import("./emoji-picker.tsx").default;

/** Opens the picker, which is loaded on first use. If loading fails, nothing happens. */
export function EmojiButton({ onPick, onDone }: { onPick(emoji: string): void; onDone(): void }) {
  const { t } = useText("message-live");
  const [picker, setPicker] = useState<{ Picker: Picker } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const toggle = async () => {
    setOpen((before) => !before);
    if (picker) return;
    const module = await loadChunk(() => import("./emoji-picker.tsx"));
    if (module) setPicker({ Picker: module.default });
    else setOpen(false);
  };
  const close = () => {
    setOpen(false);
    onDone();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes that the focus leaves
    <span
      ref={place}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !place.current?.contains(relatedTarget as Node)) setOpen(false);
      }}
    >
      <Button
        type="button"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadEmoji()}
        onClick={() => void toggle()}
      >
        {t("emoji.open")}
      </Button>
      {isOpen && picker ? (
        <span className="absolute bottom-full left-0 z-20 mb-2 block">
          <picker.Picker onPick={onPick} onClose={close} />
        </span>
      ) : null}
    </span>
  );
}
