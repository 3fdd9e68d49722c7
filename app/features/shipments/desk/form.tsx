import { useState } from "react";
import { useNavigation } from "react-router";
import { Begun } from "#app/components/begun-form.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import type { TextField } from "#app/components/field-props.ts";
import { FormBar } from "#app/components/form-bar.tsx";
import { InputField, SelectField, TextAreaField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { FieldForm } from "#app/components/page/field-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { PlaceField } from "#app/components/place-field.tsx";
import { RowEditor, type RowFields, type RowsField } from "#app/components/row-editor.tsx";
import { useRowForm } from "#app/components/row-form.ts";
import type desk from "#app/locales/en/desk-shipment.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { ShipmentFormFields, ShipmentReply, ShipmentStart } from "./form.server.ts";
import { type NumberKind, numberWarning, WARNED } from "./number-warning.ts";

const FORM_ID = "shipment";
const ROWS_MAX = 30;
const grid = "grid gap-4 sm:grid-cols-2 lg:grid-cols-3";

type FieldName = keyof (typeof desk)["field"];
type Fields = Record<FieldName, TextField> & { containers: RowsField };
type Container = RowFields<
  "containerNumber" | "containerType" | "sealNumber" | "pieces" | "grossWeightKg" | "volumeCbm"
>;
const rowNames = [
  "containerNumber",
  "containerType",
  "sealNumber",
  "pieces",
  "grossWeightKg",
  "volumeCbm",
] as const;

/** Makes the shipment of a booking, or corrects what was entered of one. */
export function ShipmentForm({
  start,
  requestId,
  answer,
}: {
  start: ShipmentStart;
  requestId: string;
  answer: ShipmentReply | undefined;
}) {
  const { t } = useText("desk-shipment");
  const navigation = useNavigation();
  const [form, fields] = useRowForm<ShipmentFormFields, Fields>({ id: FORM_ID, start, answer });
  const labels = useLabels();
  const made = answer?.made ?? start.made;
  const isChange = start.version !== null;
  const input = (name: FieldName, more: Partial<React.ComponentProps<typeof InputField>> = {}) => (
    <InputField field={fields[name]} label={t(`field.${name}`)} autoComplete="off" {...more} />
  );
  const time = (name: "etd" | "eta") => (
    <div className="grid grid-cols-2 gap-2">
      {input(name, { type: "date" })}
      {input(`${name}Time`, { type: "time" })}
    </div>
  );
  const place = (name: FieldName) => (
    <div>
      <PlaceField field={fields[name]} label={t(`field.${name}`)} places={[]} autoComplete="off" />
    </div>
  );
  const select = (name: FieldName, choices: ShipmentStart["choices"]["carrier"]) => (
    <SelectField field={fields[name]} label={t(`field.${name}`)} choices={choices} />
  );
  return (
    <>
      <p className="text-quiet">{start.lead}</p>
      {made ? (
        <Alert kind="warning">
          <Link to={made.href} className="underline">
            {made.label}
          </Link>
        </Alert>
      ) : null}
      <FieldForm form={form} labels={labels} requestId={requestId} answer={answer}>
        {/* Enter presses the first button of a form. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="mode" value={start.mode} />
        {isChange ? <Begun fields={{ ...start.fields }} version={start.version} answer={answer} /> : null}
        <Section title={t("section.numbers")}>
          <div className={grid}>
            {input("houseNumber", { hint: t("hint.houseNumber") })}
            {start.mode === "AIR" ? (
              <CheckedNumberField
                field={fields.masterNumber}
                label={t("field.masterNumber")}
                hint={t("hint.master.AIR")}
                kind="waybill"
              />
            ) : (
              input("masterNumber", { hint: t(`hint.master.${start.mode}`) })
            )}
            {input("carrierBookingNumber")}
          </div>
        </Section>
        <Section title={t("section.carriage")}>
          <div className={grid}>
            {select("carrierCode", start.choices.carrier)}
            {start.mode === "OCEAN" ? (
              <>
                <CheckedNumberField field={fields.vesselImo} label={t("field.vesselImo")} kind="vessel" />
                {input("vesselName")}
              </>
            ) : null}
            {start.mode === "AIR" ? input("flightNumber") : input("voyage")}
            {place("placeOfReceipt")}
            {place("portOfDeparture")}
            {time("etd")}
            {place("portOfArrival")}
            {time("eta")}
            {place("portOfFinalArrival")}
          </div>
          <p className="text-xs text-quiet">{t("hint.day")}</p>
          {isChange ? <p className="text-xs text-quiet">{t("hint.events")}</p> : null}
        </Section>
        <Section title={t("section.terms")}>
          <div className={grid}>
            {select("serviceType", start.choices.serviceType)}
            {select("serviceLevel", start.choices.serviceLevel)}
            {select("loadType", start.choices.loadType)}
            {select("incoterms", start.choices.incoterms)}
            {select("paymentType", start.choices.paymentType)}
          </div>
        </Section>
        <Section title={t("section.cargo")}>
          <div className={grid}>
            {input("pieces", { inputMode: "numeric" })}
            {select("packageType", start.choices.packageType)}
            {input("grossWeightKg", { inputMode: "decimal" })}
            {input("volumeCbm", { inputMode: "decimal" })}
          </div>
          {start.orders.length > 0 ? (
            <div>
              <h3 className="text-sm font-semibold">{t("orders")}</h3>
              <ul>
                {start.orders.map((order) => (
                  <li key={order} className="wrap-anywhere">
                    {order}
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
        </Section>
        {start.mode === "OCEAN" ? (
          <Section title={t("section.containers")}>
            <p className="text-xs text-quiet">{t("hint.containers")}</p>
            <RowEditor
              form={form}
              field={fields.containers}
              newRow={{}}
              most={ROWS_MAX}
              words={{
                row: (number) => t("container.title", { number }),
                remove: (number) => t("container.remove", { number }),
                add: t("container.add"),
              }}
            >
              {(row: Container) => (
                <div className={grid}>
                  <CheckedNumberField
                    field={row.containerNumber}
                    label={t("container.containerNumber")}
                    kind="container"
                  />
                  <SelectField
                    field={row.containerType}
                    label={t("container.containerType")}
                    choices={start.choices.containerType}
                  />
                  {(["sealNumber", "pieces", "grossWeightKg", "volumeCbm"] as const).map((name) => (
                    <InputField
                      key={name}
                      field={row[name]}
                      label={t(`container.${name}`)}
                      autoComplete="off"
                    />
                  ))}
                </div>
              )}
            </RowEditor>
          </Section>
        ) : null}
        {isChange ? (
          <Section title={t("section.reason")}>
            <TextAreaField field={fields.reason} label={t("field.reason")} hint={t("hint.reason")} />
          </Section>
        ) : null}
        <FormBar>
          {made ? null : (
            <Button kind="primary" aria-disabled={navigation.state === "submitting"}>
              {t(isChange ? "change.save" : "make.save")}
            </Button>
          )}
          <ButtonLink to={start.back}>{t("back")}</ButtonLink>
        </FormBar>
      </FieldForm>
    </>
  );
}

/** Names of the fields for the error summary. */
function useLabels(): Record<string, string> {
  const { t } = useText("desk-shipment");
  const labels: Record<string, string> = {};
  const names = [
    "houseNumber",
    "masterNumber",
    "carrierBookingNumber",
    "carrierCode",
    "vesselImo",
    "vesselName",
    "voyage",
    "flightNumber",
    "placeOfReceipt",
    "portOfDeparture",
    "etd",
    "etdTime",
    "portOfArrival",
    "eta",
    "etaTime",
    "portOfFinalArrival",
    "serviceType",
    "serviceLevel",
    "loadType",
    "incoterms",
    "paymentType",
    "pieces",
    "packageType",
    "grossWeightKg",
    "volumeCbm",
    "reason",
  ] as const satisfies readonly FieldName[];
  for (const name of names) labels[name] = t(`field.${name}`);
  for (let row = 0; row < ROWS_MAX; row++)
    for (const name of rowNames)
      labels[`containers[${row}].${name}`] =
        `${t("container.title", { number: row + 1 })}, ${t(`container.${name}`)}`;
  return labels;
}

/** A number whose check digit warns and does not hinder; its warning is posted, so that it is not given twice. */
function CheckedNumberField({
  field,
  label,
  hint,
  kind,
}: {
  field: TextField;
  label: string;
  hint?: string;
  kind: NumberKind;
}) {
  const { t } = useText("desk-shipment");
  const [typed, setTyped] = useState(field.initialValue ?? "");
  const warning = numberWarning(kind, typed);
  return (
    <div>
      <InputField
        field={field}
        label={label}
        {...(hint ? { hint } : {})}
        autoComplete="off"
        onBlur={(event) => setTyped(event.currentTarget.value)}
      />
      {warning ? <input type="hidden" name={WARNED} value={typed} /> : null}
      <p role="status" className="text-xs text-warning">
        {warning ? t(`warning.${warning.key}`, warning.values) : null}
      </p>
    </div>
  );
}
