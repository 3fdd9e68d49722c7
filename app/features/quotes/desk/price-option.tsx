import { useEffect, useState } from "react";
import { InputField, SelectField } from "#app/components/form-controls.tsx";
import { decimalField, wholeNumberField } from "#app/components/number-field.ts";
import { Facts } from "#app/components/page/facts.tsx";
import { type FormOfRows, RowEditor, type RowFields } from "#app/components/row-editor.tsx";
import { PRICE_LIMITS } from "#app/contract/freight-code.ts";
import type { DisplayLanguage } from "#app/lib/date-time.ts";
import { formatMoney } from "#app/lib/money.ts";
import { type Figures, figuresOf, type TypedLine } from "#app/lib/quote-price.ts";
import { useText } from "#app/locales/use-text.ts";
import { emptyLine, type LineName, type OptionFields, PRICE_FORM } from "./price-fields.ts";

export const CHARGE_NAMES = "usual-charges";
export const UNIT_NAMES = "usual-units";

/** One option of a price: carrier, validity, lines, and what they add up to. */
export function PriceOption({
  form,
  option,
  currencies,
}: {
  form: FormOfRows;
  option: OptionFields;
  currencies: (readonly [string, string])[];
}) {
  const { t } = useText("desk-quote");
  const rows = option.lines.getFieldList().map((row) => row.getFieldset() as RowFields<LineName>);
  const typed = useTypedLines(option.lines.name, rows.length) ?? rows.map(typedLine);
  const figures = figuresOf(typed);
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-4">
        <InputField field={option.carrierName} label={t("field.carrierName")} />
        <InputField field={option.transitDays} label={t("field.transitDays")} {...wholeNumberField} />
        <InputField field={option.validUntil} label={t("field.validUntil")} type="date" />
        <SelectField field={option.currency} label={t("field.currency")} choices={currencies} />
      </div>
      <div className="border-s-2 border-line ps-3">
        <RowEditor
          form={form}
          field={option.lines}
          newRow={emptyLine}
          most={PRICE_LIMITS.lines}
          words={{
            row: (number) => t("form.line", { number }),
            remove: (number) => t("form.removeLine", { number }),
            add: t("form.addLine"),
          }}
        >
          {(line: RowFields<LineName>) => (
            <Line fields={line} amount={figures.amounts[indexOf(line.price.name)] ?? null} />
          )}
        </RowEditor>
      </div>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3 rounded-md bg-muted p-3">
        <Sums figures={figures} currency={option.currency.initialValue ?? ""} />
        <div className="w-40">
          <InputField field={option.total} label={t("field.total")} {...decimalField} />
        </div>
      </div>
    </div>
  );
}

/** `options[0].lines[3].price` is of line 3. */
const indexOf = (name: string) => Number(/lines\[(\d+)\]/.exec(name)?.[1] ?? -1);

function Line({ fields, amount }: { fields: RowFields<LineName>; amount: string | null }) {
  const { t } = useText("desk-quote");
  return (
    <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[90px_minmax(140px,2fr)_repeat(5,minmax(72px,1fr))]">
      <InputField field={fields.chargeCode} label={t("field.chargeCode")} />
      <InputField field={fields.description} label={t("field.description")} list={CHARGE_NAMES} />
      <InputField field={fields.unit} label={t("field.unit")} list={UNIT_NAMES} />
      <InputField field={fields.quantity} label={t("field.quantity")} {...decimalField} />
      <InputField field={fields.price} label={t("field.price")} {...decimalField} />
      <InputField
        field={fields.amount}
        label={t("field.amount")}
        placeholder={amount ?? undefined}
        {...decimalField}
      />
      <InputField field={fields.cost} label={t("field.cost")} {...decimalField} />
    </div>
  );
}

function Sums({ figures, currency }: { figures: Figures; currency: string }) {
  const { t, i18n } = useText("desk-quote");
  const money = (amount: string) => formatMoney(amount, currency, i18n.language as DisplayLanguage) ?? amount;
  const { total, cost, margin, percent, linesWithoutCost } = figures;
  const share = percent === null ? "" : ` (${percent} %)`;
  const sums: [label: string, text: string][] = [
    [t("sum.total"), money(total)],
    [t("sum.cost"), cost === null ? t("noCost") : money(cost)],
  ];
  if (margin !== null) sums.push([t("sum.margin"), `${money(margin)}${share}`]);
  if (linesWithoutCost > 0) sums.push([t("sum.withoutCost"), String(linesWithoutCost)]);
  return (
    <div aria-live="polite">
      <Facts
        facts={sums.map(([label, text]) => ({
          label,
          value: <span className="font-medium">{`${text} `}</span>,
        }))}
      />
    </div>
  );
}

const typedLine = ({ quantity, price, cost }: RowFields<LineName>): TypedLine => ({
  quantity: quantity.initialValue,
  price: price.initialValue,
  cost: cost.initialValue,
});

/** The lines as they are typed; null until the script reads them. Adding and removing rows fires no input event. */
function useTypedLines(list: string, rowCount: number): TypedLine[] | null {
  const [lines, setLines] = useState<TypedLine[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rowCount` changes when rows are added or removed
  useEffect(() => {
    const form = document.getElementById(PRICE_FORM);
    if (!(form instanceof HTMLFormElement)) return;
    const read = () => {
      const lines: TypedLine[] = [];
      for (const [name, value] of new FormData(form)) {
        if (typeof value !== "string" || !name.startsWith(`${list}[`)) continue;
        const [index = "", field = ""] = name.slice(list.length + 1).split("].");
        lines[Number(index)] = { ...lines[Number(index)], [field]: value };
      }
      setLines(Array.from(lines, (line) => line ?? {}));
    };
    form.addEventListener("input", read);
    read();
    return () => form.removeEventListener("input", read);
  }, [list, rowCount]);
  return lines;
}
