import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { DeskPage, DeskSections } from "#app/components/desk-page.tsx";
import { Link } from "#app/components/link.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import { Cells } from "#app/components/list/list-rows.tsx";
import type { ListView } from "#app/components/list/list-view.ts";
import { Facts } from "#app/components/page/facts.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { Table } from "#app/ui/table.tsx";
import type { ImportRow, ReportView } from "./system-imports.server.ts";

const badges = { WORKING: "neutral", DONE: "success", FAILED: "danger" } as const;

/** What came from the forwarder's own system. */
export function ImportList({
  title,
  view,
  only,
}: {
  title: string;
  view: ListView<ImportRow>;
  only: { text: string; href: string };
}) {
  const { t } = useText("system-imports");
  return (
    <>
      <DeskSections />
      <ListPage
        title={title}
        tools={null}
        view={view}
        texts="system-imports"
        search={
          <p className="flex flex-wrap items-center justify-between gap-2">
            {`${t("lead")} `}
            <Link to={only.href} className="inline-block py-1 underline">
              {only.text}
            </Link>
          </p>
        }
        none={{ text: t("empty.noneText") }}
      >
        {view.rows.map(({ id, source, href: to, state, stateText, cells }) => (
          <tr key={id}>
            <th scope="row" className="wrap-anywhere">
              <Link to={to} className="text-link underline">
                {source}
              </Link>
            </th>
            <td data-label={view.columns[1]?.label}>
              <Badge kind={badges[state]}>{stateText}</Badge>
            </td>
            <Cells columns={view.columns} cells={cells} />
          </tr>
        ))}
      </ListPage>
    </>
  );
}

/** The report of one import. */
export function ImportDetail({ view }: { view: ReportView }) {
  const { t } = useText("system-imports");
  return (
    <DeskPage
      title={view.title}
      back={{ href: href("/freightForwarder/imports"), text: t("back") }}
      tools={<Badge kind={badges[view.state]}>{view.stateText}</Badge>}
    >
      {view.failure ? <Alert kind="danger">{view.failure}</Alert> : null}
      <Card>
        <Facts facts={view.facts} />
      </Card>
      {view.failure && view.rows.length === 0 ? null : <RefusedRecords view={view} />}
    </DeskPage>
  );
}

function RefusedRecords({ view }: { view: ReportView }) {
  const { t } = useText("system-imports");
  const { rows, save, before, after } = view;
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold">{t("refused")}</h2>
        {save ? <ButtonLink href={save}>{t("save")}</ButtonLink> : null}
      </div>
      {rows.length === 0 ? <p className="text-quiet">{t("none")}</p> : null}
      {rows.length > 0 ? (
        <Table caption={t("refused")}>
          <thead>
            <tr>
              {(["reference", "line", "number", "why"] as const).map((name) => (
                <th key={name} scope="col">
                  {t(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, reference, name, texts }) => (
              <tr key={line}>
                <th scope="row" className="wrap-anywhere max-sm:col-span-full">
                  {reference}
                </th>
                <td data-label={t("line")}>{line}</td>
                <td data-label={t("number")} className="wrap-anywhere">
                  {name}
                </td>
                <td data-label={t("why")} className="wrap-anywhere max-sm:col-span-full">
                  {texts.map((text) => (
                    <span key={text} className="block">{`${text} `}</span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
      {before || after ? (
        <p className="flex gap-4">
          {before ? (
            <Link to={before} className="text-link underline">
              {`${t("before")} `}
            </Link>
          ) : null}
          {after ? (
            <Link to={after} className="text-link underline">
              {t("after")}
            </Link>
          ) : null}
        </p>
      ) : null}
    </Card>
  );
}
