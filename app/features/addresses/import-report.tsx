import { Form, Link } from "react-router";
import { RequestId } from "#app/components/form.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { ImportReply, ImportView } from "./import.server.ts";
import { ADDRESS_IMPORT_PAGE, ADDRESSES } from "./paths.ts";

/** What the rows of a file would do, or did, and those that are left out. */
export function ImportReport({
  view,
  requestId,
  answer,
}: {
  view: ImportView;
  requestId: string;
  answer: ImportReply | undefined;
}) {
  const { t } = useText("address-book");
  const { isDone, counts, writes, unknownColumns, leftOut, more } = view;
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="wrap-anywhere font-semibold">{view.title}</h2>
      <ul className="list-disc ps-5">
        {counts.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {unknownColumns ? <li className="wrap-anywhere">{unknownColumns}</li> : null}
      </ul>
      {isDone ? (
        <p>
          <Link to={ADDRESSES} className={buttonStyle({ kind: "primary" })}>
            {t("back")}
          </Link>
        </p>
      ) : (
        <Form method="post" className="flex flex-wrap gap-3">
          <RequestId fresh={requestId} answer={answer} />
          {writes > 0 ? <Button kind="primary">{t("import.run")}</Button> : <p>{t("import.nothing")}</p>}
          <Link to={ADDRESS_IMPORT_PAGE} className={buttonStyle()}>
            {t("import.another")}
          </Link>
        </Form>
      )}
      {leftOut.length > 0 ? (
        <table className="w-full text-left">
          <caption className="mb-2 text-left font-semibold">{t("import.leftOut")}</caption>
          <thead>
            <tr className="border-b border-line text-xs text-quiet">
              <th scope="col" className="pe-3 font-normal">{`${t("import.line")} `}</th>
              <th scope="col" className="pe-3 font-normal">{`${t("field.name")} `}</th>
              <th scope="col" className="font-normal">
                {t("import.why")}
              </th>
            </tr>
          </thead>
          <tbody>
            {leftOut.map(({ line, name, faults }) => (
              <tr key={line} className="border-b border-line align-top">
                <td className="py-1 pe-3">{`${line} `}</td>
                <td className="wrap-anywhere py-1 pe-3">{`${name} `}</td>
                <td className="wrap-anywhere py-1">
                  {faults.map((text) => (
                    <span key={text} className="block">
                      {`${text} `}
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {more ? <p className="text-quiet">{more}</p> : null}
    </Card>
  );
}
