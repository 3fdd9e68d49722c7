import { InputField } from "#app/components/form-controls.tsx";
import { visibleAtDoor } from "#app/components/freight-parts.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { KnownPlaces } from "#app/components/place-field.server.ts";
import { PlaceField } from "#app/components/place-field.tsx";
import { useText } from "#app/locales/use-text.ts";
import type { Fields } from "./fields.ts";

/** Route, and the date when the goods are ready. */
export function RouteSection({ fields, places }: { fields: Fields; places: KnownPlaces }) {
  const { t } = useText("quote-form");
  const place = (name: "origin" | "destination", known: string[]) => (
    <PlaceField field={fields[name]} label={t(name)} hint={t("placeHint")} places={known} />
  );
  const zip = (name: "originZip" | "destinationZip") => <InputField field={fields[name]} label={t(name)} />;
  const location = (name: "pickupLocation" | "deliveryLocation") => (
    <InputField field={fields[name]} label={t(name)} hint={t("locationHint")} />
  );
  return (
    <Section title={t("route")}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <div className="flex flex-col gap-4">
          {place("origin", places.origins)}
          {zip("originZip")}
          <div className={visibleAtDoor.origin}>{location("pickupLocation")}</div>
        </div>
        <div className="flex flex-col gap-4">
          {place("destination", places.destinations)}
          {zip("destinationZip")}
          <div className={visibleAtDoor.destination}>{location("deliveryLocation")}</div>
        </div>
        <InputField field={fields.cargoReadyDate} label={t("readyDate")} type="date" />
      </div>
    </Section>
  );
}
