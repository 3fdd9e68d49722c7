import { useEffect, useState } from "react";
import { href, useNavigate } from "react-router";
import { pageOwnerHeaders } from "#app/access/page-owner.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { announce } from "./movement.ts";

interface Answer {
  /** What a screen reader says. */
  said: string;
  rows: { kind: string; href: string; title: string; line: string }[];
}

const LIST = "search-suggestions";
const optionId = (at: number) => `${LIST}-${at}`;
const TYPING_MS = 150;
/** One character begins half of all numbers. */
const TEXT_MIN = 2;

/** Null without an answer, since suggestions are optional. */
async function askPortal(q: string, signal: AbortSignal): Promise<Answer | null> {
  try {
    const answer = await fetch(withQuery(href("/search/suggest"), { q }), {
      headers: pageOwnerHeaders(),
      signal,
    });
    return answer.ok ? ((await answer.json()) as Answer) : null;
  } catch {
    return null;
  }
}

/**
 * Suggestions below the search field, which becomes a combobox (ARIA 1.2): arrows choose, Enter opens, Escape closes. Without a
 * choice Enter submits the form, whatever became of the suggestions.
 */
export default function SearchSuggestions({ field }: { field: HTMLInputElement }) {
  const navigate = useNavigate();
  /** Empty while somebody is elsewhere. */
  const [typed, setTyped] = useState(field === document.activeElement ? field.value : "");
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [at, setAt] = useState(-1);
  const rows = answer?.rows ?? [];
  useEffect(() => {
    const under = new AbortController();
    const show = (next: Answer | null) => {
      if (under.signal.aborted) return;
      setAnswer(next);
      setAt(-1);
      if (next) announce(next.said);
    };
    if (typed.trim().length < TEXT_MIN) show(null);
    const ask = () => askPortal(typed.trim(), under.signal).then(show);
    const timer = typed.trim().length < TEXT_MIN ? undefined : setTimeout(ask, TYPING_MS);
    return () => {
      clearTimeout(timer);
      under.abort();
    };
  }, [typed]);
  const open = (to: string) => {
    field.value = "";
    field.blur();
    void navigate(to);
  };
  const onKeyDown = (event: Event) => {
    const { key, isComposing } = event as KeyboardEvent;
    // Keys that choose characters of Chinese are not ours.
    if (isComposing || rows.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    // Before the first and behind the last is the field itself.
    const places = rows.length + 1;
    if (step) setAt(((at + 1 + step + places) % places) - 1);
    else if (key === "Escape") setAnswer(null);
    else if (key === "Enter" && rows[at]) open(rows[at].href);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    const take = () => setTyped(field.value);
    const leave = () => setTyped("");
    const events = { input: take, focus: take, blur: leave, keydown: onKeyDown };
    for (const [name, listen] of Object.entries(events)) field.addEventListener(name, listen);
    field.form?.addEventListener("submit", leave);
    return () => {
      for (const [name, listen] of Object.entries(events)) field.removeEventListener(name, listen);
      field.form?.removeEventListener("submit", leave);
    };
  });
  useEffect(() => {
    field.role = "combobox";
    field.autocomplete = "off";
    field.ariaAutoComplete = "list";
    field.ariaExpanded = String(rows.length > 0);
    field.setAttribute("aria-controls", LIST);
    if (at < 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", optionId(at));
    document.getElementById(optionId(at))?.scrollIntoView({ block: "nearest" });
  }, [field, rows.length, at]);
  return (
    <div
      id={LIST}
      role="listbox"
      aria-label={field.ariaLabel ?? ""}
      hidden={rows.length === 0}
      className="absolute z-30 w-full overflow-y-auto rounded-md border border-line bg-card shadow-lg"
      // What no page has has no class, since the style sheet comes with each first visit.
      style={{ maxHeight: "70dvh" }}
    >
      {rows.map(({ kind, href, title, line }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
        <div
          key={href}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => open(href)}
          className={`px-3 py-1.5 hover:bg-muted ${index === at ? "bg-muted" : ""}`}
          style={{ cursor: "pointer", outline: index === at ? "2px solid" : "", outlineOffset: -2 }}
        >
          <span className="flex justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">{title}</span>{" "}
            <span className="text-xs text-quiet">{kind}</span>
          </span>{" "}
          {line ? <span className="block text-xs text-quiet wrap-anywhere">{line}</span> : null}
        </div>
      ))}
    </div>
  );
}
