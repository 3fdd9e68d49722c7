import { useText } from "#app/locales/use-text.ts";

export type Choice = [value: string, label: string];

/** Codes with their words of a group of `booking-form`, below an empty choice. */
export function useChoices(): (group: string, values: readonly string[]) => Choice[] {
  const { t } = useText("booking-form");
  const text = t as unknown as (key: string) => string;
  return (group, values) => [
    ["", t("choose")],
    ...values.map((value): Choice => [value, text(`${group}.${value}`)]),
  ];
}

/** The grid in which the fields of a section stand. */
export const fieldGrid = "grid gap-4 sm:grid-cols-2 lg:grid-cols-3";
