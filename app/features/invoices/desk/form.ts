import type { BegunConflict } from "#app/components/begun-form.tsx";

/** A form of the desk at an invoice, all of whose texts are made on the server. */
export interface DeskFormView {
  /** Also the value of its button, which says what is done. */
  id: string;
  title: string;
  intro: string | null;
  fields: DeskField[];
  submit: string;
  /** It is what the page is for. */
  isOpen?: true;
  /** Its fields show what is stored, and change that. */
  isChange?: true;
}

export interface DeskField {
  name: string;
  label: string;
  type: "text" | "decimal" | "date" | "textarea" | "choice";
  value: string;
  hint: string | null;
  max: number;
  choices: [value: string, label: string][];
}

export interface DeskReply {
  form: string;
  typed: Record<string, string>;
  /** By the name of the field; "" for the whole form. */
  faults: Record<string, string>;
  /** Id of a write without an answer, which the next press repeats. */
  requestId: string | null;
  conflict?: BegunConflict;
}

/** What the form shows. */
export const valuesOf = ({ fields }: DeskFormView): Record<string, string> =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]));
