import { CheckField, InputField, OptionFields } from "#app/components/form-controls.tsx";
import {
  hiddenWithout,
  modeMarks,
  serviceMarks,
  truckingAddress,
  truckingQuestion,
} from "#app/components/freight-parts.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { KnownPlaces } from "#app/components/place-field.server.ts";
import { PlaceField } from "#app/components/place-field.tsx";
import { services, transportModes } from "#app/contract/freight-code.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Fields } from "./fields.ts";
import { sectionId } from "./section-names.ts";

const twoColumns = "grid items-start gap-4 sm:grid-cols-2";

/** From where to where, how and when. Mode and service decide which fields apply. */
export function RouteSection({ fields, places }: { fields: Fields; places: KnownPlaces }) {
  const { t } = useText(["booking-form", "freight"]);
  const day = (name: "cargoReadyDate" | "requestedDate" | "expectedDeliveryDate") => (
    <InputField field={fields[name]} label={t(`field.${name}`)} type="date" title={t("day")} />
  );
  return (
    <Section title={t("section.route")} id={sectionId("route")}>
      <div className={twoColumns}>
        <OptionFields
          type="radio"
          field={fields.transportMode}
          legend={t("field.transportMode")}
          options={transportModes.map((value) => ({
            value,
            label: t(`freight:mode.${value}`),
            marks: modeMarks(value),
          }))}
        />
        <OptionFields
          type="radio"
          field={fields.service}
          legend={t("field.service")}
          options={services.map((value) => ({
            value,
            label: t(`freight:service.${value}`),
            marks: serviceMarks(value),
          }))}
        />
      </div>
      <div className={twoColumns}>
        <div className="flex flex-col gap-3">
          <PlaceField field={fields.origin} label={t("field.origin")} places={places.origins} />
          <CheckField
            field={fields.hasOriginTrucking}
            label={t("field.hasOriginTrucking")}
            marks={{ "data-asks": "origin" }}
            className={truckingQuestion.origin}
          />
          <div className={truckingAddress.origin}>
            <InputField field={fields.pickupAddress} label={t("field.pickupAddress")} />
          </div>
        </div>
        <div className="flex flex-col gap-3">
          <PlaceField
            field={fields.destination}
            label={t("field.destination")}
            places={places.destinations}
          />
          <CheckField
            field={fields.hasDestinationTrucking}
            label={t("field.hasDestinationTrucking")}
            marks={{ "data-asks": "destination" }}
            className={truckingQuestion.destination}
          />
          <div className={truckingAddress.destination}>
            <InputField field={fields.deliveryAddress} label={t("field.deliveryAddress")} />
          </div>
        </div>
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {day("cargoReadyDate")}
        <div className={hiddenWithout.requestedDate}>{day("requestedDate")}</div>
        {day("expectedDeliveryDate")}
      </div>
    </Section>
  );
}
