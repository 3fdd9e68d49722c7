import { useRef, useState } from "react";
import { useLocation } from "react-router";
import { answeredField } from "#app/components/field-props.ts";
import { CheckField, InputField, SelectField } from "#app/components/form-controls.tsx";
import type { partyRoles } from "#app/contract/freight-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { PartyFields } from "../booking-fields.ts";
import type { PartyField } from "./fields.ts";
import { type AddressHits, type FormAddress, partyFrom, suits } from "./form-address.ts";

interface PartyProps {
  role: (typeof partyRoles)[number];
  field: PartyField;
  addresses: FormAddress[];
  /** Whether the address book has more than a list of choices holds. */
  isSearched: boolean;
  found: AddressHits | undefined;
  onTake: (party: PartyFields) => void;
}

/** The part of `autocomplete` that keeps the three parties apart. */
const autofillSection = {
  shipper: "section-shipper",
  consignee: "section-consignee",
  notifyParty: "section-notify",
} as const;

export const COUNTRY_LIST = "countries";

const shownNames = ["name", "address", "postcode", "state", "countryCode", "contactNumber"] as const;

/** One party of the booking: taken from the address book or typed, shown as an address and edited in place. */
export function PartyCard({ role, field, addresses, isSearched, found, onTake }: PartyProps) {
  const { t } = useText("booking-form");
  const details = useRef<HTMLDetailsElement>(null);
  const party = field.getFieldset();
  const values = shownNames.map((name) => party[name].initialValue ?? "");
  // Without an address book the fields of the parties that every booking has are open at once.
  const [isBegun] = useState(
    () => addresses.length === 0 && !isSearched && role !== "notifyParty" && !values.some(Boolean),
  );
  const isFaulty = Object.values(party).some(({ errors }) => errors?.length);
  const [typed, setTyped] = useState<{ of: string; texts: string[] } | null>(null);
  const readTyped = () => {
    const inputs = details.current?.querySelectorAll<HTMLInputElement>("input:not([type=checkbox])") ?? [];
    setTyped({ of: values.join("\n"), texts: [...inputs].map(({ value }) => value) });
  };
  const take = (entry: PartyFields) => {
    onTake(entry);
    // Its text is the address that was taken over.
    details.current?.querySelector("summary")?.focus();
  };
  return (
    <>
      {isSearched ? <AddressSearch role={role} field={field} found={found} /> : null}
      {addresses.length > 0 ? (
        <AddressPick role={role} field={field} addresses={addresses} onTake={take} />
      ) : null}
      <details ref={details} open={isBegun || isFaulty} onToggle={readTyped} className="group/party">
        <PartySummary texts={typed?.of === values.join("\n") ? typed.texts : values} />
        <div className="mt-3 grid grid-cols-2 gap-3 *:first:col-span-2 *:nth-2:col-span-2">
          <InputField
            field={party.name}
            label={t("party.name")}
            autoComplete={`${autofillSection[role]} organization`}
          />
          <InputField
            field={party.address}
            label={t("party.address")}
            autoComplete={`${autofillSection[role]} street-address`}
          />
          <InputField
            field={party.postcode}
            label={t("party.postcode")}
            autoComplete={`${autofillSection[role]} postal-code`}
          />
          <InputField
            field={party.state}
            label={t("party.state")}
            autoComplete={`${autofillSection[role]} address-level1`}
          />
          <InputField
            field={party.countryCode}
            label={t("party.countryCode")}
            list={COUNTRY_LIST}
            autoComplete={`${autofillSection[role]} country-name`}
          />
          <InputField
            field={party.contactNumber}
            label={t("party.contactNumber")}
            type="tel"
            autoComplete={`${autofillSection[role]} tel`}
          />
        </div>
        <CheckField
          field={party.isAddedToAddressBook}
          label={t("party.isAddedToAddressBook")}
          className="mt-2"
        />
      </details>
    </>
  );
}

/** The party in few words, while its fields are folded. */
function PartySummary({ texts: [name = "", ...rest] }: { texts: readonly string[] }) {
  const { t } = useText("booking-form");
  const address = rest.filter(Boolean).join(", ");
  const isEmpty = name === "" && address === "";
  return (
    <summary className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="min-w-0 flex-1 group-open/party:hidden">
        <strong className="block font-medium">{name || t(isEmpty ? "party.empty" : "party.unnamed")}</strong>{" "}
        <span className="text-quiet">{address}</span>
      </span>{" "}
      <span className="text-link underline group-open/party:hidden">
        {t(isEmpty ? "party.type" : "party.edit")}
      </span>{" "}
      <span className="hidden text-link underline group-open/party:inline">{t("party.fold")}</span>
    </summary>
  );
}

/** Searches an address book that is too long for one list of choices. */
function AddressSearch({ role, field, found }: Pick<PartyProps, "role" | "field" | "found">) {
  const { t } = useText("booking-form");
  const button = useRef<HTMLButtonElement>(null);
  const { pathname, search } = useLocation();
  const { addresses, total = 0, keyword = "" } = found ?? {};
  const isCut = total > (addresses?.length ?? 0);
  const result = isCut ? "party.foundMore" : total > 0 ? "party.found" : "party.foundNone";
  return (
    <div>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <InputField
            field={answeredField({ id: `find-${role}`, name: `find.${role}`, value: keyword })}
            label={t("party.find")}
            type="search"
            maxLength={100}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
              // Enter would press the form's first button, which saves.
              event.preventDefault();
              button.current?.click();
            }}
          />
        </div>
        <Button
          ref={button}
          name="intent"
          value={`find:${role}`}
          formAction={`${pathname}${search}#${field.id}`}
        >
          {t("party.search")}
        </Button>
      </div>
      <p role="status" className="mt-1 text-quiet">
        {found ? t(result, { count: addresses?.length ?? 0, total, keyword }) : null}
      </p>
    </div>
  );
}

function AddressPick({
  role,
  field,
  addresses,
  onTake,
}: Pick<PartyProps, "role" | "field" | "addresses" | "onTake">) {
  const { t } = useText("booking-form");
  const pick = useRef<HTMLSelectElement>(null);
  // Without scripts the same button submits to the server.
  const take = (event: React.MouseEvent) => {
    event.preventDefault();
    const entry = addresses.find(({ id }) => id === pick.current?.value);
    if (entry) onTake(partyFrom(entry));
  };
  const [suited, others] = [true, false].map((isSuited) =>
    addresses
      .filter((entry) => suits(entry, role) === isSuited)
      .map(({ id, name, address }) => (
        <option key={id} value={id}>
          {`${name}, ${address}`}
        </option>
      )),
  );
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <SelectField
          ref={pick}
          field={answeredField({ id: `pick-${role}`, name: `pick.${role}`, value: "" })}
          label={t("party.pick")}
        >
          <option value="">{t("party.noPick")}</option>
          {suited}
          {others?.length ? <optgroup label={t("party.otherAddresses")}>{others}</optgroup> : null}
        </SelectField>
      </div>
      <Button name="intent" value={`pick:${role}`} formAction={`#${field.id}`} onClick={take}>
        {t("party.take")}
      </Button>
    </div>
  );
}
