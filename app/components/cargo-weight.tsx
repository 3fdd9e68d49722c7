import { useEffect, useState } from "react";
import type { DisplayLanguage } from "#app/lib/date-time.ts";
import { loadChunk } from "#app/lib/load-chunk.ts";
import type { Translate } from "#app/locales/translation.ts";
import { useText } from "#app/locales/use-text.ts";
import type { TypedRates, WeightView } from "./cargo-weight-words.ts";
import type { MeasuredRow } from "./measure-fields.tsx";
import { Facts } from "./page/facts.tsx";

/**
 * Chargeable weight with its explanation, updated while the form `formId` is edited. `known` is the server's
 * result, the only one without scripts. Texts: `freight`.
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
  /** A change triggers an update, because adding and removing rows fires no input event. */
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

/** The figure, its explanation, and the advice. */
export function WeightExplained({ view }: { view: WeightView }) {
  return (
    <>
      <p className="text-lg font-medium">{view.headline}</p>
      <Facts facts={view.rows} className="mt-2" />
      {view.notes.map((note) => (
        <p key={note} className="mt-2 text-info">
          {note}
        </p>
      ))}
    </>
  );
}

/** Undefined until the script has computed it. */
function useLiveWeight(
  formId: string,
  list: string,
  modeField: string,
  rowCount: number,
): WeightView | null | undefined {
  const { t, i18n } = useText("freight");
  const [view, setView] = useState<WeightView | null>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rowCount` changes when rows are added or removed
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    let isGone = false;
    const workOut = async () => {
      // If the chunk cannot be loaded, the server's result stays, and the next input tries again.
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
