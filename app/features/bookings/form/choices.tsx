import { useText } from "#app/locales/use-text.ts";

export type Choice = [value: string, label: string];

/** Options of a group of `booking-form` texts, after an empty option. */
export function useChoices(): (group: string, values: readonly string[]) => Choice[] {
  const { t } = useText("booking-form");
  const text = t as unknown as (key: string) => string;
  return (group, values) => [
    ["", t("choose")],
    ...values.map((value): Choice => [value, text(`${group}.${value}`)]),
  ];
}

/** The grid of a section's fields. */
export const fieldGrid = "grid gap-4 sm:grid-cols-2 lg:grid-cols-3";
