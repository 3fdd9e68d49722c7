import { useEffect, useState } from "react";
import { useKeysOn } from "#app/components/keys-on.ts";
import { useText } from "#app/locales/use-text.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";

const keys = [
  ["j", "next"],
  ["k", "previous"],
  ["x", "choose"],
  ["o", "open"],
  ["t", "take"],
  ["s", "snooze"],
  ["e", "done"],
  ["/", "search"],
  ["?", "help"],
] as const;

const rows = () => [...document.querySelectorAll<HTMLElement>("[data-item]")];
const boxOf = (row: Element | null | undefined) =>
  row?.querySelector<HTMLInputElement>("input[type=checkbox]");
const rowHere = () => document.activeElement?.closest<HTMLElement>("[data-item]");

function move(step: number): void {
  const all = rows();
  const here = rowHere();
  const next = here ? all.indexOf(here) + step : step > 0 ? 0 : all.length - 1;
  const row = all[Math.max(0, Math.min(next, all.length - 1))];
  boxOf(row)?.focus();
  row?.scrollIntoView({ block: "nearest" });
}

/** Presses a button of the form for the chosen items; without any, for the one with the focus. */
function press(form: string, intent: string): void {
  const isAnyChosen = rows().some((row) => boxOf(row)?.checked);
  const box = boxOf(rowHere());
  if (!isAnyChosen && box) box.checked = true;
  document.querySelector<HTMLElement>(`#${form} [name=intent][value=${intent}]`)?.click();
}

/** The inbox by keyboard, and the list of its keys, which can be switched off. Only with scripts. */
export function InboxKeys({ form }: { form: string }) {
  const { t } = useText("inbox-list");
  const [isShown, setShown] = useState(false);
  const [isOn, setOn] = useKeysOn();
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      const isTyping =
        target instanceof HTMLElement && target.matches("input:not([type=checkbox]), select, textarea");
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const actions: Record<string, () => void> = {
        j: () => move(1),
        k: () => move(-1),
        x: () => boxOf(rowHere())?.click(),
        o: () => rowHere()?.querySelector<HTMLElement>("th a")?.click(),
        t: () => press(form, "take"),
        s: () => press(form, "snooze"),
        e: () => press(form, "done"),
        "/": () => document.querySelector<HTMLElement>("[role=search] [name=keyword]")?.focus(),
        "?": () => setShown((isShown) => !isShown),
      };
      if (key === "Escape") setShown(false);
      const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [form, isOn]);
  if (isOn === null) return null;
  if (!isShown)
    return (
      <p className="max-sm:hidden print:hidden">
        <button type="button" className="py-1 text-link underline" onClick={() => setShown(true)}>
          {t("keys.list")}
        </button>
      </p>
    );
  return (
    <section
      aria-label={t("keys.title")}
      className="fixed right-4 bottom-4 z-10 rounded-lg border border-line bg-card p-4 shadow-lg"
    >
      <h2 className="mb-2 font-semibold">{t("keys.title")}</h2>
      <Checkbox checked={isOn} onChange={(event) => setOn(event.target.checked)} className="mb-2">
        {t("keys.use")}
      </Checkbox>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        {keys.map(([key, name]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-sm border border-line px-1.5">{key}</kbd>
            </dt>
            <dd>{t(`keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="mt-2 py-1 text-link underline" onClick={() => setShown(false)}>
        {t("keys.close")}
      </button>
    </section>
  );
}
