import { Form } from "react-router";
import { answeredField } from "#app/components/field-props.ts";
import { Section } from "#app/components/page/section.tsx";
import type { KnownPlaces } from "#app/components/place-field.server.ts";
import { PlaceField } from "#app/components/place-field.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { formPaths } from "../booking-fields.ts";

/** Origin and destination load the company's last booking of the lane. */
export function LaneChoice({
  origin,
  destination,
  places,
}: {
  origin: string;
  destination: string;
  places: KnownPlaces;
}) {
  const { t } = useText("booking-form");
  return (
    <Section title={t("lane.title")} layout="text">
      <p className="mb-3 text-quiet">{t("lane.text")}</p>
      <Form method="get" action={formPaths.online} className="flex flex-wrap items-end gap-3">
        <div className="min-w-40 flex-1">
          <PlaceField
            places={places.origins}
            field={answeredField({ id: "lane-origin", name: "origin", value: origin })}
            label={t("field.origin")}
            required
          />
        </div>
        <div className="min-w-40 flex-1">
          <PlaceField
            places={places.destinations}
            field={answeredField({ id: "lane-destination", name: "destination", value: destination })}
            label={t("field.destination")}
            required
          />
        </div>
        <Button>{t("lane.submit")}</Button>
      </Form>
    </Section>
  );
}
