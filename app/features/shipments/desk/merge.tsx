import { Form, href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { Fault } from "#app/components/fault.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { InputField, TextAreaField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { DataTable } from "#app/components/list/data-table.tsx";
import { timed } from "#app/components/moment.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { MergeReply, MergeView } from "./merge.server.ts";

interface Props {
  view: MergeView;
  requestId: string;
  answer: MergeReply | undefined;
}

/** Two shipments that are the same: chosen, looked at side by side, and made into one. */
export function Merge(props: Props) {
  const { view } = props;
  return (
    <>
      <Choose view={view} />
      {view.chosen ? <Compared {...props} chosen={view.chosen} /> : null}
      {view.keep === "" && view.go === "" ? <Doubles view={view} /> : null}
    </>
  );
}

function Choose({ view }: { view: MergeView }) {
  const { t } = useText("desk-merge");
  return (
    <Card>
      <Form method="get" action={href("/freightForwarder/shipmentMerge")} className="flex flex-col gap-4">
        <p>{t("lead")}</p>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {(["keep", "go"] as const).map((name) => (
            <InputField
              key={`${name} ${view[name]}`}
              field={answeredField({ id: name, value: view[name], fault: view.faults[name] })}
              label={t(name)}
            />
          ))}
        </div>
        <p>
          <Button>{t("compare")}</Button>
        </p>
      </Form>
    </Card>
  );
}

function Compared({
  requestId,
  answer,
  chosen: { keep, go, rows, parts, against, turned },
}: Props & { chosen: NonNullable<MergeView["chosen"]> }) {
  const { t } = useText("desk-merge");
  const columns = [
    { key: "fact", width: "lg", label: t("column.fact") },
    { key: "keep", width: "xxl", label: t("column.keep", { number: keep.houseNumber }) },
    { key: "go", width: "xxl", label: t("column.go", { number: go.houseNumber }) },
  ] as const;
  return (
    <Section title={t("compared", { keep: keep.houseNumber, go: go.houseNumber })}>
      {answer?.fault ? <Fault>{answer.fault}</Fault> : null}
      <DataTable caption={t("caption")} columns={columns}>
        {rows.map(({ name, first, second }) => (
          <tr key={name}>
            <th scope="row">{t(`fact.${name}`)}</th>
            <td data-label={columns[1].label}>{timed(first)}</td>
            <td data-label={columns[2].label}>{timed(second)}</td>
          </tr>
        ))}
      </DataTable>
      <Actions>
        {[keep, go].map((side) => (
          <ButtonLink key={side.id} to={side.href}>
            {t("open", { number: side.houseNumber })}
          </ButtonLink>
        ))}
        <ButtonLink to={turned}>{t("turn", { number: go.houseNumber })}</ButtonLink>
      </Actions>
      {against.length > 0 ? (
        <Alert kind="warning">
          <p className="font-semibold">{t("against")}</p>
          <ul className="list-disc ps-5">
            {against.map((text) => (
              <li key={text} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </Alert>
      ) : (
        <>
          <h3 className="font-semibold">{t("moves", { number: keep.houseNumber })}</h3>
          {parts.length > 0 ? (
            <ul className="list-disc ps-5">
              {parts.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          ) : (
            <p>{t("nothingMoves")}</p>
          )}
          <p className="text-quiet">{t("after", { keep: keep.houseNumber, go: go.houseNumber })}</p>
          <PostForm requestId={requestId} answer={answer}>
            <input type="hidden" name="keepId" value={keep.id} />
            <input type="hidden" name="keepVersion" value={keep.version} />
            <input type="hidden" name="goId" value={go.id} />
            <input type="hidden" name="goVersion" value={go.version} />
            <TextAreaField
              field={answeredField({ id: "reason", value: answer?.reason, fault: answer?.reasonFault })}
              label={t("reason")}
              hint={t("reasonHint")}
              rows={2}
            />
            <p>
              <Button kind="primary">{t("merge", { go: go.houseNumber, keep: keep.houseNumber })}</Button>
            </p>
          </PostForm>
        </>
      )}
    </Section>
  );
}

function Doubles({ view }: { view: MergeView }) {
  const { t } = useText("desk-merge");
  if (view.doubles.length === 0) return <EmptyState title={t("doubles.none")} text={t("doubles.noneText")} />;
  return (
    <Section title={t("doubles.title")} layout="close" isPlain>
      <p className="text-quiet">{t("doubles.lead")}</p>
      <ul className="flex flex-col gap-2">
        {view.doubles.map(({ href: to, title, shared }) => (
          <li key={to} className="wrap-anywhere">
            <Link to={to} className="inline-block py-1 underline">
              {title}
            </Link>{" "}
            <span className="block text-quiet">{shared}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
