import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";

/**
 * Rows of a form, added and removed by conform's intent buttons: with scripts at once (the form has an `onValidate`),
 * without them by a submit that comes back to the rows. The form puts a plain submit first, so that Enter does the main
 * thing. Texts: `freight`.
 */
export function RowEditor<Row extends Record<string, unknown>>({
  form,
  field,
  id,
  newRow,
  most,
  children,
}: {
  form: Pick<FormMetadata<Record<string, unknown>>, "insert" | "remove">;
  field: FieldMetadata<Row[]> & { getFieldList: () => FieldMetadata<Row>[] };
  /** Of the whole, for links and for the way back. */
  id: string;
  /** What a new row begins with. */
  newRow: Partial<Row>;
  most: number;
  children: (row: FieldMetadata<Row>, index: number) => React.ReactNode;
}) {
  const { t } = useText("freight");
  const rows = field.getFieldList();
  const whole = useRef<HTMLDivElement>(null);
  const count = useRef(rows.length);
  useEffect(() => {
    const before = count.current;
    count.current = rows.length;
    if (rows.length === before) return;
    const row = whole.current?.querySelectorAll("fieldset")[Math.max(before, rows.length) - 1];
    const next = row ?? whole.current?.querySelector("fieldset:last-of-type");
    next?.querySelector<HTMLElement>("input, select")?.focus();
  }, [rows.length]);
  const name = field.name as string;
  return (
    <div id={id} ref={whole} className="flex flex-col gap-4">
      {rows.map((row, index) => (
        <fieldset key={row.key ?? index} className="border-b border-line pb-4">
          <legend className="mb-2 font-medium">{t("cargo.row", { number: index + 1 })}</legend>
          {children(row, index)}
          {rows.length > 1 ? (
            <p className="mt-2 text-right">
              <Button
                {...form.remove.getButtonProps({ name, index })}
                formAction={`#${id}`}
                kind="quiet"
                size="small"
              >
                {t("cargo.remove", { number: index + 1 })}
              </Button>
            </p>
          ) : null}
        </fieldset>
      ))}
      {rows.length < most ? (
        <p>
          <Button
            {...form.insert.getButtonProps({ name, defaultValue: newRow as never })}
            formAction={`#${id}`}
          >
            {t("cargo.add")}
          </Button>
        </p>
      ) : null}
    </div>
  );
}
