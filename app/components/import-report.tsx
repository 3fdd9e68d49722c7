import { type Line, textOf } from "#app/lib/moment.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { FieldDescription, FieldLabel } from "#app/ui/field.tsx";
import { ButtonLink } from "./button-link.tsx";
import { ChooseEncoding, type EncodingView } from "./choose-encoding.tsx";
import { answeredField, inputProps } from "./field-props.ts";
import { timed } from "./moment.tsx";
import { PostForm } from "./page/post-form.tsx";
import { Section } from "./page/section.tsx";

/** Rows of a file of which something is said, with the line in which each begins. */
export interface ToldRows {
  title: string;
  rows: { line: string; name: string | null; texts: string[] }[];
  more: string | null;
}

export interface ImportReportView {
  title: string;
  facts: Line[];
  /** Why nothing can be imported, or what happens to some rows. */
  warning: string | null;
  parts: ToldRows[];
  /** Encoding of a file of which nobody has said yet how it is to be read. */
  encoding: EncodingView | null;
}

interface Labels {
  line: string;
  /** Name of the column that names the row, where there is one. */
  name: string | null;
  why: string;
}

/**
 * What a file that was read would do, or has done, and the rows of which something is said. `press`: the button that carries it out;
 * `fields`: what that names.
 */
export function ImportReport({
  view,
  labels,
  press,
  fields = {},
  nothing = null,
  link,
  requestId,
  answer,
}: {
  view: ImportReportView;
  labels: Labels;
  press: string | null;
  fields?: Record<string, string>;
  nothing?: string | null;
  link: { to: string; text: string; isMain: boolean };
  requestId: string;
  answer: { fault: string; requestId: string | null } | undefined;
}) {
  if (view.encoding)
    return (
      <ChooseEncoding view={view.encoding} requestId={requestId} answer={answer}>
        <ButtonLink to={link.to}>{link.text}</ButtonLink>
      </ChooseEncoding>
    );
  const parts = view.parts.filter(({ rows }) => rows.length > 0);
  return (
    <Section title={view.title}>
      <ul className="list-disc ps-5">
        {view.facts.map((text) => (
          <li key={textOf(text)} className="wrap-anywhere">
            {timed(text)}
          </li>
        ))}
      </ul>
      {view.warning ? <Alert kind="warning">{view.warning}</Alert> : null}
      <PostForm requestId={requestId} answer={answer} layout="row">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {press ? <Button kind="primary">{press}</Button> : null}
        {nothing ? <p>{nothing}</p> : null}{" "}
        <ButtonLink to={link.to} kind={link.isMain ? "primary" : undefined}>
          {link.text}
        </ButtonLink>
      </PostForm>
      {parts.map((part) => (
        <Told key={part.title} part={part} labels={labels} />
      ))}
    </Section>
  );
}

function Told({ part: { title, rows, more }, labels }: { part: ToldRows; labels: Labels }) {
  return (
    <>
      <table className="w-full text-left">
        <caption className="mb-2 text-left font-semibold">{title}</caption>
        <thead>
          <tr className="border-b border-line text-xs text-quiet">
            <th scope="col" className="pe-3 font-normal">
              {labels.line}
            </th>
            {labels.name ? (
              <th scope="col" className="pe-3 font-normal">
                {labels.name}
              </th>
            ) : null}
            <th scope="col" className="font-normal">
              {labels.why}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, name, texts }) => (
            <tr key={line} className="border-b border-line align-top">
              <td className="py-1 pe-3">{line}</td>
              {labels.name ? <td className="wrap-anywhere py-1 pe-3">{name ?? ""}</td> : null}
              <td className="wrap-anywhere py-1">
                {texts.map((text) => (
                  <span key={text} className="block">
                    {`${text} `}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more ? <p className="text-quiet">{more}</p> : null}
    </>
  );
}

/** The form that sends a file to be read. */
export function ChooseFile({
  action,
  labels,
  children,
}: {
  /** With the request id, since the body is passed on as it is. */
  action: string;
  labels: { title: string | null; lead: string; columns: string; file: string; limits: string; read: string };
  children?: React.ReactNode;
}) {
  const field = answeredField({ id: "file" });
  const form = (
    <form method="post" encType="multipart/form-data" action={action} className="flex flex-col gap-3">
      <p>{labels.lead}</p>
      <p className="text-quiet">{labels.columns}</p>
      {children}
      <FieldLabel htmlFor={field.id}>{labels.file}</FieldLabel>
      <FieldDescription id={field.descriptionId}>{labels.limits}</FieldDescription>
      <input {...inputProps(field, "file", field.descriptionId)} accept=".csv,.txt,.xlsx" required />
      <p>
        <Button kind="primary">{labels.read}</Button>
      </p>
    </form>
  );
  return labels.title ? (
    <Section title={labels.title} layout="close">
      {form}
    </Section>
  ) : (
    <Card>{form}</Card>
  );
}
