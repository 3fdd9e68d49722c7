import { useState } from "react";
import type { TextField } from "#app/components/field-props.ts";
import { InputField, SelectField } from "#app/components/form-controls.tsx";
import { visibleWithContainers } from "#app/components/freight-parts.tsx";
import { Section } from "#app/components/page/section.tsx";
import { type FormOfRows, RowEditor, type RowFields, type RowsField } from "#app/components/row-editor.tsx";
import { equipmentTypes, LIMITS } from "#app/contract/freight-code.ts";
import { checkContainerNumber } from "#app/lib/container-number.ts";
import { useText } from "#app/locales/use-text.ts";
import { type Choice, fieldGrid } from "./choices.tsx";
import { sectionId } from "./section-names.ts";

/** Full containers: type, number and further details. */
export function ContainerSection({ field, form }: { field: RowsField; form: FormOfRows }) {
  const { t } = useText("booking-form");
  return (
    <Section title={t("section.containers")} id={sectionId("containers")} className={visibleWithContainers}>
      <RowEditor
        form={form}
        field={field}
        newRow={{}}
        most={LIMITS.containers}
        words={{
          row: (number) => t("container.title", { number }),
          remove: (number) => t("container.remove", { number }),
          add: t("container.add"),
        }}
      >
        {(container: ContainerFields) => <ContainerRow container={container} />}
      </RowEditor>
    </Section>
  );
}

type ContainerFields = RowFields<"containerType" | "containerNumber" | "info">;

function ContainerRow({ container }: { container: ContainerFields }) {
  const { t } = useText(["booking-form", "freight"]);
  return (
    <div className={fieldGrid}>
      <SelectField
        field={container.containerType}
        label={t("container.containerType")}
        choices={[
          ["", t("choose")],
          ...equipmentTypes.map((type): Choice => [type, t(`freight:equipment.${type}`)]),
        ]}
      />
      <ContainerNumber field={container.containerNumber} />
      <InputField field={container.info} label={t("container.info")} />
    </div>
  );
}

/** A wrong check digit is a warning only, because containers without an ISO number exist (trade 1). */
function ContainerNumber({ field }: { field: TextField }) {
  const { t } = useText("booking-form");
  const [typed, setTyped] = useState(field.initialValue ?? "");
  const checked = checkContainerNumber(typed);
  return (
    <div>
      <InputField
        field={field}
        label={t("container.containerNumber")}
        onBlur={(event) => setTyped(event.currentTarget.value)}
      />
      <p role="status" className="text-xs text-warning">
        {checked.status === "wrong-digit" ? t("container.wrongDigit", checked) : null}
        {checked.status === "malformed" ? t("container.malformed", checked) : null}
      </p>
    </div>
  );
}
