import { Form, href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { InputField, SelectField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { DataTable } from "#app/components/list/data-table.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { freeTimeStarts, freeTimeTypes } from "#app/contract/free-time-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { TariffReply, TariffsView } from "./tariffs.server.ts";

interface Props {
  view: TariffsView;
  requestId: string;
  answer: TariffReply | undefined;
}

/** Tariffs of demurrage and detention of one customer. */
export function Tariffs(props: Props) {
  const { view } = props;
  const { t } = useText("desk-tariffs");
  return (
    <>
      <Form
        method="get"
        action={href("/freightForwarder/tariffs")}
        className="flex flex-wrap items-end gap-3"
      >
        <SelectField
          key={view.company}
          field={answeredField({ id: "company", value: view.company })}
          label={t("company")}
          choices={[["", t("choose")], ...view.companies]}
        />
        <Button>{t("show")}</Button>
      </Form>
      {view.company === "" ? (
        <p className="text-quiet">{t("lead")}</p>
      ) : (
        <>
          <Rows view={view} />
          {view.ends ? <EndForm {...props} ends={view.ends} /> : null}
          <TariffForm key={view.form.replaces?.code ?? "new"} {...props} />
        </>
      )}
    </>
  );
}

const columns = ["type", "for", "free", "tiers", "valid", "by"] as const;

function Rows({ view: { rows } }: { view: TariffsView }) {
  const { t } = useText("desk-tariffs");
  if (rows.length === 0) return <EmptyState title={t("none")} text={t("noneText")} />;
  const heads = columns.map((key) => ({ key, width: "xl" as const, label: t(`column.${key}`) }));
  const last = { key: "ways", width: "lg" as const, label: t("column.ways") };
  return (
    <DataTable
      caption={t("caption")}
      columns={[{ key: "code", width: "lg", label: t("field.code") }, ...heads, last]}
    >
      {rows.map(({ key, code, cells, changeHref, endHref }) => (
        <tr key={key}>
          <th scope="row">{code}</th>
          {cells.map((cell, index) => (
            <td key={heads[index]!.key} data-label={heads[index]!.label}>
              {cell}
            </td>
          ))}
          <td data-label={last.label}>
            {changeHref ? (
              <Link
                to={changeHref}
                aria-label={t("changeNamed", { code })}
                className="inline-block py-1 underline"
              >
                {t("change")}
              </Link>
            ) : (
              t("over")
            )}{" "}
            {endHref ? (
              <Link to={endHref} aria-label={t("endNamed", { code })} className="inline-block py-1 underline">
                {t("end")}
              </Link>
            ) : null}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function EndForm({ ends, requestId, answer }: Props & { ends: { code: string; version: string } }) {
  const { t } = useText("desk-tariffs");
  const reply = answer?.intent === "end" ? answer : undefined;
  return (
    <Section title={t("endNamed", { code: ends.code })} id="end">
      <PostForm requestId={requestId} answer={reply} layout="line">
        <Seen tariff={ends} />
        <InputField
          field={answeredField({ id: "lastDay", value: reply?.typed.lastDay, fault: reply?.faults.lastDay })}
          label={t("lastDay")}
          type="date"
          isAlert
        />
        <Button name="intent" value="end">
          {t("endIt")}
        </Button>
      </PostForm>
    </Section>
  );
}

function Seen({ tariff }: { tariff: { code: string; version: string } }) {
  return (
    <>
      <input type="hidden" name="oldCode" value={tariff.code} />
      <input type="hidden" name="oldVersion" value={tariff.version} />
    </>
  );
}

const texts = [
  "freeDays",
  "tiers",
  "carrierCode",
  "placeCode",
  "sizeType",
  "source",
  "contractNumber",
] as const;

function TariffForm({ view, requestId, answer }: Props) {
  const { t } = useText("desk-tariffs");
  const reply = answer?.intent === "save" ? answer : undefined;
  const { fields, replaces } = view.form;
  const choices = [
    ["type", freeTimeTypes.map((type) => [type, t(`type.${type}`)])],
    ["startEvent", freeTimeStarts.map((start) => [start, t(`start.${start}`)])],
    ["dayOne", (["event-day", "next-day"] as const).map((day) => [day, t(`dayOne.${day}`)])],
    ["unit", (["calendar", "working"] as const).map((unit) => [unit, t(`unit.${unit}`)])],
    ["currency", ["CNY", "USD", "GBP", "EUR"].map((code) => [code, code])],
  ] as const satisfies [string, [string, string][]][];
  const field = (name: keyof typeof fields) =>
    answeredField({
      id: `tariff-${name}`,
      name,
      value: reply?.typed[name] ?? fields[name],
      fault: reply?.faults[name],
    });
  return (
    <Section title={replaces ? t("changeNamed", { code: replaces.code }) : t("add")} id="tariff">
      <PostForm requestId={requestId} answer={reply}>
        <p className="text-quiet">{t(replaces ? "changeLead" : "addLead")}</p>
        {replaces ? <Seen tariff={replaces} /> : null}
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <InputField field={field("code")} label={t("field.code")} required isAlert />
          {choices.map(([name, named]) => (
            <SelectField key={name} field={field(name)} label={t(`field.${name}`)} choices={named} isAlert />
          ))}
          {texts.map((name) => (
            <InputField
              key={name}
              field={field(name)}
              label={t(`field.${name}`)}
              {...(name === "tiers" ? { hint: t("tiersHint") } : {})}
              isAlert
            />
          ))}
          <InputField field={field("validFrom")} label={t("field.validFrom")} type="date" required isAlert />
          <InputField field={field("validTo")} label={t("field.validTo")} type="date" isAlert />
        </div>
        <Actions>
          <Button kind="primary" name="intent" value="save">
            {t(replaces ? "saveVersion" : "save")}
          </Button>
          {replaces ? <ButtonLink to={`?company=${view.company}`}>{t("back")}</ButtonLink> : null}
        </Actions>
      </PostForm>
    </Section>
  );
}
