import { type FieldMetadata, type FormMetadata, parse, useForm } from "@conform-to/react";
import { useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { CargoWeight } from "#app/components/cargo-weight.tsx";
import type { TypedRates } from "#app/components/cargo-weight-words.ts";
import { ErrorSummary, Field, RequestId } from "#app/components/form.tsx";
import {
  Choice,
  type MeasuredRow,
  MeasureFields,
  measureLabels,
  newMeasuredRow,
} from "#app/components/measure-fields.tsx";
import { decimalField, wholeNumberField } from "#app/components/number-field.ts";
import type { KnownPlaces } from "#app/components/place-field.server.ts";
import { PlaceField } from "#app/components/place-field.tsx";
import { RowEditor } from "#app/components/row-editor.tsx";
import {
  batteryTypes,
  cargoAircraftOnly,
  equipmentTypes,
  LIMITS,
  services,
  specialGoods,
  transportModes,
} from "#app/contract/freight-code.ts";
import { anyModeIncoterms, seaIncoterms } from "#app/lib/incoterms.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Select, TextArea } from "#app/ui/input.tsx";
import type { RequestReply, RequestStart } from "./request.server.ts";
import { RequestConflictView, SentBefore } from "./request-conflict.tsx";

/** The form as it is typed: everything is text. */
export interface RequestFields extends TypedRates {
  tag?: string;
  freightMode?: string;
  service?: string;
  incoterms?: string;
  origin?: string;
  originZip?: string;
  pickupLocation?: string;
  destination?: string;
  destinationZip?: string;
  deliveryLocation?: string;
  packages?: MeasuredRow[];
  containers?: ContainerRow[];
  specialGoods?: string[];
  batteryTypes?: string[];
  cargoDetails?: string;
  cargoReadyDate?: string;
}
interface ContainerRow extends Record<string, string | undefined> {
  containerType?: string;
  count?: string;
}
type Fields = Required<{ [Name in keyof RequestFields]: FieldMetadata<RequestFields[Name]> }>;

const FORM = "quote";
const ROWS = "packages";

/**
 * Asks for a price, or changes what was asked. What a service or a mode does not need is hidden by the style sheet, by
 * what is chosen, so it needs no script.
 */
export function RequestForm({
  start,
  places,
  requestId,
  answer,
  cancelHref,
  isChange,
  version,
}: {
  start: Pick<RequestStart, "fields" | "weight" | "editor" | "made">;
  places: KnownPlaces;
  requestId: string;
  answer: RequestReply | undefined;
  cancelHref: string;
  isChange: boolean;
  version: number | null;
}) {
  const { t } = useText(["quote-form", "freight"]);
  const navigation = useNavigation();
  const [form, fields] = useForm<RequestFields>({
    id: FORM,
    lastResult: answer?.reply,
    defaultValue: start.fields,
    // Rows come and go in the browser; all else is judged by the server.
    onValidate: ({ formData }) =>
      parse(formData, { resolve: (payload) => ({ value: payload as RequestFields }) }),
  });
  // A form that is shown again is the same form, typed over the version that it was typed over.
  const posted = (name: "editor" | "version") => {
    const value = answer?.reply.initialValue?.[name];
    return typeof value === "string" ? value : "";
  };
  const [editor] = useState(posted("editor") || start.editor);
  const typedOver = posted("version") || version;
  const rows = fields.packages as unknown as RowsField;
  const whole = form as unknown as FormMetadata<Record<string, unknown>>;
  const rowCount = rows.getFieldList().length;
  const containers = fields.containers as unknown as ContainersField;
  const labels = useLabels(rowCount, containers.getFieldList().length);
  return (
    <>
      {answer?.conflict ? (
        <RequestConflictView conflict={answer.conflict} formId={FORM} />
      ) : (
        <ErrorSummary
          form={{ id: whole.id, errors: whole.errors, allErrors: inOrder(whole.allErrors, labels) }}
          labels={labels}
        />
      )}
      {start.made && !answer?.conflict ? <SentBefore made={start.made} /> : null}
      <Form
        method="post"
        id={form.id}
        noValidate
        onSubmit={form.onSubmit}
        preventScrollReset
        className="group flex flex-col gap-4"
      >
        <RequestId fresh={requestId} answer={answer} />
        {typedOver === null ? null : <input type="hidden" name="version" value={typedOver} />}
        <input type="hidden" name="editor" value={editor} />
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
          {t("submit")}
        </button>
        <Freight fields={fields} />
        <Route fields={fields} places={places} />
        <Card className="flex flex-col gap-4">
          <h2 className="text-lg font-semibold">{t("packages")}</h2>
          <RowEditor
            form={whole}
            field={rows}
            id={`${FORM}-${ROWS}`}
            newRow={newMeasuredRow}
            most={LIMITS.cargoLines}
          >
            {(row) => <MeasureFields fields={(row as unknown as RowField).getFieldset()} />}
          </RowEditor>
          <div id="weight" className="rounded-md bg-muted p-4">
            <CargoWeight
              formId={FORM}
              list={ROWS}
              modeField="freightMode"
              rowCount={rowCount}
              known={answer ? answer.weight : start.weight}
            />
            <Rates fields={fields} />
            <p className="mt-2">
              <Button name="intent" value="work-out" formAction="#weight" size="small">
                {t("freight:weight.workOut")}
              </Button>
            </p>
          </div>
        </Card>
        <Containers whole={whole} field={containers} />
        <Goods fields={fields} />
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" size="large" aria-disabled={navigation.state === "submitting"}>
            {isChange ? t("save") : t("submit")}
          </Button>
          <Link to={cancelHref} className={buttonStyle({ size: "large" })}>
            {t("cancel")}
          </Link>
        </div>
      </Form>
    </>
  );
}

type RowField = FieldMetadata<MeasuredRow> & {
  getFieldset: () => React.ComponentProps<typeof MeasureFields>["fields"];
};
type RowsField = FieldMetadata<MeasuredRow[]> & { getFieldList: () => RowField[] };

type ContainerField = FieldMetadata<ContainerRow> & {
  getFieldset: () => Record<"containerType" | "count", FieldMetadata<string | undefined>>;
};
type ContainersField = FieldMetadata<ContainerRow[]> & { getFieldList: () => ContainerField[] };

const aboveRows = [
  "service",
  "incoterms",
  "tag",
  "origin",
  "originZip",
  "pickupLocation",
  "destination",
  "destinationZip",
  "deliveryLocation",
] as const;
const belowRows = ["specialGoods", "batteryTypes", "cargoDetails"] as const;

/** In the order in which the fields stand on the page. */
function useLabels(rowCount: number, containerCount: number): Record<string, string> {
  const { t } = useText(["quote-form", "freight"]);
  const labelsOf = (names: readonly (typeof aboveRows | typeof belowRows)[number][]) =>
    Object.fromEntries(names.map((name) => [name, t(name)]));
  return {
    freightMode: t("mode"),
    ...labelsOf(aboveRows),
    cargoReadyDate: t("readyDate"),
    packages: t("packages"),
    ...measureLabels(ROWS, rowCount, (key, values) =>
      (t as unknown as (key: string, values?: object) => string)(`freight:${key}`, values),
    ),
    containers: t("containers"),
    ...Object.fromEntries(
      Array.from({ length: containerCount }).flatMap((_, row) =>
        (["containerType", "count"] as const).map((name) => [
          `containers[${row}].${name}`,
          `${t("container.row", { number: row + 1 })}, ${t(`container.${name}`)}`,
        ]),
      ),
    ),
    ...labelsOf(belowRows),
  };
}

/** The faults as a reader meets their fields; those of no field come first. */
function inOrder(faults: Record<string, string[]>, labels: Record<string, string>): Record<string, string[]> {
  const names = Object.keys(labels);
  return Object.fromEntries(
    Object.entries(faults).sort(([one], [other]) => names.indexOf(one) - names.indexOf(other)),
  );
}

const isSea: ReadonlySet<string> = new Set(["OCEAN_FCL", "OCEAN_LCL"]);

function Freight({ fields }: { fields: Fields }) {
  const { t } = useText(["quote-form", "freight"]);
  const { incoterms } = fields;
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">{t("freight")}</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <Options field={fields.freightMode} legend={t("mode")}>
          {transportModes.map((mode) => (
            <Option
              key={mode}
              type="radio"
              field={fields.freightMode}
              value={mode}
              label={t(`freight:mode.${mode}`)}
              data-mode={isSea.has(mode) ? "sea" : mode}
            />
          ))}
        </Options>
        <Options field={fields.service} legend={t("service")}>
          {services.map((service) => (
            <Option
              key={service}
              type="radio"
              field={fields.service}
              value={service}
              label={t(`freight:service.${service}`)}
            />
          ))}
        </Options>
        <div>
          <Field field={incoterms} label={t("incoterms")}>
            <Select
              id={incoterms.id}
              name={incoterms.name}
              defaultValue={incoterms.initialValue}
              aria-invalid={incoterms.errors ? true : undefined}
              aria-describedby={incoterms.errors ? incoterms.errorId : undefined}
            >
              <option value="">{t("noIncoterms")}</option>
              <optgroup label={t("freight:incotermGroup.any")}>
                {anyModeIncoterms.map((term) => (
                  <option key={term} value={term}>
                    {t(`freight:incoterm.${term}`)}
                  </option>
                ))}
              </optgroup>
              <optgroup label={t("freight:incotermGroup.sea")}>
                {seaIncoterms.map((term) => (
                  <option key={term} value={term} data-sea-term>
                    {t(`freight:incoterm.${term}`)}
                  </option>
                ))}
              </optgroup>
            </Select>
          </Field>
          <div className="group-has-[[data-mode=sea]:checked]:hidden">
            <p role="status" className="mt-1 hidden text-warning group-has-[[data-sea-term]:checked]:block">
              {t("seaTermOnly")}
            </p>
          </div>
        </div>
        <Field field={fields.tag} label={t("tag")} hint={t("tagHint")} />
      </div>
    </Card>
  );
}

