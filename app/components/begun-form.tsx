import { useState } from "react";
import { useLocation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ButtonLink } from "./button-link.tsx";
import { Actions } from "./page/actions.tsx";
import { TwoVersions } from "./two-versions.tsx";

/** Name of the field by which a form says how it began. */
export const BEGUN = "begun";

/** The boxes of one name that are ticked. */
export interface Boxes {
  readonly ticked: readonly string[];
}
export type Rows = readonly Readonly<Record<string, string | undefined>>[];
/** undefined: the form has no such field. */
export type FormValue = string | Boxes | Rows | undefined;
export type FormValues = Readonly<Record<string, FormValue>>;

/** What `Begun` sends: the values with which a form began, and their version. */
export const begunText = (fields: FormValues, version?: number | string | null): string =>
  JSON.stringify({ fields, ...(version != null && { version: String(version) }) });

interface Answer {
  conflict?: BegunConflict;
  /** Reply of a form with conform. */
  reply?: { initialValue?: Record<string, unknown> | null };
  /** Of another one. */
  typed?: Record<string, string>;
}

/** Says with which values the form began, so that `saveChange` knows what was touched. */
export function Begun({
  fields,
  version,
  answer,
}: {
  fields: FormValues;
  /** Of what is stored. */
  version?: number | string | null;
  /** Answer of the action, where the form is shown again. */
  answer: object | undefined;
}) {
  const { conflict, reply, typed } = (answer ?? {}) as Answer;
  const sent = reply?.initialValue?.[BEGUN] ?? typed?.[BEGUN];
  // What was typed on a page of before began as that page did. A text that was cut says nothing.
  const posted = typeof sent === "string" && sent.endsWith("}") ? sent : undefined;
  // Inputs keep what they show when the page is read anew: so does this.
  const [begun, setBegun] = useState(conflict?.begun ?? posted ?? begunText(fields, version));
  const [seen, setSeen] = useState(conflict);
  if (conflict && conflict !== seen) {
    setSeen(conflict);
    setBegun(conflict.begun);
  }
  return <input type="hidden" name={BEGUN} value={begun} />;
}

/** Key of a form with conform: shown again with what somebody else has changed, its inputs begin anew. */
export function begunKey(answer: object | undefined): string {
  const { conflict } = (answer ?? {}) as Answer;
  return conflict?.begun ?? "";
}

/** What `conflictOf` makes. */
export interface BegunConflict {
  title: string;
  /** Who was faster, where the provider says so. */
  lead: string;
  text: string;
  columns: readonly [field: string, mine: string, theirs: string];
  rows: readonly { label: string; first: string; second: string }[];
  keepMine: string;
  takeTheirs: string;
  /** For `Begun`. */
  begun: string;
}

/** Both values of the fields in conflict, above or inside the form that keeps what was typed. */
export function BegunChoice({
  conflict,
  formId,
  intent,
}: {
  conflict: BegunConflict;
  /** undefined: it stands inside its form. */
  formId?: string;
  /** Intent of the button that saves, in a form with several. */
  intent?: string;
}) {
  const { keepMine, takeTheirs, lead, text, title, columns, rows } = conflict;
  const { pathname, search } = useLocation();
  return (
    <TwoVersions
      answer={conflict}
      title={title}
      text={[lead, text].filter(Boolean).join("\n")}
      columns={columns}
      rows={rows}
    >
      <Actions>
        <Button form={formId} name={intent && "intent"} value={intent} kind="primary">
          {keepMine}
        </Button>
        <ButtonLink href={`${pathname}${search}`}>{takeTheirs}</ButtonLink>
      </Actions>
    </TwoVersions>
  );
}
