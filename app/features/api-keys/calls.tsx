import { Form } from "react-router";
import { Link } from "#app/components/link.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Collapsible } from "#app/ui/collapsible.tsx";
import { Field } from "#app/ui/field.tsx";
import { Input } from "#app/ui/input.tsx";
import type { CallLine, CallView, FieldLine } from "./calls.server.ts";

interface Groups {
  keyword: string | undefined;
  groups: { name: string; calls: CallLine[] }[] | null;
}

/** The calls by what they are about, with a search. */
export function CallList({ view: { keyword, groups } }: { view: Groups }) {
  const { t } = useText("api-calls");
  if (!groups) return <p role="status">{t("unavailable")}</p>;
  return (
    <>
      <Form className="flex items-end gap-2">
        <Field label={<span className="font-medium">{t("find")}</span>} className="min-w-0 flex-1">
          <Input name="keyword" type="search" defaultValue={keyword} maxLength={100} />
        </Field>
        <Button>{t("search")}</Button>
      </Form>
      {groups.length === 0 ? <p role="status">{t("none")}</p> : null}
      {groups.map(({ name, calls }) => (
        <Section key={name} title={<code>{name}</code>} layout="item">
          <ul className="flex flex-col gap-3">
            {calls.map((call) => (
              <li key={call.name}>
                <Link to={call.href} className="text-link hover:underline">
                  {call.summary}
                </Link>{" "}
                <code className="block text-xs text-quiet wrap-anywhere">{call.address}</code>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  );
}

/** A call with its fields and examples. */
export function CallDetail({ view }: { view: CallView }) {
  const { t } = useText("api-calls");
  return (
    <>
      <p>{view.summary}</p>
      <p>
        <code className="wrap-anywhere">{view.address}</code>
      </p>
      <p className="text-quiet">{`${t("opens")}: ${view.scopes.join(" · ")}`}</p>
      {view.isWrite ? <p>{t("write")}</p> : null}
      <Section title={t("request")} layout="close">
        <FieldTable fields={view.fields} caption={t("request")} empty={t("noRequest")} />
        <Example text={view.request} title={t("requestExample")} />
      </Section>
      <Section title={t("answer")} layout="close">
        {view.isFile ? (
          <p>{t("file")}</p>
        ) : (
          <>
            <FieldTable fields={view.answerFields} caption={t("answer")} empty={t("noAnswer")} />
            <Example text={view.answer} title={t("answerExample")} />
          </>
        )}
      </Section>
    </>
  );
}

const columns = ["name", "type", "needed", "about"] as const;
const WIDTHS = { name: "w-5/12", type: "w-2/12", needed: "w-2/12", about: "w-3/12" };

function FieldTable({ fields, caption, empty }: { fields: FieldLine[]; caption: string; empty: string }) {
  const { t } = useText("api-calls");
  if (fields.length === 0) return <p className="text-quiet">{empty}</p>;
  return (
    <table className="w-full table-fixed text-left text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line">
          {columns.map((column) => (
            <th key={column} scope="col" className={`py-1 pr-3 font-medium ${WIDTHS[column]}`}>
              {t(`field.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, needed, about }, line) => (
          // A choice of forms may have a field in each.
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a call never change their order
          <tr key={line} className="border-b border-line align-top last:border-0 max-sm:block max-sm:py-2">
            <th scope="row" className="py-1 pr-3 font-normal wrap-anywhere max-sm:block">
              <code>{name}</code>
            </th>
            <td className="py-1 pr-3 max-sm:inline">{`${type} `}</td>
            <td className="py-1 pr-3 max-sm:inline">
              {needed ? (
                <>
                  <span className="sm:hidden">{`${t("field.needed")} `}</span>
                  <span className="max-sm:hidden">{needed}</span>
                </>
              ) : null}
            </td>
            <td className="py-1 text-quiet wrap-anywhere max-sm:block">{about}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Example({ text, title }: { text: string | null; title: string }) {
  if (!text) return null;
  return (
    <Collapsible kind="quiet" summary={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled to by keys */}
      <pre tabIndex={0} className="max-h-96 overflow-auto rounded-md bg-muted p-3 text-xs">
        {text}
      </pre>
    </Collapsible>
  );
}
