import { useForm } from "@conform-to/react";
import { useRef, useState } from "react";
import { useNavigation } from "react-router";
import { Begun } from "#app/components/begun-form.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { requiredConstraint } from "#app/components/form.tsx";
import { CheckField, InputField, SelectField } from "#app/components/form-controls.tsx";
import { timed } from "#app/components/moment.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { FieldForm } from "#app/components/page/field-form.tsx";
import { addressFieldNames } from "#app/contract/address-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { AddressFormFields, AddressReply, AddressStart } from "./edit.server.ts";
import { ADDRESSES } from "./paths.ts";
import { lookUpRegions } from "./region-lookup.ts";

const COUNTRIES = "address-countries";
const REGIONS = "address-regions";

/** The form of one address; without scripts the provinces follow the country when the form comes again. */
export function AddressForm({
  start,
  requestId,
  answer,
}: {
  start: AddressStart;
  requestId: string;
  answer: AddressReply | undefined;
}) {
  const { t } = useText("address-book");
  const navigation = useNavigation();
  const [regions, setRegions] = useState<string[] | null>(null);
  const lookup = useRef<AbortController>(null);
  const [form, fields] = useForm<AddressFormFields>({
    id: "address",
    lastResult: answer?.reply,
    defaultValue: start.fields,
    constraint: requiredConstraint(start.required),
  });
  const labels = Object.fromEntries(addressFieldNames.map((name) => [name, t(`field.${name}`)]));
  const label = (name: (typeof addressFieldNames)[number]) => t(`field.${name}`);
  const offered = regions ?? answer?.regions ?? start.regions;
  const readRegions = async (country: string) => {
    lookup.current?.abort();
    lookup.current = new AbortController();
    const { signal } = lookup.current;
    const names = await lookUpRegions(country, signal);
    if (!signal.aborted) setRegions(names);
  };
  return (
    <Card className="flex flex-col gap-4">
      <FieldForm form={form} labels={labels} requestId={requestId} answer={answer} layout="grid">
        {start.id ? <Begun fields={{ ...start.fields }} version={start.version} answer={answer} /> : null}
        <div className="sm:col-span-2">
          <InputField field={fields.name} label={label("name")} autoComplete="organization" />
        </div>
        <div className="sm:col-span-2">
          <InputField field={fields.address} label={label("address")} autoComplete="street-address" />
        </div>
        <InputField
          field={fields.countryCode}
          label={label("countryCode")}
          list={COUNTRIES}
          autoComplete="country-name"
          onChange={(event) => void readRegions(event.currentTarget.value)}
        />
        <InputField
          field={fields.state}
          label={label("state")}
          list={REGIONS}
          autoComplete="address-level1"
        />
        <InputField field={fields.postcode} label={label("postcode")} autoComplete="postal-code" />
        <InputField
          field={fields.contactNumber}
          label={label("contactNumber")}
          type="tel"
          autoComplete="tel"
          hint={t("phoneHint")}
        />
        <SelectField field={fields.type} label={label("type")} choices={start.types} />
        <div className="flex flex-col gap-1">
          <CheckField field={fields.isDefaultPickup} label={label("isDefaultPickup")} />
          <CheckField field={fields.isDefaultDelivery} label={label("isDefaultDelivery")} />
        </div>
        <datalist id={COUNTRIES}>
          {start.countries.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <datalist id={REGIONS}>
          {offered.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {start.changed ? <p className="text-xs text-quiet sm:col-span-2">{timed(start.changed)}</p> : null}
        <Actions className="sm:col-span-2">
          <Button kind="primary" aria-disabled={navigation.state === "submitting"}>
            {t("save")}
          </Button>
          <ButtonLink to={ADDRESSES}>{t("back")}</ButtonLink>
          {start.removeHref ? (
            <ButtonLink to={start.removeHref} kind="quiet">
              {t("remove")}
            </ButtonLink>
          ) : null}
        </Actions>
      </FieldForm>
    </Card>
  );
}