function Route({ fields, places }: { fields: Fields; places: KnownPlaces }) {
  const { t } = useText(["quote-form", "freight"]);
  const zip = (name: "originZip" | "destinationZip") => <Field field={fields[name]} label={t(name)} />;
  const place = (name: "origin" | "destination", known: string[]) => (
    <PlaceField field={fields[name]} label={t(name)} hint={t("placeHint")} places={known} required />
  );
  const location = (name: "pickupLocation" | "deliveryLocation") => (
    <Field field={fields[name]} label={t(name)} hint={t("locationHint")} />
  );
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">{t("route")}</h2>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <div className="flex flex-col gap-4">
          {place("origin", places.origins)}
          {zip("originZip")}
          <div className="group-has-[[value=PTP]:checked]:hidden group-has-[[value=PTD]:checked]:hidden">
            {location("pickupLocation")}
          </div>
        </div>
        <div className="flex flex-col gap-4">
          {place("destination", places.destinations)}
          {zip("destinationZip")}
          <div className="group-has-[[value=PTP]:checked]:hidden group-has-[[value=DTP]:checked]:hidden">
            {location("deliveryLocation")}
          </div>
        </div>
        <Field field={fields.cargoReadyDate} label={t("readyDate")} type="date" />
      </div>
    </Card>
  );
}

