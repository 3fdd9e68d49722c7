import { useState } from "react";
import { Form, href } from "react-router";
import { loadChunk } from "#app/lib/load-chunk.ts";
import { useText } from "#app/locales/use-text.ts";
import { areKeysOn } from "./keys-off.ts";

/** "/" and Ctrl K lead to the field, from everywhere but another field. */
function onKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey } = event;
  const isCalled = ctrlKey || metaKey ? key === "k" : key === "/" && areKeysOn();
  const field = document.querySelector<HTMLElement>(".find input");
  if (!isCalled || !field || document.activeElement?.matches("input,select,textarea")) return;
  event.preventDefault();
  field.focus();
}
if (!import.meta.env.SSR) addEventListener("keydown", onKey);

/**
 * The one search, as a form that works without scripts; on a phone its button alone, which leads to the page with the field. The
 * suggestions come with the first focus, or with a letter, since on a slow line somebody is there before this script.
 */
export function SearchBox() {
  const { t } = useText();
  const [suggestions, setSuggestions] = useState<React.ReactNode>();
  const load = async ({ currentTarget }: React.SyntheticEvent<HTMLInputElement>) => {
    const part = await loadChunk(() => import("./search-suggestions.tsx"));
    if (part) setSuggestions(<part.default field={currentTarget} />);
  };
  const label = t("search");
  return (
    <Form action={href("/search")} className="find" role="search" aria-label={label} discover="none">
      <input
        type="search"
        name="q"
        maxLength={200}
        aria-label={label}
        placeholder={label}
        className="min-h-9 rounded-md border border-field px-3 text-sm"
        onFocus={load}
        onInput={load}
      />
      <button type="submit" className="item" aria-label={label}>
        <svg viewBox="0 0 12 12" className="icon" aria-hidden="true">
          <path d="M8 8l3 3M9 5a4 4 0 1 1-8 0a4 4 0 0 1 8 0" />
        </svg>
      </button>
      {suggestions}
    </Form>
  );
}
