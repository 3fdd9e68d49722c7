import type { TextField } from "./field-props.ts";
import { InputField, SelectField } from "./form-controls.tsx";
import { Section } from "./page/section.tsx";
import type { ScheduleView } from "./schedule.server.ts";

const weekOnly = "hidden group-has-[option[value=week]:checked]:block";
const monthOnly = "hidden group-has-[option[value=month]:checked]:block";
const notDaily = "group-has-[option[value=day]:checked]:hidden";

/** When something is sent again and again. CSS hides what the chosen rhythm does not need. */
export function ScheduleFields({
  fields,
  view: { labels, hints, units, weekdays, zones },
}: {
  fields: Record<keyof ScheduleView["labels"], TextField>;
  view: ScheduleView;
}) {
  return (
    <Section title={labels.unit} className="group">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField field={fields.unit} label={labels.unit} choices={units} />
        <div className={notDaily}>
          <InputField field={fields.every} label={labels.every} hint={hints.every} inputMode="numeric" />
        </div>
        <div className={weekOnly}>
          <SelectField field={fields.weekday} label={labels.weekday} choices={weekdays} />
        </div>
        <div className={monthOnly}>
          <InputField
            field={fields.monthDay}
            label={labels.monthDay}
            hint={hints.monthDay}
            inputMode="numeric"
          />
        </div>
        <InputField field={fields.time} label={labels.time} type="time" />
        <SelectField field={fields.zone} label={labels.zone} choices={zones} />
      </div>
    </Section>
  );
}
