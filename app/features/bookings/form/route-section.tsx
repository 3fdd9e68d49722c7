import type { TextField } from "#app/components/field-props.ts";
import { CheckField, InputField, SelectField } from "#app/components/form-controls.tsx";
import { FormSection } from "#app/components/form-section.tsx";
import { hiddenWithout, truckingAddress, truckingQuestion } from "#app/components/freight-parts.tsx";
import type { BookingOptions } from "#app/contract/booking.ts";
import { transshipmentPreferences } from "#app/contract/freight-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { type Choice, fieldGrid, useChoices } from "./choices.tsx";
import type { Fields } from "./fields.ts";
import type { FormStart } from "./form-start.server.ts";

/** Route, carrier, pickup and delivery. */
export function RouteSection({ fields, start }: { fields: Fields; start: FormStart }) {
  const { t } = useText("booking-form");
  const choices = useChoices();
  return (
    <FormSection title={t("section.route")}>
      <div className={fieldGrid}>
        <InputField field={fields.origin} label={t("field.origin")} />
        <InputField field={fields.destination} label={t("field.destination")} />
        <CarrierField field={fields.carrier} carriers={start.carriers} />
        <NameField field={fields.bookToCompany} label={t("field.bookToCompany")} names={start.companies} />
        <NameField
          field={fields.customerService}
          label={t("field.customerService")}
          names={start.customerServices}
        />
        <div className={hiddenWithout.transshipment}>
          <SelectField
            field={fields.transshipment}
            label={t("field.transshipment")}
            choices={choices("transshipment", transshipmentPreferences)}
          />
        </div>
        <div className={hiddenWithout.warehouse}>
          <InputField field={fields.warehouseInNumber} label={t("field.warehouseInNumber")} />
        </div>
      </div>
      <CheckField
        field={fields.hasOriginTrucking}
        label={t("field.hasOriginTrucking")}
        marks={{ "data-asks": "origin" }}
        className={truckingQuestion.origin}
      />
      <div className={truckingAddress.origin}>
        <InputField field={fields.pickupAddress} label={t("field.pickupAddress")} />
      </div>
      <CheckField
        field={fields.hasDestinationTrucking}
        label={t("field.hasDestinationTrucking")}
        marks={{ "data-asks": "destination" }}
        className={truckingQuestion.destination}
      />
      <div className={truckingAddress.destination}>
        <InputField field={fields.deliveryAddress} label={t("field.deliveryAddress")} />
      </div>
    </FormSection>
  );
}

/** A name from a list; an earlier value that is not in the list stays. */
function NameField({ field, label, names }: { field: TextField; label: string; names: string[] }) {
  const { t } = useText("booking-form");
  const given = field.initialValue ?? "";
  const all = given && !names.includes(given) ? [given, ...names] : names;
  const choices = [["", t("choose")] as const, ...all.map((name): Choice => [name, name])];
  return <SelectField field={field} label={label} choices={choices} />;
}

const carrierModes: readonly BookingOptions["carriers"][number]["mode"][] = ["AIR", "OCEAN", "TRUCK"];

/** Carriers grouped by mode, so that nobody books a container with an airline. */
function CarrierField({ field, carriers }: { field: TextField; carriers: FormStart["carriers"] }) {
  const { t } = useText("booking-form");
  const given = field.initialValue ?? "";
  const isListed = carriers.some(({ name }) => name === given);
  return (
    <SelectField field={field} label={t("field.carrier")}>
      <option value="">{t("choose")}</option>
      {given && !isListed ? <option value={given}>{given}</option> : null}
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
