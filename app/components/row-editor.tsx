import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import { cn } from "#app/ui/cn.ts";
import type { TextField } from "./field-props.ts";
import { FieldFault } from "./form-controls.tsx";

/** The fields of a row by name; conform makes metadata for any name. */
export type RowFields<Name extends string = string> = Record<Name, TextField>;
export type RowsField = Pick<FieldMetadata, "id" | "errors" | "errorId"> & {
  name: string;
  getFieldList: () => { key: string | undefined; getFieldset: () => RowFields }[];
};
/** The form of the rows, whose buttons add and remove them. */
export type FormOfRows = Pick<FormMetadata<Record<string, unknown>>, "insert" | "remove">;

/**
 * Rows of a form, added and removed by conform's intent buttons: at once with scripts (the form has an
 * `onValidate`), without them by a submit that returns to the rows. The form has a plain submit first, so
 * that Enter does the main action. A new row, or the one before a removed row, takes the focus.
 */
export function RowEditor<Name extends string>({
  form,
  field,
  newRow,
  most,
  words,
  isInline = false,
  children,
}: {
  form: FormOfRows;
  field: RowsField;
  /** Initial values of a new row, with those of rows inside it. */
  newRow: Record<string, unknown>;
  most: number;
  words: { row: (number: number) => string; remove: (number: number) => string; add: string };
  /** The fields of a row and its button are on one line. */
  isInline?: boolean;
  children: (row: RowFields<Name>) => React.ReactNode;
}) {
  const rows = field.getFieldList();
  const whole = useRef<HTMLDivElement>(null);
  useFocusOnRows(whole, rows.length);
  return (
    <div id={field.id} ref={whole} tabIndex={-1} className="flex flex-col gap-4">
      <FieldFault field={field} />
      {rows.map((row, index) => (
        <fieldset
          key={row.key ?? index}
          className={cn(isInline ? "flex flex-wrap items-end gap-4" : "border-b border-line pb-4")}
        >
          <legend className="mb-2 font-medium">{words.row(index + 1)}</legend>
          {children(row.getFieldset() as RowFields<Name>)}
          {rows.length > 1 ? (
            <p className={cn(isInline ? "" : "mt-2 text-right")}>
              <Button
                {...form.remove.getButtonProps({ name: field.name, index })}
                formAction={`#${field.id}`}
                kind="quiet"
                size="small"
              >
                {words.remove(index + 1)}
              </Button>
            </p>
          ) : null}
        </fieldset>
      ))}
      {rows.length < most ? (
        <p>
          <Button
            {...form.insert.getButtonProps({ name: field.name, defaultValue: newRow as never })}
            formAction={`#${field.id}`}
          >
            {words.add}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

function useFocusOnRows(whole: React.RefObject<HTMLElement | null>, present: number): void {
  const count = useRef(present);
  useEffect(() => {
    const before = count.current;
    count.current = present;
    if (present === before) return;
    const rows = [...(whole.current?.querySelectorAll(":scope > fieldset") ?? [])];
    const row = rows[Math.max(before, present) - 1] ?? rows.at(-1);
    row?.querySelector<HTMLElement>("input, select")?.focus();
  }, [whole, present]);
}
