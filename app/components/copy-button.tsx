import { startTransition, useEffect, useState } from "react";
import { useText } from "#app/locales/use-text.ts";
import { announce } from "./movement.ts";

const SHOWN_MS = 2_000;

/**
 * Copies a number and shows 'Copy succeeded' (product 2.8). Renders nothing without scripts, because the text
 * can be selected.
 */
export const CopyButton: React.FC<{ text: string; label?: string }> = import.meta.env.SSR
  ? () => null
  : BrowserCopyButton;

/** @param label what is copied, where the text itself is too long to be read out */
function BrowserCopyButton({ text, label = text }: { text: string; label?: string }) {
  const { t } = useText();
  const [isCopied, setCopied] = useState(false);
  const [canCopy, setCanCopy] = useState(false);
  useEffect(() => startTransition(() => setCanCopy(navigator.clipboard !== undefined)), []);
  if (!canCopy) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // The browser forbids it; the text can still be selected.
      return;
    }
    announce(t("copied"));
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <span className="copy">
      <button type="button" onClick={copy} aria-label={`${t("copy")} ${label}`}>
        <svg viewBox="0 0 12 12" className="icon" aria-hidden="true">
          <path d="M4 4h7v7H4zM8 4V1H1v7h3" />
        </svg>
      </button>
      {isCopied ? <span aria-hidden="true">{t("copied")}</span> : null}
    </span>
  );
}
