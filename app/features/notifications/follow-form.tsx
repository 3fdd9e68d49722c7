import { useForm } from "@conform-to/react";
import { type FormReply, requiredConstraint } from "#app/components/form.tsx";
import { InputField, SelectField } from "#app/components/form-controls.tsx";
import { FieldForm } from "#app/components/page/field-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";

const keys = ["houseNumber", "poNumber", "containerNumber", "lane"] as const;

interface Fields {
  by: string;
  value: string;
  destination: string;
}

/** Follows shipments by a number or a lane; CSS hides the destination where none is asked. */
export function FollowForm({
  requestId,
  required,
  places,
  answer,
}: {
  requestId: string;
  required: string[];
  places: { origins: string[]; destinations: string[] };
  answer: FormReply | undefined;
}) {
  const { t } = useText("subscriptions");
  const [form, fields] = useForm<Fields>({
    id: "follow",
    lastResult: answer?.reply,
    defaultValue: { by: "houseNumber" },
    constraint: requiredConstraint(required),
  });
  const labels = { by: t("by"), value: t("value"), destination: t("destination") };
  return (
    <Section title={t("follow")}>
      <FieldForm
        form={form}
        labels={labels}
        requestId={requestId}
        answer={answer}
        layout="grid"
        className="group"
      >
        <SelectField
          field={fields.by}
          label={labels.by}
          choices={keys.map((each) => [each, t(`key.${each}`)])}
        />
        <InputField field={fields.value} label={labels.value} list="origins" autoComplete="off" />
        <div className="hidden group-has-[option[value=lane]:checked]:block">
          <InputField
            field={fields.destination}
            label={labels.destination}
            list="destinations"
            autoComplete="off"
          />
        </div>
        <p className="sm:col-span-2">
          <Button kind="primary">{t("submit")}</Button>
        </p>
        {(["origins", "destinations"] as const).map((name) => (
          <datalist key={name} id={name}>
            {places[name].map((place) => (
              <option key={place} value={place} />
            ))}
          </datalist>
        ))}
      </FieldForm>
    </Section>
  );
}
