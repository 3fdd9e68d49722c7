import { useEffect, useState } from "react";
import type { DisplayLanguage } from "#app/lib/date-time.ts";
import { loadChunk } from "#app/lib/load-chunk.ts";
import type { Translate } from "#app/locales/translation.ts";
import { useText } from "#app/locales/use-text.ts";
import type { TypedRates, WeightView } from "./cargo-weight-words.ts";
import type { MeasuredRow } from "./measure-fields.tsx";

/**
 * Chargeable weight with its explanation, worked out anew as the form `formId` is typed in. `known` is what the server
 * worked out, which is all there is without scripts. Texts: `freight`.
 */
export function CargoWeight({
  formId,
  list,
  modeField,
  rowCount,
  known,
}: {
  formId: string;
  /** Name of the rows: `packages`. */
  list: string;
  modeField: string;
  /** A change of it works out anew: adding and removing rows is no typing. */
  rowCount: number;
  known: WeightView | null;
}) {
  const { t } = useText("freight");
  const live = useLiveWeight(formId, list, modeField, rowCount);
  const view = live === undefined ? known : live;
  return (
    <div aria-live="polite">
      <h3 className="font-semibold">{t("weight.title")}</h3>
      {view ? <WeightExplained view={view} /> : <p className="text-quiet">{t("weight.unfinished")}</p>}
    </div>
  );
}

/** The figure, what it was made of, and the advice. */
export function WeightExplained({ view }: { view: WeightView }) {
  return (
    <>
      <p className="text-lg font-medium">{view.headline}</p>
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
        {view.rows.map(([label, text]) => (
          <div key={label}>
            <dt className="text-xs text-quiet">{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {view.notes.map((note) => (
        <p key={note} className="mt-2 text-info">
          {note}
        </p>
      ))}
    </>
  );
}

/** Undefined until the script has worked it out. */
function useLiveWeight(
  formId: string,
  list: string,
  modeField: string,
  rowCount: number,
): WeightView | null | undefined {
  const { t, i18n } = useText("freight");
  const [view, setView] = useState<WeightView | null>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rowCount` says that rows came or went
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    let isGone = false;
    const workOut = async () => {
      // Without a link the words cannot come: what the server worked out stays, and the next key asks again.
      const words = await loadChunk(() => import("./cargo-weight-words.ts"));
      if (isGone || !words) return;
      const typed = readCargo(new FormData(form), list);
      const cargo = { ...typed, mode: new FormData(form).get(modeField) };
      setView(words.weightView(cargo, t as unknown as Translate, i18n.language as DisplayLanguage));
    };
    const onInput = () => void workOut();
    form.addEventListener("input", onInput);
    onInput();
    return () => {
      isGone = true;
      form.removeEventListener("input", onInput);
    };
  }, [formId, list, modeField, rowCount, t, i18n.language]);
  return view;
}

function readCargo(form: FormData, list: string): { rows: MeasuredRow[]; rates: TypedRates } {
  const rows: MeasuredRow[] = [];
  const rates: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value !== "string") continue;
    if (name.startsWith("rate")) rates[name] = value;
    if (!name.startsWith(`${list}[`)) continue;
    const [index = "", field = ""] = name.slice(list.length + 1).split("].");
    const row = rows[Number(index)] ?? {};
    row[field] = value;
    rows[Number(index)] = row;
  }
  return { rows: rows.filter(Boolean), rates };
}
