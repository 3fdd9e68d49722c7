import { useRef } from "react";
import { answeredField } from "#app/components/field-props.ts";
import { CheckField, InputField, SelectField } from "#app/components/form-controls.tsx";
import { FormSection } from "#app/components/form-section.tsx";
import type { AddressEntry } from "#app/contract/booking.ts";
import type { partyRoles } from "#app/contract/freight-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { PartyFields } from "../booking-fields.ts";
import { fieldGrid } from "./choices.tsx";
import type { PartyField } from "./fields.ts";

interface PartyProps {
  role: (typeof partyRoles)[number];
  field: PartyField;
  addresses: AddressEntry[];
  onTake: (party: PartyFields) => void;
}

/** One party of the booking, typed or taken from the address book. */
export function PartySection({ role, field, addresses, onTake }: PartyProps) {
  const { t } = useText("booking-form");
  const party = field.getFieldset();
  return (
    <FormSection title={t(`party.${role}`)}>
      {addresses.length > 0 ? <AddressPick {...{ role, field, addresses, onTake }} /> : null}
      <div id={field.id} className={fieldGrid}>
        <InputField field={party.name} label={t("party.name")} autoComplete="organization" />
        <InputField field={party.address} label={t("party.address")} autoComplete="street-address" />
        <InputField field={party.postcode} label={t("party.postcode")} autoComplete="postal-code" />
        <InputField field={party.state} label={t("party.state")} autoComplete="address-level1" />
        <InputField field={party.countryCode} label={t("party.countryField")} autoComplete="country" />
        <InputField
          field={party.contactNumber}
          label={t("party.contactNumber")}
          type="tel"
          autoComplete="tel"
        />
      </div>
      <CheckField field={party.isAddedToAddressBook} label={t("party.isAddedToAddressBook")} />
    </FormSection>
  );
}

function AddressPick({ role, field, addresses, onTake }: PartyProps) {
  const { t } = useText("booking-form");
  const pick = useRef<HTMLSelectElement>(null);
  // Without scripts the same button submits to the server.
  const take = (event: React.MouseEvent) => {
    event.preventDefault();
    const entry = addresses.find(({ id }) => id === pick.current?.value);
    if (!entry) return;
    const { id: _, ...party } = entry;
    onTake({ ...party, isAddedToAddressBook: "" });
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-[200px] flex-1">
        <SelectField
          ref={pick}
          field={answeredField({ id: `pick-${role}`, name: `pick.${role}`, value: "" })}
          label={t("party.pick")}
          choices={[
            ["", t("party.noPick")],
            ...addresses.map(({ id, name, address }) => [id, `${name}, ${address}`] as const),
          ]}
        />
      </div>
      <Button name="intent" value={`pick:${role}`} formAction={`#${field.id}`} onClick={take}>
        {t("party.take")}
      </Button>
    </div>
  );
}
