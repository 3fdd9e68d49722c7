import {
  type FieldMetadata,
  getCollectionProps,
  getFieldsetProps,
  getInputProps,
  getSelectProps,
  getTextareaProps,
} from "@conform-to/react";
import { Input, Select, TextArea } from "#app/ui/input.tsx";
import { useFieldText } from "./field-text.ts";

/**
 * The controls of every form: label, hint, control and fault of one field, tied together by conform's helpers. Required
 * is what the form's schema requires (`requiredFields`), or what a form without a schema says.
 */

export type TextField = FieldMetadata<string | undefined>;
export type ListField = TextField | FieldMetadata<string[] | undefined>;

interface ControlOptions {
  label: string;
  hint?: string;
  /** Of a form without an error summary: a fault is said as soon as it stands there. */
  isAlert?: boolean;
}
type Attributes<Element extends "input" | "select" | "textarea"> = Omit<
  React.ComponentProps<Element>,
  "id" | "name" | "form" | "defaultValue"
>;

/** The field of a form that conform does not hold: its value and its fault come with the answer. */
export function answeredField({
  id,
  name = id,
  value,
  fault,
  errorId = `${id}-error`,
}: {
  id: string;
  name?: string;
  value?: string | undefined;
  fault?: string | null | undefined;
  errorId?: string;
}): TextField {
  const field = { id, name, errorId, descriptionId: `${id}-description`, initialValue: value };
  return { ...field, errors: fault ? [fault] : undefined } as unknown as TextField;
}

/** Controls stand inside their form: they need not name it. */
function inForm<Props extends { form?: string }>({ form: _, ...props }: Props): Omit<Props, "form"> {
  return props;
}

const describedBy = (id: string | undefined) => (id ? { ariaDescribedBy: id } : {});

/** For an input of a layout of its own; `hintId` names what describes it. */
export function inputProps(field: TextField, type: React.HTMLInputTypeAttribute, hintId?: string) {
  const options = { type, value: type !== "password" && type !== "file", ...describedBy(hintId) };
  return inForm(getInputProps(field, options as Parameters<typeof getInputProps>[1]));
}

/** For a text area of a layout of its own; `hintId` names what describes it. */
export function textAreaProps(field: TextField, hintId?: string) {
  return inForm(getTextareaProps(field, describedBy(hintId)));
}

/** What is wrong with a field, where its control says so by `aria-describedby`. */
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
  return (
    <p id={field.descriptionId} className="text-xs text-quiet">
      {text}
    </p>
  );
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
      <label htmlFor={field.id} className="font-medium">
        {label}
      </label>
      <Hint field={field} text={hint} />
      {children}
      <FieldFault field={field} isAlert={isAlert} />
    </div>
  );
}

const hintIdOf = (field: TextField, hint: string | undefined) => (hint ? field.descriptionId : undefined);

/** A line of text, or of another `type`. */
export function InputField({
  field,
  label,
  hint,
  isAlert,
  type = "text",
  ...rest
}: ControlOptions & { field: TextField } & Attributes<"input">) {
  return (
    <Labelled {...{ field, label, hint, isAlert }}>
      <Input {...inputProps(field, type, hintIdOf(field, hint))} {...rest} />
    </Labelled>
  );
}

export function TextAreaField({
  field,
  label,
  hint,
  isAlert,
  ...rest
}: ControlOptions & { field: TextField } & Attributes<"textarea">) {
  return (
    <Labelled {...{ field, label, hint, isAlert }}>
      <TextArea {...textAreaProps(field, hintIdOf(field, hint))} {...rest} />
    </Labelled>
  );
}

export type Choices = readonly (readonly [value: string, label: string])[];

/** A list to choose from: `choices`, or options and their groups as `children`. */
export function SelectField({
  field,
  label,
  hint,
  isAlert,
  choices,
  children,
  ...rest
}: ControlOptions & { field: TextField; choices?: Choices } & Attributes<"select">) {
  return (
    <Labelled {...{ field, label, hint, isAlert }}>
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

/** Attributes by which the style sheet knows what is chosen. */
type Marks = Record<`data-${string}`, string | true | undefined>;

/** One box to tick, with its words beside it. */
export function CheckField({
  field,
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
  /** Of several lines: the box stands at the first. */
  isLong?: boolean;
  className?: string;
}) {
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label className={`flex min-h-8 gap-2 ${isLong ? "items-start" : "items-center"}`}>
        <input
          {...inForm(getInputProps(field, { type: "checkbox", value }))}
          {...marks}
          className={isLong ? "mt-1" : undefined}
        />
        <span>{label}</span>
      </label>
      <FieldFault field={field} />
    </div>
  );
}

export interface FieldOption {
  value: string;
  label: React.ReactNode;
  marks?: Marks;
}

/** Choices of one field, each a button or a box of its own. The group is what a fault and the way to it name. */
export function OptionFields({
  field,
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
  /** On pages without scripts, which cannot move the focus to a fault. */
  focusFirst?: boolean;
}) {
  const any = field as FieldMetadata;
  const group = getFieldsetProps(any);
  const values = options.map(({ value }) => value);
  const inputs = getCollectionProps(any, { type, options: values, ariaAttributes: false });
  return (
    <fieldset id={group.id} tabIndex={-1} aria-describedby={group["aria-describedby"]}>
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {inputs.map(({ key, form: _, ...input }, index) => (
          <label key={key} className="flex min-h-8 items-center gap-2">
            {/* biome-ignore lint/a11y/noAutofocus: after a fault the reader is led to it */}
            <input {...input} {...options[index]?.marks} autoFocus={focusFirst && index === 0} />
            {options[index]?.label}
          </label>
        ))}
      </div>
      <FieldFault field={field} isAlert={isAlert} />
    </fieldset>
  );
}