function Rates({ fields }: { fields: Fields }) {
  const { t } = useText("freight");
  const rates = ["rateMinimum", "rateNormal", "rate45", "rate100", "rate300", "rate500"] as const;
  const isOpen = rates.some((name) => fields[name].initialValue);
  return (
    <details open={isOpen} className="mt-2 hidden group-has-[[value=AIR]:checked]:block">
      <summary className="text-link underline">{t("weight.rates")}</summary>
      <p className="mt-1 text-xs text-quiet">{t("weight.ratesText")}</p>
      <div className="mt-2 grid grid-cols-2 items-end gap-3 sm:grid-cols-4">
        {rates.map((name) => (
          <Field
            key={name}
            field={fields[name]}
            label={
              name === "rateMinimum" || name === "rateNormal"
                ? t(`weight.${name}`)
                : t("weight.rateFrom", { from: name.slice("rate".length) })
            }
            {...decimalField}
          />
        ))}
      </div>
    </details>
  );
}

/** Full containers: which types, and how many of each. */
function Containers({
  whole,
  field,
}: {
  whole: FormMetadata<Record<string, unknown>>;
  field: ContainersField;
}) {
  const { t } = useText(["quote-form", "freight"]);
  const rows = field.getFieldList();
  const name = field.name as string;
  const isInvalid = Boolean(field.errors?.length);
  return (
    <Card className="hidden flex-col gap-4 group-has-[[value=OCEAN_FCL]:checked]:flex">
      <h2 className="text-lg font-semibold">{t("containers")}</h2>
      <div id={field.id} tabIndex={-1} className="flex flex-col gap-4">
        {isInvalid ? (
          <p id={field.errorId} className="text-xs text-danger">
            {field.errors?.join(" ")}
          </p>
        ) : null}
        {rows.map((row, index) => {
          const box = row.getFieldset();
          return (
            <fieldset key={row.key ?? index} className="flex flex-wrap items-end gap-4">
              <legend className="mb-2 font-medium">{t("container.row", { number: index + 1 })}</legend>
              <Choice
                field={box.containerType}
                label={t("container.containerType")}
                choices={[
                  ["", t("container.choose")],
                  ...equipmentTypes.map((type): [string, string] => [type, t(`freight:equipment.${type}`)]),
                ]}
              />
              <Field field={box.count} label={t("container.count")} {...wholeNumberField} />
              {rows.length > 1 ? (
                <Button
                  {...whole.remove.getButtonProps({ name, index })}
                  formAction={`#${field.id}`}
                  kind="quiet"
                  size="small"
                >
                  {t("container.remove", { number: index + 1 })}
                </Button>
              ) : null}
            </fieldset>
          );
        })}
        {rows.length < LIMITS.containers ? (
          <p>
            <Button
              {...whole.insert.getButtonProps({ name, defaultValue: {} as never })}
              formAction={`#${field.id}`}
            >
              {t("container.add")}
            </Button>
          </p>
        ) : null}
      </div>
    </Card>
  );
}

