import type { Choice } from "#app/components/list/list-view.ts";
import { DESK_NOTE_MAX } from "#app/contract/desk-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Collapsible } from "#app/ui/collapsible.tsx";
import { Input, Select } from "#app/ui/input.tsx";

/** Folded fields of a form: until when an item is put off, or to whom it is handed over. `press` makes the buttons. */
export function PutOff({
  snoozes,
  colleagues,
  press,
}: {
  snoozes: readonly Choice[];
  colleagues: readonly Choice[];
  press: (intent: "snooze" | "handOver", text: string) => React.ReactNode;
}) {
  const { t } = useText("inbox-list");
  return (
    <Collapsible className="min-w-0 max-sm:w-full" kind="quiet" summary={t("more")}>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2 pt-1">
        <span className="flex max-w-full gap-2">
          <span className="min-w-0 sm:w-60">
            <Select name="snooze" aria-label={t("until")} defaultValue="tomorrow">
              {snoozes.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </span>{" "}
          {press("snooze", t("snooze"))}
        </span>{" "}
        <span className="flex max-w-full flex-wrap gap-2">
          <span className="min-w-0 sm:w-52">
            <Select name="toUserId" aria-label={t("to")} defaultValue="">
              <option value="">{t("somebody")}</option>
              {colleagues.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </span>{" "}
          <span className="min-w-0 sm:w-52">
            <Input name="note" aria-label={t("note")} placeholder={t("note")} maxLength={DESK_NOTE_MAX} />
          </span>{" "}
          {press("handOver", t("handOver"))}
        </span>
      </div>
    </Collapsible>
  );
}
