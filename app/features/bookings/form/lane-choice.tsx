import { Form } from "react-router";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Input } from "#app/ui/input.tsx";
import { formPaths } from "../booking-fields.ts";

/** The shorter way: origin and destination bring the company's last booking of the lane. */
export function LaneChoice({ origin, destination }: { origin: string; destination: string }) {
  const { t } = useText("booking-form");
  return (
    <Card>
      <h2 className="text-lg font-semibold">{t("lane.title")}</h2>
      <p className="mb-3 text-quiet">{t("lane.text")}</p>
      <Form method="get" action={formPaths.online} className="flex flex-wrap items-end gap-3">
        <label className="flex flex-1 flex-col gap-1">
          <span className="font-medium">{t("field.origin")}</span>
          <Input name="origin" defaultValue={origin} required />
        </label>
        <label className="flex flex-1 flex-col gap-1">
          <span className="font-medium">{t("field.destination")}</span>
          <Input name="destination" defaultValue={destination} required />
        </label>
        <Button>{t("lane.submit")}</Button>
      </Form>
    </Card>
  );
}