function Goods({ fields }: { fields: Fields }) {
  const { t } = useText(["quote-form", "freight"]);
  const { cargoDetails } = fields;
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">{t("goods")}</h2>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Options field={fields.specialGoods} legend={t("specialGoods")}>
          {specialGoods.map((kind) => (
            <Option
              key={kind}
              type="checkbox"
              field={fields.specialGoods}
              value={kind}
              label={t(`freight:specialGoods.${kind}`)}
            />
          ))}
        </Options>
        <div className="hidden group-has-[[value=BATTERIES]:checked]:block">
          <Options field={fields.batteryTypes} legend={t("batteryTypes")}>
            {batteryTypes.map((type) => (
              <Option
                key={type}
                type="checkbox"
                field={fields.batteryTypes}
                value={type}
                label={t(`freight:battery.${type}`)}
                data-cargo-aircraft={cargoAircraftOnly.includes(type) || undefined}
              />
            ))}
          </Options>
          <div className="hidden group-has-[[value=AIR]:checked]:block">
            <p
              role="status"
              className="mt-1 hidden text-warning group-has-[[data-cargo-aircraft]:checked]:block"
            >
              {t("cargoAircraftOnly")}
            </p>
          </div>
        </div>
      </div>
      <Field field={cargoDetails} label={t("cargoDetails")} hint={t("cargoDetailsHint")}>
        <TextArea
          id={cargoDetails.id}
          name={cargoDetails.name}
          defaultValue={cargoDetails.initialValue}
          aria-invalid={cargoDetails.errors ? true : undefined}
          aria-describedby={`${cargoDetails.id}-hint`}
        />
      </Field>
    </Card>
  );
}

type ListField = FieldMetadata<string | undefined> | FieldMetadata<string[] | undefined>;

/** Choices of one field, each a box or a button of its own. */
function Options({
  field,
  legend,
  children,
}: {
  field: ListField;
  legend: string;
  children: React.ReactNode;
}) {
  const isInvalid = Boolean(field.errors?.length);
  return (
    <fieldset
      id={field.id}
      tabIndex={-1}
      aria-describedby={isInvalid ? field.errorId : undefined}
      className="flex flex-col gap-1"
    >
      <legend className="font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-4">{children}</div>
      {isInvalid ? (
        <p id={field.errorId} className="text-xs text-danger">
          {field.errors?.join(" ")}
        </p>
      ) : null}
    </fieldset>
  );
}

function Option({
  field,
  label,
  value,
  ...rest
}: { field: ListField; label: string; value: string } & React.ComponentProps<"input">) {
  const chosen = field.initialValue;
  return (
    <label className="flex items-center gap-2 py-2">
      <input
        name={field.name as string}
        value={value}
        defaultChecked={Array.isArray(chosen) ? chosen.includes(value) : chosen === value}
        {...rest}
      />
      {label}
    </label>
  );
}
