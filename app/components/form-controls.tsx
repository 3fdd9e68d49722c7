import {
  type FieldMetadata,
  getCollectionProps,
  getFieldsetProps,
  getInputProps,
  getSelectProps,
} from "@conform-to/react";
import { Checkbox, Radio } from "#app/ui/checkbox.tsx";
import { FieldDescription, FieldLabel, FieldSet } from "#app/ui/field.tsx";
import { Input, Select, TextArea } from "#app/ui/input.tsx";
import {
  describedBy,
  inForm,
  inputProps,
  type ListField,
  readOnce,
  type TextField,
  textAreaProps,
} from "./field-props.ts";
import { useFieldText } from "./field-text.ts";

/**
 * The controls of all forms: label, hint, control and fault of one field, connected by conform's helpers.
 * Required fields come from the form's schema (`requiredFields`), or from the form if it has no schema.
 */

interface ControlOptions {
  label: string;
  hint?: string;
  /** For forms without an error summary: the fault is announced when it appears. */
  isAlert?: boolean;
}
type Attributes<Element extends "input" | "select" | "textarea"> = Omit<
  React.ComponentProps<Element>,
  "id" | "name" | "form" | "defaultValue"
>;

/** The fault of a field, referenced by its control's `aria-describedby`. */
export function FieldFault({
  field,
  isAlert = false,
}: {
  field: Pick<ListField, "errors" | "errorId">;
  isAlert?: boolean;
}) {
  const textOf = useFieldText();
  if (!field.errors?.length) return null;
  return (
    <p id={field.errorId} role={isAlert ? "alert" : undefined} className="text-xs text-danger">
      {field.errors.map(textOf).join(" ")}
    </p>
  );
}

function Hint({ field, text }: { field: Pick<ListField, "descriptionId">; text: string | undefined }) {
  if (!text) return null;
  return <FieldDescription id={field.descriptionId}>{text}</FieldDescription>;
}

function Labelled({
  field,
  label,
  hint,
  isAlert,
  children,
}: ControlOptions & { field: TextField; children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <FieldLabel htmlFor={field.id}>{label}</FieldLabel>
      <Hint field={field} text={hint} />
      {children}
      <FieldFault field={field} isAlert={isAlert} />
    </div>
  );
}

const hintIdOf = (field: TextField, hint: string | undefined) => (hint ? field.descriptionId : undefined);

/** A single-line input, by default of type text. */
export function InputField({
  field: plainField,
  label,
  hint,
  isAlert,
  type = "text",
  ...rest
}: ControlOptions & { field: TextField } & Attributes<"input">) {
  const field = readOnce(plainField);
  return (
    <Labelled field={field} label={label} hint={hint} isAlert={isAlert}>
      <Input {...inputProps(field, type, hintIdOf(field, hint))} {...rest} />
    </Labelled>
  );
}

export function TextAreaField({
  field: plainField,
  label,
  hint,
  isAlert,
  ...rest
}: ControlOptions & { field: TextField } & Attributes<"textarea">) {
  const field = readOnce(plainField);
  return (
    <Labelled field={field} label={label} hint={hint} isAlert={isAlert}>
      <TextArea {...textAreaProps(field, hintIdOf(field, hint))} {...rest} />
    </Labelled>
  );
}

export type Choices = readonly (readonly [value: string, label: string])[];

/** A select: `choices`, or options and groups as `children`. */
export function SelectField({
  field: plainField,
  label,
  hint,
  isAlert,
  choices,
  children,
  ...rest
}: ControlOptions & { field: TextField; choices?: Choices } & Attributes<"select">) {
  const field = readOnce(plainField);
  return (
    <Labelled field={field} label={label} hint={hint} isAlert={isAlert}>
      <Select {...inForm(getSelectProps(field, describedBy(hintIdOf(field, hint))))} {...rest}>
        {choices?.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
        {children}
      </Select>
    </Labelled>
  );
}

/** Attributes by which CSS detects what is chosen. */
type Marks = Record<`data-${string}`, string | true | undefined>;

/** One checkbox with its label. */
export function CheckField({
  field: plainField,
  label,
  value = "on",
  marks,
  isLong = false,
  className = "",
}: {
  field: TextField;
  label: React.ReactNode;
  value?: string;
  marks?: Marks;
  /** For labels of several lines: the box is at the first line. */
  isLong?: boolean;
  className?: string;
}) {
  const field = readOnce(plainField);
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <Checkbox {...inForm(getInputProps(field, { type: "checkbox", value }))} {...marks} isLong={isLong}>
        {label}
      </Checkbox>
      <FieldFault field={field} />
    </div>
  );
}

export interface FieldOption {
  value: string;
  label: React.ReactNode;
  marks?: Marks;
}

/** Radio buttons or checkboxes of one field. Faults and the error summary refer to the group. */
export function OptionFields({
  field: plainField,
  type,
  legend,
  options,
  isAlert,
  focusFirst = false,
}: {
  field: ListField;
  type: "radio" | "checkbox";
  legend: string;
  options: readonly FieldOption[];
  isAlert?: boolean;
  /** For pages without scripts, which cannot move the focus to a fault. */
  focusFirst?: boolean;
}) {
  const field = readOnce(plainField);
  const any = field as FieldMetadata;
  const group = getFieldsetProps(any);
  const values = options.map(({ value }) => value);
  const Choice = type === "radio" ? Radio : Checkbox;
  const inputs = getCollectionProps(any, { type, options: values, ariaAttributes: false });
  return (
    <FieldSet legend={legend} id={group.id} tabIndex={-1} aria-describedby={group["aria-describedby"]}>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {inputs.map(({ key, form: _, ...input }, index) => (
          <Choice key={key} {...input} {...options[index]?.marks} autoFocus={focusFirst && index === 0}>
            {options[index]?.label}
          </Choice>
        ))}
      </div>
      <FieldFault field={field} isAlert={isAlert} />
    </FieldSet>
  );
}
