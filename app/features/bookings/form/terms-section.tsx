import { useState } from "react";
import type { TextField } from "#app/components/field-props.ts";
import { InputField, SelectField } from "#app/components/form-controls.tsx";
import { hiddenWithout } from "#app/components/freight-parts.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { BookingOptions } from "#app/contract/booking.ts";
import {
  bookingPaymentTypes,
  bookingServiceLevels,
  customsDeclarations,
  LIMITS,
  trades,
  transshipmentPreferences,
} from "#app/contract/freight-code.ts";
import { incoterms } from "#app/lib/incoterms.ts";
import { useText } from "#app/locales/use-text.ts";
import { Collapsible } from "#app/ui/collapsible.tsx";
import { type Choice, fieldGrid, useChoices } from "./choices.tsx";
import type { Fields } from "./fields.ts";
import type { FormStart } from "./form-start.server.ts";
import { LongText } from "./long-text.tsx";
import { sectionId } from "./section-names.ts";

/** Terms, customs and instructions; wishes that few have are folded. */
export function TermsSection({ fields, start }: { fields: Fields; start: FormStart }) {
  const { t } = useText(["booking-form", "freight"]);
  const choices = useChoices();
  return (
    <Section title={t("section.terms")} id={sectionId("terms")}>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
        <SelectField field={fields.trade} label={t("field.trade")} choices={choices("trade", trades)} />
        <SelectField
          field={fields.incoterms}
          label={t("field.incoterms")}
          choices={[
            ["", t("choose")],
            ...incoterms.map((term): Choice => [term, t(`freight:incoterm.${term}`)]),
          ]}
        />
        <SelectField
          field={fields.paymentType}
          label={t("field.paymentType")}
          choices={choices("paymentType", bookingPaymentTypes)}
        />
        <SelectField
          field={fields.customsDeclaration}
          label={t("field.customsDeclaration")}
          choices={choices("customsDeclaration", customsDeclarations)}
        />
        <SelectField
          field={fields.serviceLevel}
          label={t("field.serviceLevel")}
          choices={choices("serviceLevel", bookingServiceLevels)}
        />
      </div>
      <LongText
        field={fields.specialInstructions}
        label={t("field.specialInstructions")}
        maximum={LIMITS.specialInstructions}
      />
      <Wishes fields={fields} start={start} />
    </Section>
  );
}

const wishNames = [
  "carrier",
  "transshipment",
  "bookToCompany",
  "customerService",
  "warehouseInNumber",
] as const;
/** What an empty form has chosen already is no wish. */
const NO_WISHES: readonly string[] = ["", "ANY"];

function Wishes({ fields, start }: { fields: Fields; start: FormStart }) {
  const { t } = useText("booking-form");
  const choices = useChoices();
  const [isFilled] = useState(() =>
    wishNames.some((name) => !NO_WISHES.includes(fields[name].initialValue ?? "")),
  );
  const isFaulty = wishNames.some((name) => fields[name].errors?.length);
  return (
    <Collapsible open={isFilled || isFaulty} summary={t("wishes")}>
      <div className={`mt-3 ${fieldGrid}`}>
        <CarrierField field={fields.carrier} carriers={start.carriers} />
        <div className={hiddenWithout.transshipment}>
          <SelectField
            field={fields.transshipment}
            label={t("field.transshipment")}
            choices={choices("transshipment", transshipmentPreferences)}
          />
        </div>
        <NameField field={fields.bookToCompany} label={t("field.bookToCompany")} names={start.companies} />
        <NameField
          field={fields.customerService}
          label={t("field.customerService")}
          names={start.customerServices}
        />
        <div className={hiddenWithout.warehouse}>
          <InputField field={fields.warehouseInNumber} label={t("field.warehouseInNumber")} />
        </div>
      </div>
    </Collapsible>
  );
}

/** A name from a list; an earlier value that is not in the list stays. */
function NameField({ field, label, names }: { field: TextField; label: string; names: string[] }) {
  const { t } = useText("booking-form");
  const initial = field.initialValue ?? "";
  const all = initial && !names.includes(initial) ? [initial, ...names] : names;
  const choices = [["", t("choose")] as const, ...all.map((name): Choice => [name, name])];
  return <SelectField field={field} label={label} choices={choices} />;
}

const carrierModes: readonly BookingOptions["carriers"][number]["mode"][] = ["AIR", "OCEAN", "TRUCK"];

/** Carriers grouped by mode, so that nobody books a container with an airline. */
function CarrierField({ field, carriers }: { field: TextField; carriers: FormStart["carriers"] }) {
  const { t } = useText("booking-form");
  const initial = field.initialValue ?? "";
  const isListed = carriers.some(({ name }) => name === initial);
  return (
    <SelectField field={field} label={t("field.carrier")}>
      <option value="">{t("choose")}</option>
      {initial && !isListed ? <option value={initial}>{initial}</option> : null}
      {carrierModes.map((mode) => (
        <optgroup key={mode} label={t(`carrierMode.${mode}`)}>
          {carriers
            .filter((carrier) => carrier.mode === mode)
            .map(({ code, name }) => (
              <option key={code} value={name}>
                {name}
              </option>
            ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
