import { type FieldMetadata, getInputProps, getTextareaProps } from "@conform-to/react";

/** The attributes that tie a control to its name, value, hint and fault; `form-controls.tsx` draws the usual ones. */

export type TextField = FieldMetadata<string | undefined>;

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
export function inForm<Props extends { form?: string }>({ form: _, ...props }: Props): Omit<Props, "form"> {
  return props;
}

/** conform's option that names what describes a control besides its fault. */
export const describedBy = (id: string | undefined) => (id ? { ariaDescribedBy: id } : {});

/** For an input of a layout of its own; `hintId` names what describes it. */
export function inputProps(field: TextField, type: React.HTMLInputTypeAttribute, hintId?: string) {
  const options = { type, value: type !== "password" && type !== "file", ...describedBy(hintId) };
  return inForm(getInputProps(field, options as Parameters<typeof getInputProps>[1]));
}

/** For a text area of a layout of its own; `hintId` names what describes it. */
export function textAreaProps(field: TextField, hintId?: string) {
  return inForm(getTextareaProps(field, describedBy(hintId)));
}
