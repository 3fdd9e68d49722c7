import { lazy, Suspense, useRef, useState } from "react";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { loadEmoji } from "./use-emoji.ts";

const EmojiPicker = lazy(() => import("./emoji-picker.tsx"));

/** Opens the picker, which comes when it is first asked for. */
export function EmojiButton({ onPick, onDone }: { onPick(emoji: string): void; onDone(): void }) {
  const { t } = useText("message-live");
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const close = () => {
    setOpen(false);
    onDone();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only sees the focus leave
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
        onClick={() => setOpen((before) => !before)}
      >
        {t("emoji.open")}
      </Button>
      {isOpen ? (
        <span className="absolute bottom-full left-0 z-20 mb-2 block">
          <Suspense fallback={null}>
            <EmojiPicker onPick={onPick} onClose={close} />
          </Suspense>
        </span>
      ) : null}
    </span>
  );
}
